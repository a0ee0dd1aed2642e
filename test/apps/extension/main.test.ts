import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ExtensionContext } from "vscode";
import { COMMAND_IDS, EDITOR_PANEL_TYPE, VIEW_ID } from "../../../src/apps/extension/command-ids.ts";
import { activate, deactivate } from "../../../src/apps/extension/main.ts";
import { registered, resetFake, state } from "./fake-window.ts";

const loaded = vi.hoisted(() => ({ times: 0, ran: [] as string[], disposed: 0 }));

vi.mock("vscode", () => import("./fake-window.ts"));
vi.mock("../../../src/apps/extension/load-window.ts", () => ({
  loadWindow: () => {
    loaded.times++;
    return Promise.resolve(() =>
      Promise.resolve({
        runCommand: (id: string) => Promise.resolve(void loaded.ran.push(id)),
        dispose: () => {
          loaded.disposed++;
          return Promise.resolve();
        },
      }),
    );
  },
}));

const memento = { get: (_key: string, usual: unknown) => usual, update: () => Promise.resolve() };

function activated(): ExtensionContext {
  const context = { subscriptions: [], workspaceState: memento, extensionUri: {} } as unknown as ExtensionContext;
  activate(context);
  return context;
}

describe("activation", () => {
  beforeEach(() => {
    resetFake();
    Object.assign(loaded, { times: 0, ran: [], disposed: 0 });
  });
  afterEach(() => deactivate());

  it("registers everything of the manifest, and loads nothing that works", () => {
    activated();
    expect([...state.commands.keys()]).toEqual(COMMAND_IDS);
    expect(registered).toContain(`view ${VIEW_ID}`);
    expect(registered).toContain(`serializer ${EDITOR_PANEL_TYPE}`);
    expect(registered).toContain("scheme toolcall-output");
    expect(loaded.times).toBe(0);
  });

  it("is taken back whole: what was registered is disposed", () => {
    const context = activated();
    expect(registered.size).toBeGreaterThan(COMMAND_IDS.length);
    for (const each of context.subscriptions) each.dispose();
    expect([...registered]).toEqual([]);
  });

  it("lets the first needs load the window once", async () => {
    activated();
    await Promise.all([state.commands.get("toolcall.undo")?.(), state.commands.get("toolcall.stop")?.()]);
    expect(loaded.times).toBe(1);
    expect(loaded.ran).toEqual(["toolcall.undo", "toolcall.stop"]);
    await deactivate();
    expect(loaded.disposed).toBe(1);
  });

  it("ends without loading what nobody needed", async () => {
    activated();
    await deactivate();
    expect(loaded).toMatchObject({ times: 0, disposed: 0 });
  });
});
