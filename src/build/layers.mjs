/**
 * The layers of the code base: the one table that project references, dependency rules, lint rules and the table in
 * `src/ARCHITECTURE.md` are computed from or checked against.
 */

/**
 * One layer.
 * @typedef {object} Layer
 * @property {string} path folder, from the project's root; also the layer's name
 * @property {string} owns what the layer is responsible for
 * @property {readonly string[]} mayImport paths of the layers it may import besides itself
 * @property {readonly string[]} packages npm packages it may import, types included
 * @property {readonly World[]} worlds surroundings it may assume besides the language itself
 * @property {boolean} [closed] synchronous and closed: no promise, clock, randomness, console or host evaluation
 */

/** @typedef {"node" | "vscode" | "dom"} World */

/** The layers that do no input or output themselves, lowest first. */
export const CORE = [
  "src/base",
  "src/dialect",
  "src/protocol",
  "src/ports",
  "src/pipeline",
  "src/script",
  "src/tools",
  "src/kb",
  "src/agent",
];

/**
 * All layers, lowest first: a layer imports only layers above its own line.
 * @type {readonly Layer[]}
 */
export const LAYERS = [
  {
    path: "src/base",
    owns: "Result, event emitter and cancel token, Json, spans, `defineTable`",
    mayImport: [],
    packages: [],
    worlds: [],
    closed: true,
  },
  {
    path: "src/dialect",
    owns: "the closed language: reader, values, tables of forms, conveniences and primitives, preflight, budgets, diagnostics, printer, two evaluators",
    mayImport: ["src/base"],
    packages: [],
    worlds: [],
    closed: true,
  },
  {
    path: "src/protocol",
    owns: "events (down), intents (up), rows, `fold`",
    mayImport: ["src/base"],
    packages: ["zod"],
    worlds: [],
  },
  {
    path: "src/ports",
    owns: "what a host must supply: files, search, processes, editor, model, store, clock, approval",
    mayImport: ["src/base"],
    packages: [],
    worlds: [],
  },
  {
    path: "src/pipeline",
    owns: "the stages of one tool call, permission rules, hooks, snapshots, results, telemetry",
    mayImport: ["src/base", "src/protocol", "src/ports"],
    packages: ["jsonc-parser", "zod"],
    worlds: [],
  },
  {
    path: "src/script",
    owns: "ToolCall's driver: envelope, children, parallel joins, marshalling, roster, direct calls",
    mayImport: ["src/base", "src/dialect", "src/protocol", "src/ports", "src/pipeline"],
    packages: ["p-limit"],
    worlds: [],
  },
  {
    path: "src/tools",
    owns: "the tools, one file each, and their table",
    mayImport: ["src/base", "src/protocol", "src/ports", "src/pipeline", "src/script"],
    packages: ["diff", "iconv-lite", "ignore", "zod"],
    worlds: [],
  },
  {
    path: "src/kb",
    owns: "one table of editor and workspace operations; read-only `kb_*` tools generated from it",
    mayImport: ["src/base", "src/ports", "src/pipeline"],
    packages: ["zod"],
    worlds: [],
  },
  {
    path: "src/agent",
    owns: "rounds with a model, trust envelope, conversation, journal, session, retained agents, settings table",
    mayImport: [
      "src/base",
      "src/dialect",
      "src/protocol",
      "src/ports",
      "src/pipeline",
      "src/script",
      "src/tools",
      "src/kb",
    ],
    packages: ["jsonc-parser", "node-diff3", "zod"],
    worlds: [],
  },
  {
    path: "src/language",
    owns: "editor features as pure functions over text: diagnostics, completion, hover, outline, format, rename",
    mayImport: ["src/base", "src/dialect"],
    packages: [],
    worlds: [],
  },
  {
    path: "src/hosts/memory",
    owns: "everything in memory, scripted, manual clock: the test host",
    mayImport: ["src/base", "src/ports"],
    packages: [],
    worlds: [],
  },
  {
    path: "src/hosts/node",
    owns: "files, ripgrep, child processes, HTTP model clients, MCP clients",
    mayImport: ["src/base", "src/ports"],
    packages: [
      "@anthropic-ai/sdk",
      "@modelcontextprotocol/sdk",
      "@vscode/ripgrep",
      "@vscode/tree-sitter-wasm",
      "openai",
      "picomatch",
    ],
    worlds: ["node"],
  },
  {
    path: "src/hosts/vscode",
    owns: "workspace.fs and unsaved buffers, findFiles, language features, vscode.lm, SecretStorage",
    mayImport: ["src/base", "src/ports", "src/hosts/node"],
    packages: [],
    worlds: ["vscode"],
  },
  {
    path: "src/apps/extension",
    owns: "activate, views, commands, chat participant, language-model tool",
    mayImport: [...CORE, "src/hosts/node", "src/hosts/vscode"],
    packages: ["vscode-languageclient"],
    worlds: ["vscode", "node"],
  },
  {
    path: "src/apps/language-server",
    owns: "LSP in and out; the only file that knows protocol types",
    mayImport: ["src/base", "src/dialect", "src/language"],
    packages: ["vscode-languageserver"],
    worlds: ["node"],
  },
  {
    path: "src/apps/mcp-server",
    owns: "MCP over stdio",
    mayImport: ["src/base", "src/dialect"],
    packages: ["@modelcontextprotocol/sdk"],
    worlds: ["node"],
  },
  {
    path: "src/apps/cli",
    owns: "run, check, eval, format, explain, reference, compare, conformance, the prompt, chat, mcp",
    mayImport: [...CORE, "src/language", "src/hosts/node", "src/apps/mcp-server"],
    packages: [],
    worlds: ["node"],
  },
  {
    path: "src/build",
    owns: "set-up, bundling, generation from tables, lint and layer rules",
    mayImport: ["src/base", "src/dialect", "src/tools", "src/agent"],
    packages: ["esbuild", "get-east-asian-width", "prettier"],
    worlds: ["node"],
  },
  {
    path: "webview",
    owns: "draws rows, sends intents",
    mayImport: ["src/base", "src/protocol"],
    packages: [
      "@shikijs/core",
      "@shikijs/engine-javascript",
      "@shikijs/langs",
      "@tanstack/virtual-core",
      "@vscode/codicons",
      "@vscode/webview-ui-toolkit",
      "lit",
      "markdown-it",
    ],
    worlds: ["dom"],
  },
];

/** The two evaluators: neither may import the other, so that they check each other. */
export const ROUTES = ["src/dialect/tree", "src/dialect/vm"];

/** Tests are no layer: nothing may import them, they may import everything. */
export const TESTS = "test";

/**
 * The layer that owns a file.
 * @param {string} file path from the project's root, with forward slashes
 * @returns {Layer | undefined} undefined for files outside every layer, such as tests
 */
export function layerOf(file) {
  return LAYERS.find((layer) => file.startsWith(`${layer.path}/`));
}
