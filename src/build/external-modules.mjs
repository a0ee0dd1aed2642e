import { pathToFileURL } from "node:url";

/**
 * Leaves plain `.mjs` modules out of a bundle: they find the project's root by their own place.
 * @type {import("esbuild").Plugin}
 */
export const externalModules = {
  name: "external-modules",
  setup(context) {
    context.onResolve({ filter: /^\.\.?\/.*\.mjs$/ }, (found) => ({
      path: pathToFileURL(`${found.resolveDir}/${found.path}`).href,
      external: true,
    }));
  },
};
