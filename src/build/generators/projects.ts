import { posix } from "node:path";
import { TESTS } from "../layers.mjs";
import type { Layer } from "../layers.mjs";
import { filesUnder, layersWithCode } from "../sources.mjs";
import type { GeneratedFile } from "../generated-file.ts";

/**
 * Where a project puts its declarations, for the projects above it to see. All share one root, so that a forbidden import
 * does not make the compiler write beside the source it imports.
 */
function outputOptions(path: string): Record<string, unknown> {
  return {
    rootDir: seenFrom(path, "."),
    outDir: seenFrom(path, OUTPUT),
    tsBuildInfoFile: seenFrom(path, `${OUTPUT}/${path}/tsconfig.tsbuildinfo`),
  };
}

/** The compiler options that a layer's worlds call for; everything else is in `src/tsconfig.base.json`. */
function optionsOf(layer: Layer): Record<string, unknown> {
  const types = [...layer.worlds].filter((world) => world !== "dom");
  return {
    ...outputOptions(layer.path),
    ...(types.length > 0 && { types }),
    ...(layer.worlds.includes("dom") && { lib: ["ES2023", "DOM", "DOM.Iterable"] }),
    ...(layer.path === "src/build" && { allowJs: true, checkJs: true }),
  };
}

const OUTPUT = ".cache/types";

/** What a layer's project holds besides its TypeScript: plain modules, and data that it imports from elsewhere. */
const FURTHER_FILES: Readonly<Record<string, readonly string[]>> = {
  "src/build": ["**/*.mjs"],
  webview: [seenFrom("webview", "syntaxes/toolcall.tmLanguage.json")],
};

/** `target`, seen from `folder`; both are paths from the root. */
function seenFrom(folder: string, target: string): string {
  return posix.relative(folder, target);
}

function projectFile(path: string, content: Record<string, unknown>): GeneratedFile {
  return { path: `${path}/tsconfig.json`, text: JSON.stringify(content, null, 2) };
}

function layerProject(layer: Layer, present: readonly Layer[]): GeneratedFile {
  const below = present.filter((other) => layer.mayImport.includes(other.path));
  return projectFile(layer.path, {
    extends: seenFrom(layer.path, "src/tsconfig.base.json"),
    compilerOptions: optionsOf(layer),
    include: ["**/*.ts", ...(FURTHER_FILES[layer.path] ?? [])],
    references: below.map((other) => ({ path: seenFrom(layer.path, other.path) })),
  });
}

function testProject(present: readonly Layer[]): GeneratedFile {
  return projectFile(TESTS, {
    extends: seenFrom(TESTS, "src/tsconfig.base.json"),
    compilerOptions: { ...outputOptions(TESTS), types: ["node"], allowJs: true },
    include: ["**/*.ts", seenFrom(TESTS, "package.json")],
    references: present.map((layer) => ({ path: seenFrom(TESTS, layer.path) })),
  });
}

/**
 * One TypeScript project per layer that has code, with references to the layers its row of the table allows and no
 * others, one for the tests, and the root project that names them all. An import against the table does not compile.
 */
export function generate(): GeneratedFile[] {
  const present = layersWithCode();
  const tested = filesUnder(TESTS, /\.ts$/).length > 0;
  const projects = [...present.map((layer) => layer.path), ...(tested ? [TESTS] : [])];
  return [
    { path: "tsconfig.json", text: JSON.stringify({ files: [], references: projects.map((path) => ({ path })) }) },
    ...present.map((layer) => layerProject(layer, present)),
    ...(tested ? [testProject(present)] : []),
  ];
}
