import { describe, expect, test } from "vitest";
import { isArtifactAddress, readText } from "../../src/agent/artifacts.ts";
import { encodeUtf8 } from "../../src/base/utf8.ts";
import { createMemoryStore } from "../../src/hosts/memory/store.ts";

const NOWHERE = "artifact://00000000000000000000000000000000";

describe("a kept result", () => {
  test("is read back as it was", async () => {
    const store = createMemoryStore(() => 0);
    const address = await store.putArtifact(encodeUtf8("long – lang"));
    expect(typeof address === "string" && isArtifactAddress(address)).toBe(true);
    expect(await readText(store, address as typeof NOWHERE)).toEqual({ ok: true, text: "long – lang" });
  });

  test("that the quota took says so, and one that cannot be read says why", async () => {
    const store = createMemoryStore(() => 0);
    expect(await readText(store, NOWHERE)).toMatchObject({
      ok: false,
      message: expect.stringContaining("no longer kept") as string,
    });
    const broken = { ...store, getArtifact: () => Promise.resolve({ problem: "denied", detail: "mode 000" } as const) };
    expect(await readText(broken, NOWHERE)).toMatchObject({ message: expect.stringContaining("mode 000") as string });
  });

  test.each([
    [NOWHERE, true],
    ["artifact://0123", false],
    ["artifact://0000000000000000000000000000000G", false],
    [`${NOWHERE}/x`, false],
    ["/etc/passwd", false],
  ])("has an address such as %s: %s", (text, is) => {
    expect(isArtifactAddress(text)).toBe(is);
  });
});
