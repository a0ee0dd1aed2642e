import { join } from "node:path";
import { inRoot } from "./root.mjs";

const LOCALES = "node_modules/zod/v4/locales";

/**
 * Leaves out what zod would otherwise bring along: its messages in fifty languages. English ones are what it uses.
 * @type {import("esbuild").Plugin}
 */
export const onlyEnglish = {
  name: "only-english",
  setup(context) {
    context.onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer }) =>
      isIn("zod", importer) ? { path: "english", namespace: "only-english" } : undefined,
    );
    context.onLoad({ filter: /^english$/, namespace: "only-english" }, () => ({
      contents: 'export { default as en } from "./en.js";',
      resolveDir: inRoot(LOCALES),
    }));
  },
};

/**
 * Leaves the tables of encodings outside of a bundle, in a module beside it that is loaded when a text is first found not
 * to be UTF-8. The bundle has to be no ES module, since only `require` can wait.
 * @param {string} path the module as the bundle names it
 * @returns {import("esbuild").Plugin} the plugin
 */
export function encodingsBeside(path) {
  return {
    name: "encodings-beside",
    setup(context) {
      context.onResolve({ filter: /^\.\.\/encodings$/ }, ({ importer }) =>
        isIn("iconv-lite", importer) ? { path, external: true } : undefined,
      );
    },
  };
}

/**
 * Leaves a module of the project outside of a bundle: it is one of its own, loaded when it is asked for.
 * @param {string} entry the module, from the root
 * @param {string} path its bundle, as the other one names it
 * @returns {import("esbuild").Plugin} the plugin
 */
export function moduleBeside(entry, path) {
  return {
    name: "module-beside",
    setup(context) {
      context.onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ kind, path: wanted, resolveDir }) =>
        kind === "dynamic-import" && join(resolveDir, wanted) === inRoot(entry) ? { path, external: true } : undefined,
      );
    },
  };
}

/**
 * @param {string} name a package
 * @param {string} importer absolute path of the file that imports
 * @returns {boolean} whether the file is in that package
 */
function isIn(name, importer) {
  return importer.replaceAll("\\", "/").includes(`/node_modules/${name}/`);
}
