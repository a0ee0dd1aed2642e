import type { Intent } from "../../protocol/intents.ts";
import { INTENT } from "../../protocol/intents.ts";
import type { Controller } from "./controller.ts";
import type { Panel } from "./panels.ts";
import { openHandlers } from "./open-intents.ts";
import { runHandlers } from "./run-intents.ts";
import { sessionHandlers } from "./session-intents.ts";

/** Does what one kind of intent wants. */
export type Handler<Kind extends Intent["kind"]> = (
  controller: Controller,
  intent: Extract<Intent, { kind: Kind }>,
  panel: Panel,
) => Promise<void> | void;

/** Handlers for some kinds of intents. */
export type Handlers<Kinds extends Intent["kind"] = Intent["kind"]> = { readonly [Kind in Kinds]: Handler<Kind> };

/** One handler for each intent that there is. */
export const HANDLERS: Handlers = { ...runHandlers, ...openHandlers, ...sessionHandlers };

/** Does what a panel wants; what is no intent goes to the log. Never rejects. */
export async function receive(controller: Controller, panel: Panel, message: unknown): Promise<void> {
  const { editor, notice, words } = controller;
  const parsed = INTENT.safeParse(message);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    editor.log("warn", `a panel sent what is no intent: ${issue?.path.join(".") ?? ""} ${issue?.code ?? ""}`);
    return;
  }
  const { kind } = parsed.data;
  try {
    const handler = HANDLERS[kind] as Handler<Intent["kind"]>;
    await handler(controller, parsed.data, panel);
  } catch (error) {
    editor.log("error", `${kind}: ${String(error)}`);
    notice("error", words("failed", kind, String(error)));
  }
}
