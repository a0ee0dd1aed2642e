import { defineConfig } from "eslint/config";
import { configs } from "typescript-eslint";
import { documentedExports } from "./src/build/documented-exports.mjs";
import { LAYERS } from "./src/build/layers.mjs";

const SCRIPTS = ["src/**/*.ts", "src/**/*.mjs", "webview/**/*.ts", "test/**/*.ts"];

/** Limits that keep a file and a function readable in one go. */
const SHAPE = {
  complexity: ["error", 12],
  "max-params": ["error", 4],
  "max-lines": ["error", 400],
};

/** What a closed layer never names: time, randomness, output, waiting and host evaluation. */
const CLOSED_GLOBALS = [
  ["console", "Return what there is to say as a value."],
  ["Promise", "The core is synchronous: return an outcome that says what is wanted."],
  ["Date", "Time belongs to the driver, which asks the clock port."],
  ["performance", "Time belongs to the driver, which asks the clock port."],
  ["setTimeout", "Waiting belongs to the driver."],
  ["setInterval", "Waiting belongs to the driver."],
  ["setImmediate", "Waiting belongs to the driver."],
  ["queueMicrotask", "Waiting belongs to the driver."],
  ["crypto", "The core has no randomness."],
  ["eval", "Guest text is interpreted, never evaluated by the host (R014)."],
  ["Function", "Guest text is interpreted, never evaluated by the host (R014)."],
  ["globalThis", "The core depends on nothing around it."],
  ["process", "The core depends on nothing around it."],
].map(([name, message]) => ({ name, message }));

const CLOSED_SYNTAX = [
  [":function[async=true]", "The core is synchronous: return an outcome that says what is wanted."],
  ["AwaitExpression", "The core is synchronous: return an outcome that says what is wanted."],
  ["ForOfStatement[await=true]", "The core is synchronous: return an outcome that says what is wanted."],
  ["ImportExpression", "The core loads nothing at run time."],
].map(([selector, message]) => ({ selector, message }));

const DEFAULT_EXPORT = { selector: "ExportDefaultDeclaration", message: "Export by name." };

const closedLayers = LAYERS.filter((layer) => layer.closed).map((layer) => `${layer.path}/**/*.ts`);

export default defineConfig(
  { ignores: ["**/node_modules/", "dist/", "coverage/", ".cache/", "**/*.generated.ts"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: SCRIPTS,
    extends: [configs.strictTypeChecked, configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { house: { rules: { "documented-exports": documentedExports } } },
    rules: {
      ...SHAPE,
      eqeqeq: "error",
      "no-console": "error",
      "no-var": "error",
      "prefer-const": "error",
      "object-shorthand": "error",
      "no-restricted-syntax": ["error", DEFAULT_EXPORT],
      "house/documented-exports": "error",
      "@typescript-eslint/consistent-type-definitions": "off",
      // There are no enums to misuse.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      // Slow, and says nothing that a cast does not say already.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      // With checked indexing, `as T` says which type is known to be there; `!` is forbidden.
      "@typescript-eslint/non-nullable-type-assertion-style": "off",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // What ends a script or a conversion is thrown inside its layer as plain data: no stack is wanted, none is paid for.
      "@typescript-eslint/only-throw-error": ["error", { allow: [{ from: "file", name: ["Fault", "Refused"] }] }],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/no-confusing-void-expression": [
        "error",
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/naming-convention": [
        "error",
        {
          selector: "typeLike",
          format: ["PascalCase"],
          custom: { regex: "^I[A-Z][a-z]|(?:Manager|Service|Helper|Util)s?$", match: false },
        },
      ],
    },
  },
  {
    files: closedLayers,
    rules: {
      "no-restricted-globals": ["error", ...CLOSED_GLOBALS],
      "no-restricted-syntax": ["error", DEFAULT_EXPORT, ...CLOSED_SYNTAX],
      "no-restricted-properties": [
        "error",
        { object: "Math", property: "random", message: "The core has no randomness." },
      ],
      "no-new-func": "error",
    },
  },
  {
    // Programs at the edge talk to a person.
    files: ["src/apps/**/*.ts", "src/build/**/*.mjs", "test/bench/**/*.ts"],
    rules: { "no-console": "off" },
  },
  {
    // Types of plain modules stand in their doc comments, where the compiler checks them.
    files: ["**/*.mjs"],
    rules: { "@typescript-eslint/explicit-module-boundary-types": "off" },
  },
  {
    // In tests a failed assumption is a failed test, and data tables need no words on each row.
    files: ["test/**/*.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/explicit-module-boundary-types": "off",
      "house/documented-exports": "off",
    },
  },
  {
    // Configuration files are where their tools look for them, outside every TypeScript project.
    files: ["*.config.mjs", "*.config.ts"],
    extends: [configs.base],
    rules: SHAPE,
  },
);
