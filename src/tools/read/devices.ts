/** Files that never end, block, or belong to this very process (2.9). */
const DEVICES: ReadonlySet<string> = new Set([
  ...[
    "zero",
    "random",
    "urandom",
    "full",
    "null",
    "stdin",
    "stdout",
    "stderr",
    "tty",
    "console",
    "ptmx",
    "kmsg",
    "mem",
    "port",
  ].map((name) => `/dev/${name}`),
]);

/** Whether a path is a device or a stream by its name: reading it would block, never end or take another's input. */
export function isDevice(path: string): boolean {
  return (
    DEVICES.has(path) ||
    /^\/dev\/(?:fd|tty|pts|input)(?:\/|\d)/.test(path) ||
    /^\/proc\/[^/]+\/(?:fd|task\/[^/]+\/fd)\//.test(path) ||
    /^\/proc\/(?:kmsg|kcore)$/.test(path) ||
    /^\\\\[.?]\\(?:pipe|con|nul|physicaldrive)/i.test(path) ||
    /(?:^|\\)(?:con|nul|prn|aux|com[1-9]|lpt[1-9])$/i.test(path)
  );
}
