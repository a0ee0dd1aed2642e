/** Whether two contents are the same, byte for byte. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  // A plain loop: documents may have many megabytes.
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at === a.length;
}
