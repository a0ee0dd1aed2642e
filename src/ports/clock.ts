import type { CancelToken } from "../base/cancel.ts";

/** Time as the host sees it. */
export interface Clock {
  /** Wall time in ms since 1970. */
  readonly now: () => number;
  /** Milliseconds that never go back; only differences mean something. */
  readonly elapsed: () => number;
  /** Settles after `ms`, or at once when cancelled. Never rejects. */
  readonly sleep: (ms: number, cancel: CancelToken) => Promise<void>;
  /** Lets the host's event loop turn (R236). */
  readonly yield: () => Promise<void>;
}
