import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { COMMAND_BUNDLE, optionsOf, SDK_BUNDLES } from "../../src/build/bundles.mjs";
import { inTempFolder } from "../hosts/node/temp-folder.ts";
import { startModelServer } from "../support/model-server.ts";

const run = promisify(execFile);

describe("the SDKs of providers", () => {
  it("lie beside a program that talks to models, which finds them where there is no node_modules", async () => {
    await inTempFolder(async (folder) => {
      const outfile = join(folder, "talk.mjs");
      const probe = { ...COMMAND_BUNDLE, entry: "test/build/programs/talk-to-models.ts" };
      await build({ ...optionsOf(probe), outfile, logLevel: "silent" });
      for (const bundle of SDK_BUNDLES) {
        await build({ ...optionsOf(bundle), outfile: join(folder, basename(bundle.outfile)), logLevel: "silent" });
      }
      const server = await startModelServer([{ text: "Good" }, { text: "morning" }]);
      try {
        const { stdout } = await run(process.execPath, [outfile, server.origin]);
        expect(JSON.parse(stdout)).toMatchObject([{ parts: [{ text: "Good" }] }, { parts: [{ text: "morning" }] }]);
      } finally {
        await server.stop();
      }
      expect(await readFile(outfile, "utf8")).not.toMatch(/node_modules\/(?:@anthropic-ai|openai)\//u);
    });
  });
});
