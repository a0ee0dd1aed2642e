import type { CancelToken } from "../base/cancel.ts";
import type { Settled } from "../pipeline/call.ts";
import type { PromptVerdict } from "../pipeline/hooks.ts";
import type { SessionHooks } from "../pipeline/session-hooks.ts";

/** How a script or a call ended. */
export type Ended = Pick<Settled, "status">;

/** Does what was asked, with what hooks said of it. */
export type Work<T> = (cancel: CancelToken, prompt?: { readonly prompt: PromptVerdict }) => Promise<T>;

/** Does what a person asked for between the hooks of its beginning and of its end (2.11). */
export async function toldToHooks<T extends Ended>(
  hooks: SessionHooks,
  { text, cancel }: { readonly text: string; readonly cancel: CancelToken },
  work: Work<T>,
): Promise<T> {
  const prompt = await hooks.promptSubmitted(text, cancel);
  try {
    const result = await work(cancel, { prompt });
    const interrupted = cancel.cancelled || prompt.refused !== undefined;
    await hooks.stopped({ end: interrupted ? "interrupted" : "completed" }, cancel);
    return result;
  } catch (error) {
    await hooks.stopped({ end: "failed", error: error instanceof Error ? error.message : String(error) }, cancel);
    throw error;
  }
}
