import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { archiveEntries } from "../../src/build/archive-entries.mjs";
import { PACKAGE_BYTES, packageFindings } from "../../src/build/package-check.mjs";
import { ROOT } from "../../src/build/root.mjs";
import { inTempFolder } from "../hosts/node/temp-folder.ts";

type Entries = Readonly<Record<string, string | { readonly text: string; readonly mode: number }>>;

/** A package that is fine. */
const FINE: Entries = {
  "extension/package.json": "{}",
  "extension/dist/extension.cjs": "exports.activate = () => {};",
  "extension/dist/window.cjs": "exports.open = () => {};",
  "extension/dist/webview/main.js": "export {};",
  "extension/dist/tree-sitter-bash.wasm": "\0asm",
  "extension/dist/rg/rg": { text: "ELF", mode: 0o755 },
};

/** A zip archive of texts, as those that make packages write it. */
function zip(entries: Entries): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, entry] of Object.entries(entries)) {
    const { text, mode } = typeof entry === "string" ? { text: entry, mode: 0o644 } : entry;
    const [nameBytes, plain] = [Buffer.from(name), Buffer.from(text)];
    const packed = deflateRawSync(plain, { level: 0 });
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(plain.length, 22);
    local.writeUInt16LE(nameBytes.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(plain.length, 24);
    central.writeUInt16LE(nameBytes.length, 28);
    central.writeUInt32LE((0o100000 | mode) * 0x10000, 38);
    central.writeUInt32LE(at, 42);
    parts.push(local, nameBytes, packed);
    directory.push(central, nameBytes);
    at += local.length + nameBytes.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

function findingsOf(entries: Entries): Promise<string[]> {
  return inTempFolder((folder) => {
    const file = join(folder, "x.vsix");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, zip(entries));
    return Promise.resolve(packageFindings(relative(ROOT, file)).map((finding) => finding.replace(/^.*\.vsix: /, "")));
  });
}

describe("the check of a package", () => {
  it("finds nothing in one that has what it needs", async () => {
    expect(await findingsOf(FINE)).toEqual([]);
  });

  it.each([
    "extension/src/apps/extension/main.ts",
    "extension/dist/extension.cjs.map",
    "extension/test/e2e/files.e2e.ts",
    "extension/node_modules/zod/index.js",
    "extension/.env",
    "extension/.npmrc",
    "extension/dist/toolcall.mjs",
    "extension/media/sample-workspace/src/index.ts",
  ])("refuses %s", async (name) => {
    expect(await findingsOf({ ...FINE, [name]: "" })).toEqual([expect.stringContaining(name)]);
  });

  it.each(Object.keys(FINE))("misses %s", async (name) => {
    const rest = Object.fromEntries(Object.entries(FINE).filter(([other]) => other !== name));
    expect(await findingsOf(rest)).toEqual([expect.stringContaining("which it needs")]);
  });

  it.each([
    ["a private key", `-----BEGIN PRIVATE KEY-----\n${"A".repeat(64)}`],
    ["a token of a code host", `ghp_${"a1".repeat(18)}`],
    ["a token of a package registry", `npm_${"a1".repeat(18)}`],
    ["a key of a cloud or a model", `sk-ant-${"a1".repeat(20)}`],
    ["names a folder of the machine", join(ROOT, "src/apps")],
  ])("finds %s in a text, and does not repeat it", async (what, secret) => {
    const findings = await findingsOf({ ...FINE, "extension/dist/window.cjs": `const x = "${secret}";` });
    expect(findings).toEqual([expect.stringContaining(what)]);
    expect(findings.join()).not.toContain(secret);
  });

  it("refuses a ripgrep that could not be run, and a package that is too large", async () => {
    expect(await findingsOf({ ...FINE, "extension/dist/rg/rg": { text: "ELF", mode: 0o644 } })).toEqual([
      expect.stringContaining("could not be run"),
    ]);
    const large = "x".repeat(PACKAGE_BYTES);
    expect(await findingsOf({ ...FINE, "extension/dist/rg/rg": { text: large, mode: 0o755 } })).toEqual([
      expect.stringContaining("has to stay under"),
    ]);
  });

  it("reads names, modes and contents of an archive, and refuses what is none", () => {
    const [first, ...rest] = archiveEntries(zip({ "a.txt": "alpha", "ä/b": { text: "beta".repeat(99), mode: 0o755 } }));
    expect([first?.name, first?.mode, first?.content().toString()]).toEqual(["a.txt", 0o644, "alpha"]);
    expect(rest.map(({ name, mode, content }) => [name, mode, content().length])).toEqual([["ä/b", 0o755, 396]]);
    expect(() => archiveEntries(Buffer.from("no archive at all, whatever its name"))).toThrow("no zip archive");
  });
});
