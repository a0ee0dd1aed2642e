import { mkdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { NEVER } from "../../../src/base/cancel.ts";
import type { WindowChange } from "../../../src/hosts/vscode/window-workspace.ts";
import { bytesOf, textOf } from "../../contracts/contract-host.ts";
import { inTempFolder, putFiles } from "../node/temp-folder.ts";
import { fake, Uri } from "./fake-vscode.ts";
import { makeWindowHost, windowHost } from "./window-host.ts";

const command = (cwd: string) => ({ command: "echo hi", cwd, timeoutMs: 60_000, keepChars: 100 });

describe("the workspace of a window", () => {
  it("has the folders of the window in their order, by the names that the person sees", () =>
    inTempFolder(async (folder) => {
      await putFiles(folder, { "one/a.txt": "a", "two/a.txt": "b" });
      fake.reset();
      fake.addFolder(Uri.file(`${folder}/two`), "Second");
      fake.addFolder(Uri.file(`${folder}/one`), "First");
      const host = windowHost(`${folder}/storage`, { home: "/home/me", temp: "/tmp/mine" });
      expect(host.workspace).toEqual({
        roots: [`${folder}/two`, `${folder}/one`],
        rootNames: ["Second", "First"],
        home: "/home/me",
        temp: "/tmp/mine",
        trusted: true,
        separator: "/",
        ignoresCase: false,
      });
      await host.dispose();
    }));

  it("mixes folders of this machine with those of virtual file systems", () =>
    inTempFolder(async (folder) => {
      fake.reset();
      fake.addSystem("memfs").put("/ws/a.txt", "virtual");
      fake.addFolder(Uri.parse("memfs:/ws"), "there");
      fake.addFolder(Uri.file(folder), "here");
      const host = windowHost(`${folder}/storage`);
      expect(host.workspace.roots).toEqual(["/memfs:/ws", folder]);
      expect(textOf(await host.files.read("/memfs:/ws/a.txt"))).toBe("virtual");
      expect(await host.files.write(`${folder}/b.txt`, bytesOf("b"), "missing")).toMatchObject({ kind: "file" });
      expect(await host.processes.start(command(folder), NEVER).done).toEqual({ end: "exited", code: 0 });
      await host.dispose();
    }));

  it("is an empty folder of the extension's own where the window has none", () =>
    inTempFolder(async (folder) => {
      fake.reset();
      const host = windowHost(`${folder}/storage`);
      expect(host.workspace.roots).toEqual([`${folder}/storage/scratch`]);
      expect(host.workspace).not.toHaveProperty("rootNames");
      await mkdir(`${folder}/storage/scratch`, { recursive: true });
      expect(await host.files.list(`${folder}/storage/scratch`)).toEqual([]);
      await host.dispose();
    }));

  it.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ "files.encoding": "utf8", "files.eol": "auto" }, {}],
    [{ "files.encoding": "utf16le" }, {}],
    [
      { "files.encoding": "windows1251", "files.eol": "\r\n" },
      { legacyEncoding: "windows1251", newFileEol: "\r\n" },
    ],
    [{ "files.eol": "\n" }, { newFileEol: "\n" }],
  ])("says what the settings say about text: %j", async (settings, expected) => {
    const made = await makeWindowHost();
    fake.window.settings = settings;
    const { workspace } = made.other!();
    const { legacyEncoding, newFileEol } = workspace;
    expect({ ...(legacyEncoding && { legacyEncoding }), ...(newFileEol && { newFileEol }) }).toEqual(expected);
    await made.dispose();
  });

  it("keeps its folders, and tells when the window gets others and when it is trusted", () =>
    inTempFolder(async (folder) => {
      fake.reset();
      fake.window.isTrusted = false;
      fake.addFolder(Uri.file(`${folder}/one`), "one");
      const changes: WindowChange[] = [];
      const host = windowHost(`${folder}/storage`, { onWindowChange: (change) => changes.push(change) });
      fake.addFolder(Uri.file(`${folder}/two`), "two");
      fake.trust();
      expect(changes).toEqual([
        { change: "folders", roots: [`${folder}/one`, `${folder}/two`], names: ["one", "two"] },
        { change: "trusted" },
      ]);
      expect(host.workspace.roots).toEqual([`${folder}/one`]);
      await host.dispose();
      fake.addFolder(Uri.file(`${folder}/three`), "three");
      expect(changes).toHaveLength(2);
    }));
});

describe("a workspace that is not trusted", () => {
  it("is read and neither written nor worked on by commands, until it is trusted", async () => {
    const made = await makeWindowHost({ "a.txt": "one\n", link: { linkTo: "a.txt" } });
    fake.window.isTrusted = false;
    const { host, root } = made;
    const refused = { problem: "denied", detail: expect.stringContaining("not trusted") as string };
    expect(textOf(await host.files.read(`${root}/a.txt`))).toBe("one\n");
    for (const name of ["a.txt", "link", "new.txt"]) {
      expect(await host.files.write(`${root}/${name}`, bytesOf("x"), "anything")).toMatchObject(refused);
      expect(await host.files.remove(`${root}/${name}`, "anything")).toMatchObject(refused);
    }
    expect(await host.processes.start(command(root), NEVER).done).toMatchObject({
      end: "failed",
      message: expect.stringContaining("not trusted") as string,
    });
    const hook = { ...command(root), personal: true } as const;
    expect(await host.processes.start(hook, NEVER).done).toEqual({ end: "exited", code: 0 });
    fake.trust();
    expect(await host.files.write(`${root}/a.txt`, bytesOf("two\n"), "anything")).toMatchObject({ kind: "file" });
    expect(await host.processes.start(command(root), NEVER).done).toEqual({ end: "exited", code: 0 });
    await made.dispose();
  });
});

describe("two windows on one folder", () => {
  it("see each other's sessions, and write only to their own", async () => {
    const made = await makeWindowHost();
    const [first, second] = [made.host.store, made.other!().store];
    await first.append("s-1", ["one"], true);
    await second.append("s-2", ["two"], true);
    expect((await first.sessions()).map(({ id }) => id).sort()).toEqual(["s-1", "s-2"]);
    expect(await second.append("s-1", ["stolen"], true)).toMatchObject({ problem: "locked" });
    expect(await first.append("s-2", ["stolen"], true)).toMatchObject({ problem: "locked" });
    expect(await first.journal("s-2")).toEqual({ lines: ["two"], torn: false });
    await first.close("s-1");
    expect(await second.append("s-1", ["taken over"], true)).toBeUndefined();
    await made.dispose();
  });

  it("stop their own commands and no others when they close", async () => {
    const made = await makeWindowHost();
    const [first, second] = [windowHost(`${made.root}-1`), windowHost(`${made.root}-1`)];
    const wait = { ...command(made.root), command: "sleep 600" };
    const [one, two] = [first.processes.start(wait, NEVER), second.processes.start(wait, NEVER)];
    await first.dispose();
    expect(await one.done).toEqual({ end: "cancelled" });
    expect(second.processes.running().map(({ id }) => id)).toEqual([two.id]);
    await second.dispose();
    expect(await two.done).toEqual({ end: "cancelled" });
    await made.dispose();
  });
});
