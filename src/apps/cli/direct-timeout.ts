import type { LiveSession } from "./live-session.ts";

/** A limit of time on direct calls. */
export interface DirectTimeout {
  /** Whether a call was stopped by it. */
  readonly expired: () => boolean;
}

/**
 * Stops a script that is one direct call once its tool has worked so many seconds: no budget of the language bounds it, and
 * waiting for permission does not count.
 */
export function timeDirectCalls({ session, listen }: LiveSession, seconds: number): DirectTimeout {
  let isDirect = false;
  let hasExpired = false;
  let timer: NodeJS.Timeout | undefined;
  listen((event) => {
    if (event.kind === "envelope-opened") isDirect = event.direct !== undefined;
    if (event.kind === "call-settled") clearTimeout(timer);
    if (event.kind !== "call-started" || !isDirect) return;
    timer = setTimeout(() => {
      hasExpired = true;
      session.cancel(`the ${seconds} s of --timeout are over`);
    }, seconds * 1_000);
  });
  return { expired: () => hasExpired };
}
