import { LAYERS, ROUTES, TESTS } from "./layers.mjs";

/** @typedef {import("dependency-cruiser").IForbiddenRuleType} Rule */
/** @typedef {import("./layers.mjs").Layer} Layer */

const OURS = [...new Set(LAYERS.map((layer) => layer.path.split("/")[0]))].join("|");

/**
 * @param {string} path a literal path
 * @returns {string} the same, safe inside a regular expression
 */
function literal(path) {
  return path.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/**
 * @param {readonly string[]} folders paths from the root
 * @returns {string} a pattern for every file below one of them
 */
function below(folders) {
  return `^(?:${folders.map(literal).join("|")})/`;
}

/** What an import of `vscode` leads to here: VS Code itself has the module. */
const EDITOR_TYPES = "node_modules/@types/vscode/";

/**
 * What one row of the table forbids.
 * @param {Layer} layer a row
 * @returns {Rule[]} rules named after the layer, so that a violation names the boundary
 */
function rulesOf(layer) {
  const from = { path: below([layer.path]) };
  const packages = layer.packages.map((name) => `node_modules/(?:@types/)?${literal(name)}/`);
  if (layer.worlds.includes("vscode")) packages.push(EDITOR_TYPES);
  /** @type {Rule[]} */
  const rules = [
    {
      name: `${layer.path}: layers`,
      comment: `${layer.path} may import ${layer.mayImport.join(", ") || "no other layer"} (src/build/layers.mjs).`,
      severity: "error",
      from,
      to: { path: `^(?:${OURS})/`, pathNot: below([layer.path, ...layer.mayImport]) },
    },
    {
      name: `${layer.path}: packages`,
      comment: `${layer.path} may import ${layer.packages.join(", ") || "no npm package"} (src/build/layers.mjs).`,
      severity: "error",
      from,
      to: { path: "node_modules/", ...(packages.length > 0 && { pathNot: packages.join("|") }) },
    },
  ];
  if (!layer.worlds.includes("node")) {
    rules.push({
      name: `${layer.path}: no Node`,
      comment: `${layer.path} runs anywhere: no node:* module (src/build/layers.mjs).`,
      severity: "error",
      from,
      to: { dependencyTypes: ["core"] },
    });
  }
  if (!layer.worlds.includes("vscode")) {
    rules.push({
      name: `${layer.path}: no editor`,
      comment: `${layer.path} knows nothing of VS Code's API (src/build/layers.mjs).`,
      severity: "error",
      from,
      to: { path: `^vscode$|${EDITOR_TYPES}` },
    });
  }
  return rules;
}

/** @type {Rule[]} */
const EVERYWHERE = [
  {
    name: "no cycles",
    comment: "Files that import each other are one file in two pieces. Types alone may refer to each other.",
    severity: "error",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "no orphans",
    comment: "A file that imports nothing and that nothing imports is dead, or its import is missing.",
    severity: "error",
    from: { orphan: true, path: `^(?:${OURS})/`, pathNot: "\\.d\\.ts$" },
    to: {},
  },
  {
    name: "nothing imports tests",
    comment: "Tests stand outside the layers.",
    severity: "error",
    from: { path: `^(?:${OURS})/` },
    to: { path: below([TESTS]) },
  },
  {
    name: "imports resolve",
    comment: "What is imported has to exist and to be named in package.json.",
    severity: "error",
    from: {},
    to: { couldNotResolve: true, pathNot: "^vscode$" },
  },
  {
    name: "packages are declared",
    comment: "An npm package that is imported stands in package.json, with its exact version.",
    severity: "error",
    from: {},
    to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
  },
  ...ROUTES.map((route) => ({
    name: `${route} stands alone`,
    comment: "The two evaluators share reader, tables, preflight, meter and printer, never each other.",
    severity: /** @type {const} */ ("error"),
    from: { path: below([route]) },
    to: { path: below(ROUTES.filter((other) => other !== route)) },
  })),
];

/** @type {import("dependency-cruiser").IConfiguration} */
const configuration = {
  forbidden: [...EVERYWHERE, ...LAYERS.flatMap(rulesOf)],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};

// eslint-disable-next-line no-restricted-syntax -- dependency-cruiser reads the default export and nothing else
export default configuration;
