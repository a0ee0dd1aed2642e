import "@vscode/codicons/dist/codicon.css";
import "./style/main.css";
import { registerElements } from "./elements.ts";
import type { EditorApi } from "./host.ts";
import { createHost } from "./host.ts";
import { ToolcallPanel } from "./panel.ts";
import { applyMessage, createStore } from "./store.ts";

declare function acquireVsCodeApi(): EditorApi;

const host = createHost(acquireVsCodeApi(), window);
const store = createStore();
host.onMessage((message) => store.change((data) => applyMessage(data, message)));

// A fault in the page is not the person's to find; the host's log keeps it. Bounded: a fault in every frame is one line.
const REPORTS = 20;
let reports = 0;
const report = (what: unknown): void => {
  if (reports++ >= REPORTS) return;
  const text = what instanceof Error ? (what.stack ?? what.message) : String(what);
  host.post({ kind: "report-problem", text: text.slice(0, 4_000) });
};
window.addEventListener("error", ({ error, message }) => {
  // Heights that could not be told in one frame are told in the next: no fault.
  if (!message.startsWith("ResizeObserver loop")) report(error ?? message);
});
window.addEventListener("unhandledrejection", ({ reason }) => report(reason));

registerElements();
const panel = new ToolcallPanel();
panel.context = { host, store };
document.body.append(panel);
host.post({ kind: "ready" });
