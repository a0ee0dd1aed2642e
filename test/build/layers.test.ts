import { describe, expect, it } from "vitest";
import { CORE, LAYERS, ROUTES, layerOf } from "../../src/build/layers.mjs";

const paths = LAYERS.map((layer) => layer.path);

describe("the table of layers", () => {
  it.each(LAYERS)("lets $path import only layers in rows above its own", ({ path, mayImport }) => {
    expect(paths.slice(0, paths.indexOf(path))).toEqual(expect.arrayContaining([...mayImport]));
  });

  it.each(LAYERS.filter((layer) => layer.closed))(
    "keeps $path, which is closed, without packages and worlds",
    (layer) => {
      expect([...layer.packages, ...layer.worlds]).toEqual([]);
    },
  );

  it.each(LAYERS.filter((layer) => layer.closed))("lets $path, which is closed, import closed layers only", (layer) => {
    const below = LAYERS.filter(({ path }) => layer.mayImport.includes(path));
    expect(below.filter(({ closed }) => !closed)).toEqual([]);
  });

  it.each(CORE)("keeps %s, a core layer, without worlds", (path) => {
    expect(LAYERS.find((layer) => layer.path === path)?.worlds).toEqual([]);
  });

  it("puts no layer into the folder of another, so that each file has one owner", () => {
    const nested = paths.filter((path) => paths.some((other) => path.startsWith(`${other}/`)));
    expect(nested).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it.each([
    ["src/dialect/vm/compile.ts", "src/dialect"],
    ["src/apps/cli/main.ts", "src/apps/cli"],
    ["webview/main.ts", "webview"],
    ["src/dialects.ts", undefined],
    ["test/dialect/read.test.ts", undefined],
  ])("says that %s belongs to %s", (file, owner) => {
    expect(layerOf(file)?.path).toBe(owner);
  });

  it("puts both routes into the dialect", () => {
    expect(ROUTES.map((route) => layerOf(`${route}/x.ts`)?.path)).toEqual(["src/dialect", "src/dialect"]);
  });
});
