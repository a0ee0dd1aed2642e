import type { Intent } from "../../protocol/intents.ts";
import { PANEL_TEXT_CHARS } from "../../protocol/panel-state.ts";
import { isArtifactAddress, readText } from "../../agent/artifacts.ts";
import type { Controller } from "./controller.ts";
import { explainDecision } from "./explain-decision.ts";
import { inputOf, outputOf } from "./documents.ts";
import { findEntry } from "./find-entry.ts";
import type { Handlers } from "./intents.ts";
import { openChanges } from "./open-changes.ts";
import type { Entry } from "../../protocol/view.ts";
import type { Panel } from "./panels.ts";

/** Schemes of addresses that are opened; files and commands are none of them. */
const LINK_SCHEMES = ["https:", "http:", "mailto:"];

async function showArtifact(
  { workplace, words }: Controller,
  { request, address, start, end }: Extract<Intent, { kind: "show-artifact" }>,
  panel: Panel,
): Promise<void> {
  const answer = (text: string, total: number, problem?: string): void =>
    panel.tell({ kind: "text", request, text, start, total, ...(problem !== undefined && { problem }) });
  if (!isArtifactAddress(address)) {
    answer("", 0, words("no-address", address));
    return;
  }
  const found = await readText((await workplace()).host.store, address);
  if (!found.ok) {
    answer("", 0, found.message);
    return;
  }
  answer(found.text.slice(start, Math.min(end, start + PANEL_TEXT_CHARS)), found.text.length);
}

async function openOutput({ desk, editor, notice, words }: Controller, id: string): Promise<void> {
  const session = desk.id();
  const entry = findEntry(desk.view(), id);
  if (session === undefined || entry === undefined) {
    notice("warning", words("no-row", id));
    return;
  }
  const tool = nameOf(entry);
  await editor.openDocument({ session, of: id, part: "output", name: `${tool} ${id.replaceAll("/", "-")}.txt` });
}

function nameOf(entry: Entry): string {
  if (entry.kind === "message") return "Message";
  return entry.kind === "call" ? entry.tool : (entry.opened.direct ?? "ToolCall");
}

async function copyOf({ desk, editor, workplace, notice, words }: Controller, id: string, what: "input" | "output") {
  const entry = findEntry(desk.view(), id);
  if (entry === undefined) {
    notice("warning", words("no-row", id));
    return;
  }
  await editor.copy(what === "input" ? inputOf(entry) : await outputOf(entry, (await workplace()).host.store, words));
}

async function openScript({ desk, editor, notice, words }: Controller, id: string): Promise<void> {
  const entry = findEntry(desk.view(), id);
  if (entry === undefined) {
    notice("warning", words("no-row", id));
    return;
  }
  if (entry.kind !== "envelope") {
    notice("warning", words("no-script", id));
    return;
  }
  await editor.openScript(entry.opened.expression);
}

async function openLink({ editor, notice, words }: Controller, href: string): Promise<void> {
  const scheme = URL.canParse(href) ? new URL(href).protocol : "";
  if (!LINK_SCHEMES.includes(scheme)) {
    notice("warning", words("bad-link", href.slice(0, 200)));
    return;
  }
  await editor.openLink(href);
}

/** What opens or shows something and changes nothing. */
export const openHandlers = {
  ready: ({ greet }, _intent, panel) => {
    panel.ready();
    greet(panel);
  },
  "more-entries": (_controller, _intent, panel) => panel.more(),
  "show-artifact": showArtifact,
  "open-file": ({ editor }, { path, line }) => editor.openFile(path, line),
  "open-script": (controller, { id }) => openScript(controller, id),
  "open-output": (controller, { id }) => openOutput(controller, id),
  "open-diff": (controller, { id }) => openChanges(controller, id),
  "open-link": (controller, { href }) => openLink(controller, href),
  copy: ({ editor }, { text }) => editor.copy(text),
  "copy-of": (controller, { id, what }) => copyOf(controller, id, what),
  "explain-permission": (controller, { id }) => explainDecision(controller, id),
  async find({ editor }, { request, sign, query }, panel) {
    panel.tell({ kind: "suggestions", request, items: await editor.find(sign, query) });
  },
  "open-in-editor": ({ editor }) => editor.openInEditor(),
  "open-settings": ({ editor }) => editor.openSettings(),
  "set-display": ({ editor }, { tool, display }) => editor.setDisplay(tool, display),
  "report-problem": ({ editor }, { text }) => editor.log("warn", `panel: ${text}`),
} satisfies Partial<Handlers>;
