import { build } from "esbuild";
import type { BuildOptions } from "esbuild";
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DIALECT_BUNDLE, optionsOf } from "../../src/build/bundles.mjs";
import { inRoot } from "../../src/build/root.mjs";
import * as dialect from "../../src/dialect/index.ts";
import { CHROMIUM_ARGS, findChromium } from "../support/chromium.ts";
import { serve } from "../support/serve.ts";
import { evaluate } from "./evaluate.ts";
import type { Ending } from "./evaluate.ts";

const SCRIPTS = [
  "(+ 1 2)",
  "(* 123456789012345678901234567890 987654321098765432109876543210)",
  "(list 0.1 1e21 (/ 1.0 3) -0.0 (/ 7 2) (mod -7 3))",
  '(format "%-6s|%5d|%x|%S" "日本" 42 255 "a\\nb")',
  '(list (length "a😀é") (substring "a😀é" 1 2) (upcase "straße"))',
  '(list (string-match-p "[aeiou]+n" "Queuing") (regexp-quote "a.b*c"))',
  '(string-match-p "wörld" "HELLO WÖRLD")',
  "(sort (list 3 1 2.5 10))",
  "(defmacro twice (form) `(list ,form ,form)) (twice (+ 1 1))",
  "(let ((n 10)) (mapcar (lambda (x) (+ x n)) '(1 2 3)))",
  "(defun fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 15)",
  "(let ((all nil)) (dotimes (i 200) (push (* i i) all)) (length all))",
  '(list (Read :path "a") (Read :path "b"))',
  '(parallel (Read :path "a") (Read :path "b") (Read :path "c"))',
  "(car 1)",
  "(/ 1 0)",
  "(while t)",
  "(nth 1 '(1 2",
  "(no-such-operator 1)",
  '{"a": 1}',
];

const ROUTES = ["tree", "vm"] as const;
const executablePath = findChromium();
if (executablePath === undefined) {
  // eslint-disable-next-line no-console -- a skipped test says why
  console.warn(
    "skipped: no Chromium in PATH or CHROMIUM_PATH, so the dialect is not tried in a browser (.ci/run installs it)",
  );
}

async function bundled(options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({ ...options, write: false });
  return outputFiles[0]?.text ?? "";
}

describe.skipIf(executablePath === undefined)("the dialect in a browser", () => {
  let browser: Browser;
  let page: Page;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const probe = {
      entryPoints: [inRoot("test/browser/evaluate.ts")],
      bundle: true,
      format: "esm",
    } satisfies BuildOptions;
    const script = "text/javascript";
    const served = await serve({
      "/": { type: "text/html", text: "<!doctype html><title>dialect</title>" },
      "/dialect.js": { type: script, text: await bundled(optionsOf(DIALECT_BUNDLE)) },
      "/evaluate.js": { type: script, text: await bundled(probe) },
    });
    stop = served.stop;
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: CHROMIUM_ARGS });
    page = await browser.newPage();
    await page.goto(served.origin);
  });

  afterAll(async () => {
    await browser.close();
    await stop();
  });

  describe.each(ROUTES)("on the route %s", (route) => {
    it.each(SCRIPTS)("comes to the same end as here: %s", async (source) => {
      const there = await page.evaluate<Ending>(inPage(source, route));
      expect(there).toEqual(evaluate(dialect, source, route));
    });
  });
});

/** What the page does with a script. Text, since its imports are the page's and not ours. */
function inPage(source: string, route: string): string {
  return `Promise.all([import("/dialect.js"), import("/evaluate.js")]).then(([dialect, { evaluate }]) =>
    evaluate(dialect, ${JSON.stringify(source)}, ${JSON.stringify(route)}))`;
}
