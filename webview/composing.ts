/** The code that every key has while a character is being composed. */
const COMPOSING = 229;

/** Whether a key belongs to the composition of a character and to nobody else. */
export function isComposing(event: KeyboardEvent): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- some browsers tell the key that ends a composition only so
  return event.isComposing || event.key === "Process" || event.keyCode === COMPOSING;
}
