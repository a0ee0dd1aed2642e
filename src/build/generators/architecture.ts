import { readFileSync } from "node:fs";
import type { GeneratedFile } from "../generated-file.ts";
import { CORE, LAYERS } from "../layers.mjs";
import type { Layer } from "../layers.mjs";
import { inRoot } from "../root.mjs";
import { layersWithCode } from "../sources.mjs";

const PATH = "src/ARCHITECTURE.md";
const BEGIN = "<!-- layers: written by src/build/generators/architecture.ts -->";
const END = "<!-- end of layers -->";

const WORLDS = { node: "Node", vscode: "`vscode`", dom: "the DOM" };

/** What a layer may import as prose says it: paths without `src/`, and all core layers together as "the core". */
function importsOf({ mayImport }: Layer): string {
  const wholeCore = CORE.every((path) => mayImport.includes(path));
  const named = wholeCore ? mayImport.filter((path) => !CORE.includes(path)) : mayImport;
  const names = named.map((path) => path.replace(/^src\//, ""));
  return [...(wholeCore ? ["the core,"] : []), ...names].join(" ") || "–";
}

function rowOf(layer: Layer, hasCode: boolean): string {
  const cells = [
    `\`${layer.path}\`${hasCode ? "" : " (to come)"}`,
    layer.owns,
    importsOf(layer),
    [...layer.worlds.map((world) => WORLDS[world]), ...layer.packages.map((name) => `\`${name}\``)].join(", ") ||
      "none",
  ];
  return `| ${cells.join(" | ")} |`;
}

function table(): string {
  const present = layersWithCode();
  return [
    "| layer | owns | may import | worlds and packages |",
    "| --- | --- | --- | --- |",
    ...LAYERS.map((layer) => rowOf(layer, present.includes(layer))),
  ].join("\n");
}

/** The table of layers inside the page about the code; the rest of that page is written by hand. */
export function generate(): GeneratedFile {
  const page = readFileSync(inRoot(PATH), "utf8");
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`${PATH} has no place for the table of layers: it needs the lines ${BEGIN} and ${END}.`);
  }
  return { path: PATH, text: `${before}${BEGIN}\n\n${table()}\n\n${END}${after}` };
}
