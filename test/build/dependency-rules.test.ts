import { describe, expect, it } from "vitest";
import configuration from "../../src/build/dependency-rules.mjs";
import { LAYERS, ROUTES } from "../../src/build/layers.mjs";

type Side = { path?: string | string[]; pathNot?: string | string[]; dependencyTypes?: string[] };
type Rule = { name?: string; from: Side; to: Side };

const rules = (configuration.forbidden ?? []) as Rule[];

/** Names of the rules that judge an edge by its paths alone and forbid it. */
function broken(from: string, to: string): string[] {
  const matches = ({ path, pathNot }: Side, file: string) =>
    (path === undefined || new RegExp(String(path)).test(file)) &&
    (pathNot === undefined || !new RegExp(String(pathNot)).test(file));
  return rules
    .filter((rule) => rule.to.path !== undefined && rule.from.path !== undefined)
    .filter((rule) => matches(rule.from, from) && matches(rule.to, to))
    .map((rule) => rule.name ?? "");
}

describe("the dependency rules", () => {
  it("forbid an edge between two layers exactly when the row does not allow it", () => {
    for (const layer of LAYERS) {
      for (const other of LAYERS) {
        const isAllowed = layer === other || layer.mayImport.includes(other.path);
        const expected = isAllowed ? [] : [`${layer.path}: layers`];
        expect(broken(`${layer.path}/a.ts`, `${other.path}/b/c.ts`)).toEqual(expected);
      }
    }
  });

  it("forbid a package exactly when the row does not name it", () => {
    const packages = [...new Set(LAYERS.flatMap((layer) => layer.packages))];
    expect(packages).not.toEqual([]);
    for (const layer of LAYERS) {
      for (const name of packages) {
        const expected = layer.packages.includes(name) ? [] : [`${layer.path}: packages`];
        expect(broken(`${layer.path}/a.ts`, `node_modules/${name}/index.js`)).toEqual(expected);
      }
    }
  });

  it("do not take a package for another one whose name begins alike", () => {
    expect(broken("src/protocol/a.ts", "node_modules/zod-to-json-schema/index.js")).toEqual(["src/protocol: packages"]);
  });

  it("forbid Node's modules in every layer that does not run in Node", () => {
    const forbidding = rules.filter(({ to }) => to.dependencyTypes?.includes("core")).map(({ name }) => name);
    const expected = LAYERS.filter(({ worlds }) => !worlds.includes("node")).map(({ path }) => `${path}: no Node`);
    expect(forbidding).toEqual(expected);
  });

  it("keep the editor's API out of every layer that is not for the editor", () => {
    for (const { path, worlds } of LAYERS) {
      expect(broken(`${path}/a.ts`, "vscode")).toEqual(worlds.includes("vscode") ? [] : [`${path}: no editor`]);
      const byTypes = broken(`${path}/a.ts`, "node_modules/@types/vscode/index.d.ts");
      expect(byTypes.includes(`${path}: no editor`)).toBe(!worlds.includes("vscode"));
      expect(byTypes.length === 0).toBe(worlds.includes("vscode"));
    }
  });

  it("keep the two routes apart, and let both use what they share", () => {
    const [tree, vm] = ROUTES as [string, string];
    expect(broken(`${tree}/a.ts`, `${vm}/b.ts`)).toEqual([`${tree} stands alone`]);
    expect(broken(`${vm}/a.ts`, `${tree}/b.ts`)).toEqual([`${vm} stands alone`]);
    expect(broken(`${vm}/a.ts`, "src/dialect/meter.ts")).toEqual([]);
  });

  it("let nothing import a test", () => {
    expect(broken("src/dialect/a.ts", "test/support/property.ts")).toEqual(["nothing imports tests"]);
  });
});
