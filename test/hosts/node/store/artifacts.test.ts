import { readdir, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createArtifacts } from "../../../../src/hosts/node/store/artifacts.ts";
import type { NodeStore } from "../../../../src/hosts/node/store.ts";
import { createStore } from "../../../../src/hosts/node/store.ts";
import type { ArtifactAddress } from "../../../../src/ports/store.ts";
import { bytesOf, textOf } from "../../../contracts/contract-host.ts";
import { asNobody } from "../as-nobody.ts";
import { inTempFolder } from "../temp-folder.ts";
import { withStore } from "../temp-store.ts";

describe("artifacts", () => {
  const content = (letter: string) => bytesOf(letter.repeat(100));
  const files = async (folder: string) =>
    (await readdir(join(folder, "artifacts"), { recursive: true })).filter((name) => /[0-9a-f]{32}$/.test(name));
  /** Puts an artifact and makes it look as old as `days`. */
  const putOld = async (store: NodeStore, folder: string, letter: string, days: number): Promise<ArtifactAddress> => {
    const address = (await store.putArtifact(content(letter))) as ArtifactAddress;
    const name = address.slice("artifact://".length);
    const seconds = Date.now() / 1000 - days * 86_400;
    await utimes(join(folder, "artifacts", name.slice(0, 2), name), seconds, seconds);
    return address;
  };
  const QUOTA = { artifactBytes: 350, artifactDays: 30 };

  it("of one content are kept once, however often they are put", () =>
    withStore(async (store, folder) => {
      for (let round = 0; round < 20; round += 1) await store.putArtifact(content("a"));
      expect(await files(folder)).toHaveLength(1);
    }, QUOTA));

  it("make room for new ones, those used longest ago first", () =>
    withStore(async (store, folder) => {
      const oldest = await putOld(store, folder, "a", 50);
      const older = await putOld(store, folder, "b", 60);
      const old = await putOld(store, folder, "c", 40);
      await store.putArtifact(content("a"));
      expect(await store.putArtifact(content("d"))).toMatch(/^artifact:/);
      expect(await store.getArtifact(older)).toMatchObject({ problem: "missing" });
      expect(textOf(await store.getArtifact(old))).toBe("c".repeat(100));
      expect(textOf(await store.getArtifact(oldest))).toBe("a".repeat(100));
    }, QUOTA));

  it("that were used lately stay, and then there is no room", () =>
    withStore(async (store, folder) => {
      for (const letter of ["a", "b", "c"]) await putOld(store, folder, letter, 10);
      expect(await store.putArtifact(content("d"))).toMatchObject({ problem: "full" });
      expect(await files(folder)).toHaveLength(3);
    }, QUOTA));

  it("that an open session names stay, whoever has it open", () =>
    withStore(async (store, folder) => {
      const [mine, theirs] = [await putOld(store, folder, "a", 90), await putOld(store, folder, "b", 80)];
      await putOld(store, folder, "c", 70);
      await store.append("mine", [JSON.stringify({ see: mine })], true);
      const other = createStore({ folder, ...QUOTA });
      await other.append("theirs", [JSON.stringify({ see: theirs })], true);
      for (const letter of ["a", "b"]) await putOld(store, folder, letter, 90);
      expect(await store.putArtifact(content("d"))).toMatch(/^artifact:/);
      expect(textOf(await store.getArtifact(mine))).toBe("a".repeat(100));
      expect(textOf(await store.getArtifact(theirs))).toBe("b".repeat(100));
      await other.dispose();
    }, QUOTA));

  it("that a line names are used by that", () =>
    withStore(async (store, folder) => {
      const address = await putOld(store, folder, "a", 90);
      await store.append("s", [`see ${address} there`], true);
      const name = address.slice("artifact://".length);
      const { mtimeMs } = await stat(join(folder, "artifacts", name.slice(0, 2), name));
      expect(Date.now() - mtimeMs).toBeLessThan(3_600_000);
    }));

  it("that are damaged are never answered", () =>
    withStore(async (store, folder) => {
      const address = (await store.putArtifact(content("a"))) as ArtifactAddress;
      const name = address.slice("artifact://".length);
      await writeFile(join(folder, "artifacts", name.slice(0, 2), name), content("b"));
      expect(await store.getArtifact(address)).toMatchObject({ problem: "io" });
    }));

  it("that were damaged are made whole by putting them again", () =>
    withStore(async (store, folder) => {
      const address = (await store.putArtifact(content("a"))) as ArtifactAddress;
      const name = address.slice("artifact://".length);
      await truncate(join(folder, "artifacts", name.slice(0, 2), name), 10);
      expect(await store.putArtifact(content("a"))).toBe(address);
      expect(textOf(await store.getArtifact(address))).toBe("a".repeat(100));
    }));

  it("that cannot be stored are problems, and leave nothing behind", async () => {
    const artifacts = createArtifacts({ folder: "/dev/null/artifacts", named: () => Promise.resolve(new Set()) });
    expect(await artifacts.put(content("a"))).toMatchObject({ problem: "io" });
    await inTempFolder(async (folder) => {
      const store = createStore({ folder });
      await asNobody(folder, ["artifacts"], async () => {
        expect(await store.putArtifact(content("a"))).toMatchObject({ problem: "denied" });
      });
      expect(await files(folder)).toEqual([]);
    });
  });
});
