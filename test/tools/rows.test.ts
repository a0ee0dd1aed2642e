import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import type { Tool } from "../../src/pipeline/tool.ts";
import { drawCall } from "../../src/protocol/draw.ts";
import type { CallEntry } from "../../src/protocol/view.ts";
import { Glob } from "../../src/tools/glob.ts";
import { Grep } from "../../src/tools/grep.ts";
import { Read } from "../../src/tools/read.ts";
import type { Workshop } from "../support/workshop.ts";
import { createWorkshop } from "../support/workshop.ts";

let shop: Workshop;
beforeAll(() => {
  shop = createWorkshop();
  shop.put("a.ts", "one\ntwo\n");
  shop.put("b.ts", "one\n");
  shop.put("empty.txt", "");
});
afterAll(() => shop.dispose());

test.each<[Tool, JsonObject, string, string | undefined]>([
  [Read, { file_path: "a.ts" }, "Read: a.ts (2 lines)", "typescript"],
  [Read, { file_path: "b.ts", limit: 1 }, "Read: b.ts (1 line)", "typescript"],
  [Read, { file_path: "empty.txt" }, "Read: empty.txt (0 lines)", undefined],
  [Grep, { pattern: "one|two", output_mode: "content" }, "Grep: one|two (3 matches)", "grep"],
  [Grep, { pattern: "one|two", output_mode: "count" }, "Grep: one|two (3 matches)", "grep"],
  [Grep, { pattern: "one" }, "Grep: one (2 matches)", "grep"],
  [Grep, { pattern: "three" }, "Grep: three (0 matches)", undefined],
  [Glob, { pattern: "*.ts" }, "Glob: *.ts (2 files)", undefined],
  [Glob, { pattern: "*.none" }, "Glob: *.none (0 files)", undefined],
])("the row of $name $#: %j", async (tool, args, header, language) => {
  const outcome = await shop.run(tool, args);
  const lines = outcome.text.split("\n").length;
  const settled = {
    status: outcome.status,
    preview: outcome.text,
    chars: outcome.text.length,
    lines,
    renderData: outcome.renderData,
  };
  const entry = { kind: "call", id: "c-1", tool: tool.name, args, state: "settled", settled } as unknown as CallEntry;
  const block = drawCall(entry);
  expect([block.header, block.language]).toEqual([header, language]);
});
