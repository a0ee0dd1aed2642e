import { utimesSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FileStat } from "../../../src/ports/files.ts";
import { MAX_FACTS, rememberFact } from "../../../src/tools/facts.ts";
import { Read } from "../../../src/tools/read.ts";
import type { Workshop } from "../../support/workshop.ts";
import { createWorkshop } from "../../support/workshop.ts";

let shop: Workshop;
beforeAll(() => {
  shop = createWorkshop();
});
afterAll(() => shop.dispose());

describe("only the conversation's own repeated reads are answered with a sentence (R212)", () => {
  const text = async (file_path: string, source: "model" | "script" | "user" | "agent", more = {}): Promise<string> =>
    (await shop.run(Read, { file_path, ...more }, { source })).text;

  test("the same lines of an unchanged file are content once, then one sentence, then content when the file changes", async () => {
    const path = shop.put("twice.txt", "a\nb\n");
    expect(await text(path, "model")).toBe("1\ta\n2\tb");
    expect(await text(path, "model")).toBe(
      `${path} is unchanged since the last read of these lines: use what that read returned.`,
    );
    expect(await text(path, "model", { offset: 2 })).toBe("2\tb");
    shop.put("twice.txt", "a\nc\n");
    utimesSync(path, 1, 1);
    expect(await text(path, "model")).toBe("1\ta\n2\tc");
  });

  test("a script gets content every time, and its reads are not the conversation's", async () => {
    const path = shop.put("script.txt", "a\n");
    for (const source of ["script", "script", "user", "agent", "model"] as const)
      expect(await text(path, source)).toBe("1\ta");
    expect(await text(path, "script")).toBe("1\ta");
    expect(await text(path, "model")).toContain("unchanged");
  });

  test("a read that failed is not remembered", async () => {
    const path = shop.put("fails.txt", "a\n");
    for (let count = 0; count < 2; count++)
      expect(await text(path, "model", { offset: 9 })).toContain("past the last line");
    expect(shop.session.seen.has(path)).toBe(false);
  });
});

test("every read remembers the fingerprint of the file under its real path", async () => {
  const path = shop.put("seen.txt", "a\n");
  await shop.run(Read, { file_path: path }, { source: "script" });
  expect(shop.session.seen.get(path)).toBe(((await shop.host.files.stat(path)) as FileStat).fingerprint);
});

test("facts are bounded, and the oldest go first", () => {
  const facts = new Map<string, string>();
  for (let index = 0; index < MAX_FACTS; index++) rememberFact(facts, `k${index}`, "v");
  rememberFact(facts, "k0", "again");
  rememberFact(facts, "new", "v");
  expect([facts.size, facts.has("k0"), facts.has("k1"), facts.has("new")]).toEqual([MAX_FACTS, true, false, true]);
});

describe("artifact addresses are read like files", () => {
  test("their lines, their ranges and their limits are those of a file", async () => {
    const address = (await shop.host.store.putArtifact(Uint8Array.from(Buffer.from("a\nb\nc\n")))) as string;
    expect((await shop.run(Read, { file_path: address, offset: 2 })).text).toBe("2\tb\n3\tc");
    expect((await shop.run(Read, { file_path: address, limit: 1 })).text).toContain(
      `Use Read(file_path="${address}", offset=2, limit=2000)`,
    );
    expect(Read.resources({ file_path: address }, shop.host)).toEqual([]);
    const large = (await shop.host.store.putArtifact(new Uint8Array(600_000).fill(97))) as string;
    expect((await shop.run(Read, { file_path: large })).text).toContain("600000 bytes");
  });

  test("one that is not kept is an error that says what to do", async () => {
    const address = `artifact://${"0".repeat(32)}`;
    expect(await shop.run(Read, { file_path: address })).toMatchObject({
      status: "error",
      text: `${address} is not kept any more or never was: make the call that produced it again`,
    });
  });
});

test("the permission asked for is to read the absolute path", () => {
  expect(Read.resources({ file_path: "x/../y.txt" }, shop.host)).toEqual([
    { kind: "path", path: shop.path("y.txt"), access: "read" },
  ]);
});
