import { describe, expect, it } from "vitest";
import type { ArtifactAddress } from "../../src/ports/store.ts";
import type { ContractHost, MakeHost } from "./contract-host.ts";
import { bytesOf, textOf, withHost } from "./contract-host.ts";

/** What every host's store promises. */
export function storeContract(make: MakeHost): void {
  const rule = (title: string, work: (made: ContractHost) => Promise<void>) =>
    it(title, () => withHost(make, {}, work));

  describe("journals", () => {
    rule("lines come back in the order in which they were appended", async ({ host: { store } }) => {
      expect(await store.append("s-1", ["one", "two"], true)).toBeUndefined();
      const appends = Array.from({ length: 50 }, (_, number) =>
        store.append("s-1", [`line ${number}`], number % 7 === 0),
      );
      expect(await Promise.all(appends)).toEqual(appends.map(() => undefined));
      const expected = ["one", "two", ...appends.map((_, number) => `line ${number}`)];
      expect(await store.journal("s-1")).toEqual({ lines: expected, torn: false });
    });

    rule("reading sees the appends that were made before, waited for or not", async ({ host: { store } }) => {
      const append = store.append("s-1", ["not waited for"], false);
      expect(await store.journal("s-1")).toEqual({ lines: ["not waited for"], torn: false });
      await append;
    });

    rule("any text without line breaks is a line", async ({ host: { store } }) => {
      const lines = ["", "{}", "日本語 \u{1f600}", '"\\n"', " ", "\u2028"];
      await store.append("s-1", lines, true);
      expect(await store.journal("s-1")).toEqual({ lines, torn: false });
    });

    rule("a session that was never written is missing", async ({ host: { store } }) => {
      expect(await store.journal("nobody")).toMatchObject({ problem: "missing" });
      expect(await store.sessions()).toEqual([]);
    });

    rule("every session that was written is listed with its size", async ({ host: { store } }) => {
      await store.append("s-1", ["12345"], true);
      await store.append("s-2", ["1"], false);
      const sessions = await store.sessions();
      expect(Object.fromEntries(sessions.map(({ id, bytes }) => [id, bytes]))).toEqual({ "s-1": 6, "s-2": 2 });
    });

    rule("a session that was closed is continued where it was", async ({ host: { store } }) => {
      await store.append("s-1", ["one"], false);
      await store.close("s-1");
      await store.close("s-1");
      await store.append("s-1", ["two"], false);
      expect(await store.journal("s-1")).toEqual({ lines: ["one", "two"], torn: false });
    });

    rule("a second writer is refused until the first one lets go", async ({ host: { store }, other }) => {
      const second = other?.().store;
      await store.append("s-1", ["one"], true);
      if (!second) return;
      expect(await second.append("s-1", ["two"], true)).toMatchObject({ problem: "locked" });
      expect(await second.journal("s-1")).toEqual({ lines: ["one"], torn: false });
      await store.close("s-1");
      expect(await second.append("s-1", ["two"], true)).toBeUndefined();
      expect(await store.append("s-1", ["three"], true)).toMatchObject({ problem: "locked" });
      expect(await store.journal("s-1")).toEqual({ lines: ["one", "two"], torn: false });
    });
  });

  describe("artifacts", () => {
    rule("content has the address of its hash and comes back as it was", async ({ host: { store } }) => {
      const address = (await store.putArtifact(bytesOf("hello"))) as ArtifactAddress;
      expect(address).toBe("artifact://2cf24dba5fb0a30e26e83b2ac5b9e29e");
      expect(await store.putArtifact(bytesOf("hello"))).toBe(address);
      expect(textOf(await store.getArtifact(address))).toBe("hello");
      const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      expect(await store.getArtifact((await store.putArtifact(bytes)) as ArtifactAddress)).toEqual(bytes);
    });

    rule("content that was never put is missing, and so is what is no address", async ({ host: { store } }) => {
      expect(await store.getArtifact(`artifact://${"0".repeat(32)}`)).toMatchObject({ problem: "missing" });
      expect(await store.getArtifact("artifact://../../etc/passwd")).toMatchObject({ problem: "missing" });
    });
  });
}
