/** Tells work that it should stop. Cancelling is a request: work settles when it has really stopped (R216). */
export interface CancelToken {
  readonly cancelled: boolean;
  /** Why, once cancelled. */
  readonly reason: string | undefined;
  /** Calls `listener` once when cancelled, at once if that has happened already; answers how to stop listening. */
  readonly onCancel: (listener: (reason: string) => void) => () => void;
}

/** The side that cancels. */
export interface CancelSource {
  readonly token: CancelToken;
  /** Cancels the token; later calls change nothing. */
  readonly cancel: (reason: string) => void;
}

/** A new cancel source; it is cancelled when `parent` is. */
export function createCancelSource(parent?: CancelToken): CancelSource {
  // Most sources are never listened to: every call has one.
  let listeners: Set<(reason: string) => void> | undefined;
  let reason: string | undefined;
  const cancel = (why: string): void => {
    if (reason !== undefined) return;
    reason = why;
    const told = listeners ?? [];
    listeners = undefined;
    for (const listener of told) listener(why);
  };
  const token: CancelToken = {
    get cancelled() {
      return reason !== undefined;
    },
    get reason() {
      return reason;
    },
    onCancel(listener) {
      if (reason !== undefined) {
        listener(reason);
        return () => undefined;
      }
      listeners ??= new Set();
      listeners.add(listener);
      return () => {
        listeners?.delete(listener);
      };
    },
  };
  parent?.onCancel(cancel);
  return { token, cancel };
}

/** A token that is never cancelled. */
export const NEVER: CancelToken = { cancelled: false, reason: undefined, onCancel: () => () => undefined };
