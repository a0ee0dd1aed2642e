import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { editorArguments, endEditor, findEditor } from "../../src/build/editors.mjs";
import { ROOT } from "../../src/build/root.mjs";
import { inTempFolder } from "../hosts/node/temp-folder.ts";

function putCommands(folder: string, names: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(join(folder, name), "#!/bin/sh\n", { mode: 0o755 });
}

describe.skipIf(process.platform !== "linux")("the editor that npm start uses", () => {
  it.each([
    [["codium", "code"], "code"],
    [["windsurf", "cursor"], "cursor"],
    [["code-insiders"], "code-insiders"],
  ])("is, of %s, %s", async (names, expected) => {
    await inTempFolder((folder) => {
      putCommands(folder, names);
      const found = findEditor({ PATH: ["/nowhere", folder].join(delimiter), DISPLAY: ":0" });
      expect(found).toEqual({ name: expected, path: join(folder, expected) });
      return Promise.resolve();
    });
  });

  it("is none where there is no display, and that is said", async () => {
    await inTempFolder((folder) => {
      putCommands(folder, ["code"]);
      expect(findEditor({ PATH: folder })).toBe("there is no display to open a window on");
      expect(findEditor({ PATH: folder, WAYLAND_DISPLAY: "wayland-0" })).toMatchObject({ name: "code" });
      return Promise.resolve();
    });
  });

  it("is not the command that a terminal of a remote window has, which opens no window of its own", async () => {
    await inTempFolder((folder) => {
      const remote = join(folder, "bin", "remote-cli");
      putCommands(remote, ["code"]);
      expect(findEditor({ PATH: remote, DISPLAY: ":0" })).toMatch(/^none of code, .* is on the search path$/);
      return Promise.resolve();
    });
  });

  it("gets the extension from this folder, and a profile of its own", () => {
    const args = editorArguments("/profile", "/workspace", false);
    expect(args).toEqual(
      expect.arrayContaining([
        `--extensionDevelopmentPath=${ROOT}`,
        "--user-data-dir=/profile/data",
        "--extensions-dir=/profile/extensions",
        "--wait",
      ]),
    );
    expect(args.at(-1)).toBe("/workspace");
  });

  it("asks whether a person's own workspace is to be trusted, and not for the sample", () => {
    expect(editorArguments("/profile", "/workspace", false)).not.toContain("--disable-workspace-trust");
    expect(editorArguments("/profile", "/workspace", true)).toContain("--disable-workspace-trust");
  });

  it("is ended by the process that its profile names, and by no other", async () => {
    await inTempFolder(async (profile) => {
      const lock = join(profile, "data", "code.lock");
      mkdirSync(join(profile, "data"));
      const [editor, other] = [[`--user-data-dir=${profile}/data`], []].map((args) =>
        spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", "--", ...args]),
      );
      const ended = once(editor!, "exit");
      for (const nobody of ["", "0", "1", "-1", "abc", String(other!.pid)]) {
        writeFileSync(lock, nobody);
        endEditor(profile);
      }
      expect([editor!.signalCode, other!.signalCode]).toEqual([null, null]);
      writeFileSync(lock, `${editor!.pid ?? 0}\n`);
      endEditor(profile);
      expect(await ended).toEqual([null, "SIGTERM"]);
      expect(other!.signalCode).toBeNull();
      other!.kill();
    });
  });
});
