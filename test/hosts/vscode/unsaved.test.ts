import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { NEVER } from "../../../src/base/cancel.ts";
import { createFiles } from "../../../src/hosts/node/files.ts";
import type { PathOf } from "../../../src/hosts/vscode/files/documents.ts";
import { createDocuments } from "../../../src/hosts/vscode/files/documents.ts";
import { overlayFiles } from "../../../src/hosts/vscode/files/overlay-files.ts";
import type { Files, FileStat } from "../../../src/ports/files.ts";
import type { ContractFiles, ContractHost } from "../../contracts/contract-host.ts";
import { bytesOf, textOf } from "../../contracts/contract-host.ts";
import { QUERY } from "../node/engines.ts";
import type { FakeDocument } from "./fake-document.ts";
import { encode } from "./fake-document.ts";
import { fake, TabInputCustom, Uri } from "./fake-vscode.ts";
import { makeWindowHost } from "./window-host.ts";

/** A window with one file that is open. */
interface Opened extends ContractHost {
  readonly path: string;
  readonly document: FakeDocument;
  readonly onDisk: () => Promise<string>;
  /** Writes what the file is to be, given that it is as it was last looked at. */
  readonly write: (text: string) => Promise<unknown>;
}

async function withOpen(
  content: string | Uint8Array,
  work: (opened: Opened) => Promise<void>,
  encoding = "utf8",
): Promise<void> {
  const made = await makeWindowHost({ "a.txt": content } satisfies ContractFiles);
  try {
    const path = `${made.root}/a.txt`;
    const { files } = made.host;
    const document = fake.open(Uri.file(path), encoding);
    const write = async (text: string) => {
      const { fingerprint } = (await files.stat(path)) as FileStat;
      return files.write(path, encode(text, encoding), { fingerprint });
    };
    await work({ ...made, path, document, write, onDisk: () => readFile(path, "utf8") });
  } finally {
    await made.dispose();
  }
}

describe("a file with unsaved changes", () => {
  it("is what the editor shows, and says so", () =>
    withOpen("one\n", async ({ host, path, document }) => {
      expect(await host.files.stat(path)).not.toHaveProperty("unsaved");
      document.type("one and a half\n");
      expect(await host.files.stat(path)).toMatchObject({ kind: "file", size: 15, unsaved: true });
      expect(textOf(await host.files.read(path))).toBe("one and a half\n");
      expect(textOf(await host.files.read(path, { start: 4, end: 7 }))).toBe("and");
    }));

  it("has another fingerprint after each change, and keeps it when it is saved as it stands", () =>
    withOpen("one\n", async ({ host, path, document }) => {
      const print = async () => ((await host.files.stat(path)) as FileStat).fingerprint;
      const prints = [await print()];
      for (const text of ["two\n", "six\n"]) {
        document.type(text);
        prints.push(await print());
      }
      expect(new Set(prints).size).toBe(3);
      await document.save();
      expect(await print()).toBe(prints.at(-1));
    }));

  it.each([
    ["utf8", "grüße\n"],
    ["utf8bom", "grüße\n"],
    ["utf16le", "grüße\n"],
    ["utf16be", "grüße\n"],
    ["windows1252", "grüße\n"],
    ["koi8r", "привет\n"],
  ])("has the bytes that a save would write: %s", (encoding, text) =>
    withOpen(
      encode("x\n", encoding),
      async ({ host, path, document }) => {
        document.type(text);
        const bytes = await host.files.read(path);
        await document.save();
        expect(Buffer.from(bytes as Uint8Array)).toEqual(await readFile(path));
      },
      encoding,
    ),
  );

  it("has the line ends that a save would write", () =>
    withOpen("one\r\ntwo\r\n", async ({ host, path, document }) => {
      document.type("one\ntwo\nthree\n");
      expect(textOf(await host.files.read(path))).toBe("one\r\ntwo\r\nthree\r\n");
    }));

  it("is found by the path of a link and by the path a link leads to", () =>
    withOpen("one\n", async ({ host, root, path }) => {
      await symlink("a.txt", `${root}/link`);
      fake.window.documents = [];
      fake.open(Uri.file(`${root}/link`)).type("two\n");
      expect(textOf(await host.files.read(path))).toBe("two\n");
      expect(textOf(await host.files.read(`${root}/link`))).toBe("two\n");
    }));

  it("is still in the editor when the file has gone", () =>
    withOpen("one\n", async ({ host, path, document }) => {
      document.type("two\n");
      await rm(path);
      expect(await host.files.stat(path)).toMatchObject({ kind: "file", unsaved: true });
      expect(await host.files.write(path, bytesOf("x"), "missing")).toMatchObject({ problem: "exists" });
    }));

  it("is found by a search as it is in the editor", () =>
    withOpen("an old needle\n", async ({ host, root, path, document }) => {
      document.type("first\na new needle\n");
      const lines: string[] = [];
      await host.search.text({ ...QUERY, path: root }, (line) => lines.push(line) > 0, NEVER);
      expect(lines).toEqual([path, "2:a new needle"]);
    }));
});

