import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LogOutputChannel, Memento } from "vscode";
import { handOverTcl } from "../../../src/apps/extension/tcl-handover.ts";
import { plainWords } from "../../../src/apps/extension/words.ts";
import { resetFake, state } from "./fake-window.ts";

vi.mock("vscode", () => import("./fake-window.ts"));

const TCL = "proc greet {name} {\n  puts $name\n}\n";
const LOG = { info: () => undefined, warn: () => undefined } as unknown as LogOutputChannel;

/** What a workspace remembers, beyond windows. */
function mementoOf(kept: Map<string, unknown>): Memento {
  return {
    get: (key: string, usual?: unknown) => kept.get(key) ?? usual,
    update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
  } as unknown as Memento;
}

const documentOf = (fileName: string, text: string, languageId = "toolcall") => ({
  fileName,
  languageId,
  uri: { toString: () => `file://${fileName}` },
  getText: () => text,
});

/** Tells of a document as VS Code does, and lets what follows happen. */
async function tell(listeners: ReadonlySet<(document: never) => void>, document: object): Promise<void> {
  for (const listener of listeners) listener(document as never);
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}

describe("a .tcl file that is plainly Tcl", () => {
  let kept: Map<string, unknown>;
  beforeEach(() => {
    resetFake();
    kept = new Map();
  });

  it.each([
    ["Tcl where there is such a language", ["plaintext", "tcl"], "tcl"],
    ["plain text where there is none", ["plaintext"], "plaintext"],
  ])("is given to %s", async (_what, languages, language) => {
    state.languages = languages;
    handOverTcl(mementoOf(kept), LOG, plainWords);
    await tell(state.opened, documentOf("/ws/a.tcl", TCL));
    expect(state.set).toEqual([["/ws/a.tcl", language]]);
  });

  it("is given away whatever it says later, for that was decided once", async () => {
    handOverTcl(mementoOf(kept), LOG, plainWords);
    await tell(state.opened, documentOf("/ws/a.tcl", TCL));
    await tell(state.opened, documentOf("/ws/a.tcl", "# nothing left"));
    expect(state.set).toHaveLength(2);
  });

  it("stays a script from then on when the person makes it one again", async () => {
    handOverTcl(mementoOf(kept), LOG, plainWords);
    await tell(state.opened, documentOf("/ws/a.tcl", TCL));
    // VS Code closes and opens a document, in one turn, when its language changes.
    for (const listener of state.closed) listener(documentOf("/ws/a.tcl", TCL, "plaintext") as never);
    await tell(state.opened, documentOf("/ws/a.tcl", TCL));
    resetFake();
    handOverTcl(mementoOf(kept), LOG, plainWords);
    await tell(state.opened, documentOf("/ws/a.tcl", TCL));
    expect(state.set).toEqual([]);
  });

  it("is looked at when it was open before the extension was", async () => {
    state.documents = [documentOf("/ws/a.tcl", TCL)];
    handOverTcl(mementoOf(kept), LOG, plainWords);
    await tell(new Set(), {});
    expect(state.set).toHaveLength(1);
  });
});

describe("any other file", () => {
  it.each([
    ["a script", "/ws/a.tcl", '(Grep :pattern "x")', "toolcall"],
    ["a file of another ending", "/ws/a.txt", TCL, "toolcall"],
    ["a file that is Tcl already", "/ws/a.tcl", TCL, "tcl"],
  ])("stays what it is: %s", async (_what, path, text, language) => {
    resetFake();
    handOverTcl(mementoOf(new Map()), LOG, plainWords);
    await tell(state.opened, documentOf(path, text, language));
    expect(state.set).toEqual([]);
  });
});
