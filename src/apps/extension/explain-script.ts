import type { Controller } from "./controller.ts";
import { scriptDocument } from "./run-file.ts";

/** Shows what a script would call, without running it. */
export async function explainScript(controller: Controller, given: unknown): Promise<void> {
  await scriptDocument(controller, given);
}