describe("a write to a file that is open", () => {
  it("goes through the editor and is saved, so that it can be undone", () =>
    withOpen("one\ntwo\n", async ({ write, document, onDisk }) => {
      expect(await write("one\nTWO\n")).not.toHaveProperty("unsaved");
      expect(await onDisk()).toBe("one\nTWO\n");
      expect(document.isDirty).toBe(false);
      document.undo();
      expect(document.getText()).toBe("one\ntwo\n");
    }));

  it("is left unsaved with the changes that were there, which stay", () =>
    withOpen("one\ntwo\nthree\n", async ({ write, document, onDisk }) => {
      document.type("typed\ntwo\nthree\n");
      expect(await write("typed\ntwo\nTHREE\n")).toMatchObject({ unsaved: true });
      expect(await onDisk()).toBe("one\ntwo\nthree\n");
      document.undo();
      expect(document.getText()).toBe("typed\ntwo\nthree\n");
    }));

  it.each<[string, string, string]>([
    ["line feeds", "one\ntwo\n", "one\nTWO\nmore\n"],
    ["carriage returns and line feeds", "one\r\ntwo\r\n", "one\r\nTWO\r\nmore\r\n"],
    ["other line ends than before", "one\ntwo\n", "one\r\nTWO\r\n"],
    ["no line end at the end", "one\ntwo", "one\nTWO"],
    ["no line at all", "one\n", ""],
  ])("gives exactly the bytes asked for: %s", (_title, before, after) =>
    withOpen(before, async ({ write, document, onDisk }) => {
      const version = document.version;
      expect(await write(after)).not.toHaveProperty("altered");
      expect(await onDisk()).toBe(after);
      expect(document.getText()).toBe(after);
      expect(document.version).toBe(version + 1);
    }),
  );

  it("takes no character apart, as VS Code does with edits of what it shows", () =>
    withOpen("a\u{1f600}b\n", async ({ write, document, onDisk }) => {
      fake.window.shown = [document];
      expect(await write("a\u{1f601}b\r\n")).not.toHaveProperty("altered");
      expect(await onDisk()).toBe("a\u{1f601}b\r\n");
      expect(document.version).toBe(2);
    }));

  it.each(["utf8bom", "utf16le", "windows1252"])("keeps encoding and byte order mark: %s", (encoding) =>
    withOpen(
      encode("grün\nrot\n", encoding),
      async ({ write, path }) => {
        await write("grün\nblaß\n");
        expect(new Uint8Array(await readFile(path))).toEqual(encode("grün\nblaß\n", encoding));
      },
      encoding,
    ),
  );

  it.each<[string, string | Uint8Array, string]>([
    ["lines that end in different ways", "one\r\ntwo\nthree\r\n", "one\r\nTWO\nthree\r\n"],
    ["bytes that are no text in its encoding", new Uint8Array([0x61, 0xe9, 0x0a]), "b\n"],
  ])("goes to the disk where the editor cannot keep every byte: %s", (_title, before, after) =>
    withOpen(before, async ({ write, document, onDisk }) => {
      await write(after);
      expect(await onDisk()).toBe(after);
      expect(document.version).toBe(1);
    }),
  );

  it("goes to the disk where VS Code has yet to load what is there", () =>
    withOpen("one\n", async ({ write, document, path, onDisk }) => {
      await writeFile(path, "changed by a command\n");
      await write("changed by a command, and by us\n");
      expect(await onDisk()).toBe("changed by a command, and by us\n");
      expect(document.isDirty).toBe(false);
    }));

  it.each<[string, string, RegExp]>([
    ["lines would end in different ways", "typed\r\nTWO\n", /one way for all/],
    ["a lone carriage return", "typed\rtwo\n", /one way for all/],
  ])("is refused where unsaved text could not be saved like that: %s", (_title, after, why) =>
    withOpen("one\ntwo\n", async ({ write, document }) => {
      document.type("typed\ntwo\n");
      expect(await write(after)).toMatchObject({ problem: "denied", detail: expect.stringMatching(why) as string });
      expect(document.getText()).toBe("typed\ntwo\n");
    }),
  );

  it("is refused where unsaved text has characters that its encoding lacks, which a write would lose", () =>
    withOpen(
      "one\ntwo\n",
      async ({ write, document }) => {
        document.type("日本\ntwo\n");
        expect(await write("??\nTWO\n")).toMatchObject({
          problem: "denied",
          detail: expect.stringContaining("windows1252") as string,
        });
        expect(document.getText()).toBe("日本\ntwo\n");
      },
      "windows1252",
    ));

  it("tells when saving it made something else of it", () =>
    withOpen("one", async ({ host, path, document, onDisk }) => {
      fake.window.participants.push((text) => (text.endsWith("\n") ? text : `${text}\n`));
      const { fingerprint } = (await host.files.stat(path)) as FileStat;
      const made = (await host.files.write(path, bytesOf("two"), { fingerprint })) as FileStat;
      expect(made).toMatchObject({ altered: true, size: 4 });
      expect(await onDisk()).toBe("two\n");
      expect(document.isDirty).toBe(false);
      expect(((await host.files.stat(path)) as FileStat).fingerprint).toBe(made.fingerprint);
    }));

  it("is refused and leaves no trace where VS Code shows the file as read-only", () =>
    withOpen("one\n", async ({ write, document, onDisk }) => {
      document.isReadonly = true;
      expect(await write("two\n")).toMatchObject({
        problem: "denied",
        detail: expect.stringContaining("read-only") as string,
      });
      expect([document.getText(), await onDisk()]).toEqual(["one\n", "one\n"]);
    }));

  it("is tried again when VS Code gives up a save, and is told as unsaved when it always does", () =>
    withOpen("one\n", async ({ write, document, onDisk }) => {
      document.failingSaves = 1;
      expect(await write("two\n")).not.toHaveProperty("unsaved");
      document.failingSaves = 1_000;
      expect(await write("three\n")).toMatchObject({ unsaved: true });
      expect(await onDisk()).toBe("two\n");
      expect(document.getText()).toBe("three\n");
    }));

  it("changes nothing when the text is not what was expected", () =>
    withOpen("one\n", async ({ host, path, document, write }) => {
      document.type("two\n");
      const { fingerprint } = (await host.files.stat(path)) as FileStat;
      document.type("three\n");
      const late = await host.files.write(path, bytesOf("x\n"), { fingerprint });
      expect(late).toMatchObject({ problem: "changed" });
      expect(await host.files.write(path, bytesOf("x\n"), "missing")).toMatchObject({ problem: "exists" });
      expect(document.getText()).toBe("three\n");
      expect(await write("four\n")).toMatchObject({ unsaved: true });
    }));

  it.each([true, false])("changes nothing when somebody types while it is on its way (unsaved before: %s)", (isDirty) =>
    withOpen("one\n", async ({ document, write, onDisk }) => {
      if (isDirty) document.type("typed\n");
      fake.window.onTheWay = () => {
        document.type("typed at the same moment\n");
      };
      expect(await write("ours\n")).toMatchObject({ problem: "changed" });
      expect(document.getText()).toBe("typed at the same moment\n");
      expect(await onDisk()).toBe("one\n");
    }),
  );

  it("changes nothing when somebody begins to type while the file is looked at", () =>
    withOpen("one\n", async ({ host, path, document, onDisk }) => {
      const machine = createFiles();
      const files: Files = {
        ...machine,
        read: (name, range) => {
          document.type("typed\n");
          return machine.read(name, range);
        },
      };
      const pathOf: PathOf = ({ fsPath }) => fsPath;
      const documents = createDocuments({ files, pathOf, ignoresCase: false });
      const overlay = overlayFiles({ files, documents, clock: host.clock, encodingOf: () => undefined });
      const { fingerprint } = (await machine.stat(path)) as FileStat;
      expect(await overlay.write(path, bytesOf("ours\n"), { fingerprint })).toMatchObject({ problem: "changed" });
      expect([document.getText(), await onDisk()]).toEqual(["typed\n", "one\n"]);
    }));

  it("is refused where the file is open twice with different unsaved changes", () =>
    withOpen("one\n", async ({ root, document, write }) => {
      await symlink("a.txt", `${root}/link`);
      document.type("two\n");
      fake.open(Uri.file(`${root}/link`)).type("three\n");
      expect(await write("four\n")).toMatchObject({
        problem: "denied",
        detail: expect.stringContaining(`${root}/link`) as string,
      });
    }));

  it("is refused where a special editor has unsaved changes of it", () =>
    withOpen("one\n", async ({ path, write, host }) => {
      fake.window.documents = [];
      fake.window.tabs = [{ input: new TabInputCustom(Uri.file(path)), isDirty: true }];
      expect(await write("two\n")).toMatchObject({ problem: "denied" });
      expect(await host.files.remove(path, "anything")).toMatchObject({ problem: "denied" });
      fake.window.tabs = [{ input: new TabInputCustom(Uri.file(path)), isDirty: false }];
      expect(await write("two\n")).toMatchObject({ kind: "file" });
    }));
});

describe("removing a file that is open", () => {
  it("takes the file and leaves the editor alone", () =>
    withOpen("one\n", async ({ host, path, document }) => {
      expect(await host.files.remove(path, "anything")).toBeUndefined();
      expect(await host.files.stat(path)).toMatchObject({ problem: "missing" });
      expect(document.isClosed).toBe(false);
    }));

  it("is refused while it has unsaved changes", () =>
    withOpen("one\n", async ({ host, path, document, onDisk }) => {
      document.type("two\n");
      expect(await host.files.remove(path, "anything")).toMatchObject({ problem: "denied" });
      expect(await onDisk()).toBe("one\n");
    }));
});
