import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Tool } from "../../src/pipeline/tool.ts";
import { defineTool } from "../../src/pipeline/tool.ts";
import { createCatalogue, toolListing } from "../../src/tools/catalogue.ts";
import { argumentSchemas, callingShape, expressionTemplate, summaryOf } from "../../src/tools/contract.ts";
import { findTools, toolSearchText } from "../../src/tools/search-tools.ts";
import { createToolSearch } from "../../src/tools/tool-search.ts";
import { TOOLS } from "../../src/tools/tools.ts";
import { createWorkshop } from "../support/workshop.ts";

type Parts = Partial<Pick<Tool, "name" | "category" | "summary" | "description" | "groups" | "standalone">>;

function tool(parts: Parts, input: z.ZodType = z.strictObject({})): Tool {
  const blank = {
    name: "Probe",
    category: "core",
    summary: "Probes things",
    description: "Probes things well.",
    standalone: false,
  };
  return defineTool({
    ...blank,
    ...parts,
    effect: "read",
    input,
    resources: () => [],
    run: () => Promise.resolve({ status: "success", text: "" }),
  });
}

const KINDS = z.strictObject({
  text: z.string().describe("Some text"),
  count: z.int().min(1),
  share: z.number(),
  flag: z.boolean(),
  items: z.array(z.string()),
  payload: z.strictObject({ on: z.boolean() }),
  mode: z.enum(["a", "b"]),
  either: z.union([z.string(), z.int()]),
  extra: z.string().optional(),
  "-n": z.boolean().optional(),
  any: z.unknown().optional(),
});
const probe = tool({ groups: ["testing"] }, KINDS);

describe("a contract comes from the tool's own schema", () => {
  test("the calling shape has required arguments bare and optional ones in brackets", () => {
    expect(callingShape(probe)).toBe(
      "- (Probe :text string :count integer :share number :flag boolean :items array :payload object :mode string " +
        ":either string|integer [:extra string] [:-n boolean] [:any any]) - Probes things",
    );
    expect(callingShape(tool({ standalone: true }), true)).toBe("- (Probe) - Probes things [standalone]");
    expect(callingShape(tool({ category: "docs", name: "find" }))).toBe("- (docs/find) - Probes things");
  });

  test("the template holds a placeholder for each required argument by its type", () => {
    expect(expressionTemplate(probe)).toBe(
      `(Probe :text "<text>" :count 0 :share 0 :flag t :items [] :payload '() :mode "<mode>" :either "<either>")`,
    );
  });

  test("schemas for the conversion are those of the arguments, in their order", () => {
    expect(Object.keys(argumentSchemas(probe))).toEqual(Object.keys(KINDS.shape));
    expect(argumentSchemas(probe)).toMatchObject({
      items: { type: "array", items: { type: "string" } },
      payload: { type: "object", properties: { on: { type: "boolean" } } },
    });
  });

  test.each([
    ["", "Reads a file. Then more.", "Reads a file."],
    ["", "Reads v1.2 files! And others", "Reads v1.2 files!"],
    ["", "No end\nin sight", "No end"],
    ["", "Over two\nlines. More", "Over two lines."],
    ["  Own words ", "Other. Words.", "Own words"],
    ["", "", ""],
  ])("without a summary %j the first sentence of %j is it (R268)", (summary, description, expected) => {
    expect(summaryOf(tool({ summary, description }))).toBe(expected);
  });
});

const catalogue = createCatalogue([
  tool({ category: "web", name: "fetch", summary: "Get a page", groups: ["network"] }),
  tool({ category: "docs", name: "find", summary: "Find a page of a manual", standalone: true }),
  tool({ name: "Read", summary: "Read a file", groups: ["files"] }),
  tool({ name: "Grep", summary: "Search files", groups: ["files"] }),
  tool({ name: "ReadMany", summary: "Read several files" }),
]);

describe("a query finds tools", () => {
  const names = (query: string): readonly string[] => findTools(catalogue, query).map(({ name }) => name);
  test.each([
    ["page", ["find", "fetch"]],
    ["PAGE manual", ["find", "fetch"]],
    ["files", ["Grep", "Read", "ReadMany"]],
    ["read", ["Read"]],
    ["web/FETCH", ["fetch"]],
    ["fetch page", ["fetch", "find"]],
    ["core/read search", ["Read", "Grep"]],
    ["network", ["fetch"]],
    ["core/", ["Grep", "Read", "ReadMany"]],
    ["nothing-like-it", []],
    ["", ["Grep", "Read", "ReadMany", "find", "fetch"]],
    ["read read", ["Read"]],
  ])("%j", (query, expected) => {
    expect(names(query)).toEqual(expected);
  });
});

describe("a search answers contracts, shapes or what there is", () => {
  test("a single tool is answered with its whole contract", () => {
    const [text] = toolSearchText(createCatalogue([probe]), "probe").split("\n---\n");
    expect(text).toBe(
      [
        "Probe",
        "",
        "Probes things well.",
        "",
        "Arguments (name type requirement description schema):",
        '- text string required Some text {"type":"string"}',
        '- count integer required {"type":"integer","minimum":1}',
        '- share number required {"type":"number"}',
        '- flag boolean required {"type":"boolean"}',
        '- items array required {"type":"array","items":{"type":"string"}}',
        '- payload object required {"type":"object","properties":{"on":{"type":"boolean"}},"required":["on"],"additionalProperties":false}',
        '- mode string required {"type":"string","enum":["a","b"]}',
        '- either string|integer required {"anyOf":[{"type":"string"},{"type":"integer"}]}',
        '- extra string optional {"type":"string"}',
        '- -n boolean optional {"type":"boolean"}',
        "- any any optional {}",
        "",
        `Calling signature: ${callingShape(probe)}`,
        "",
        "Expression template (replace placeholders using the contract above):",
        expressionTemplate(probe),
        "May be composed with other tool calls.",
      ].join("\n"),
    );
  });

  test("up to three contracts are parted by a line; standalone-only ones say so", () => {
    const parts = toolSearchText(catalogue, "page").split("\n---\n");
    expect(parts.map((part) => part.split("\n")[0])).toEqual(["docs/find", "web/fetch"]);
    expect(parts[0]).toMatch(/\(docs\/find\)\nStandalone only: use this single call as the entire expression\.$/);
    expect(parts[0]).toContain("Arguments: none");
  });

  test("more than three are answered with their calling shapes (R267)", () => {
    expect(toolSearchText(catalogue, "")).toBe(
      [
        "Found 5 tools:",
        "- (Grep) - Search files",
        "- (Read) - Read a file",
        "- (ReadMany) - Read several files",
        "- (docs/find) - Find a page of a manual [standalone]",
        "- (web/fetch) - Get a page",
        "",
        "For whole contracts with every argument explained, search for one or two of these names exactly.",
      ].join("\n"),
    );
  });

  test("at most twenty are shown", () => {
    const many = createCatalogue(Array.from({ length: 25 }, (_, index) => tool({ name: `T${100 + index}` })));
    const lines = toolSearchText(many, "t1").split("\n");
    expect([lines[0], lines[20], lines.length]).toEqual([
      "Found 25 tools; showing the first 20:",
      "- (T119) - Probes things",
      23,
    ]);
  });

  test("nothing found names the categories and groups there are, and nothing when there are no tools", () => {
    expect(toolSearchText(catalogue, "zzz")).toBe(
      "No matching tools found. Categories and groups to search for: core, docs, files, network, web",
    );
    expect(toolSearchText(createCatalogue([]), "zzz")).toBe("No matching tools found.");
  });
});

describe("a catalogue holds what may be called in a request", () => {
  const base = [
    tool({ name: "Read" }),
    tool({ name: "Ask", standalone: true }),
    tool({ name: "car" }),
    tool({ name: "ToolCall" }),
    tool({ category: "mcp", name: "a b" }),
    tool({ category: "mcp", name: "a/b" }),
    tool({ category: "mcp", name: "ok" }),
    tool({ name: "12" }),
  ];

  test("the roster has the names that can be operators, and says which must stand alone", () => {
    const { roster } = createCatalogue(base).callable;
    expect([...roster.names].sort()).toEqual(["Ask", "Read", "mcp/ok"]);
    expect([...roster.standalone]).toEqual(["Ask"]);
    expect(createCatalogue(base, { admitted: new Set(["Ask"]) }).callable.roster.standalone.size).toBe(0);
  });

  test("names that cannot are explained, in the contract too", () => {
    const made = createCatalogue(base);
    expect(made.tools.map((each) => made.whyNative(each))).toEqual([
      "12 reads as something else than a name",
      undefined,
      undefined,
      "ToolCall is not called from scripts",
      "car has a meaning of its own in scripts, or another tool has the name",
      '"mcp/a b" does not read as one symbol',
      "mcp/a/b has more than one / in it, and a script's names have at most one",
      undefined,
    ]);
    expect(toolSearchText(made, "car")).toMatch(
      /\n\nNot for scripts: car has a meaning of its own in scripts.*\. Call it by itself, not in an expression\.$/,
    );
  });

  test("a denied tool is nowhere: not listed, not found, not callable (report 2)", () => {
    const made = createCatalogue(base, { denied: (name) => name.startsWith("mcp/") || name === "Read" });
    expect([...made.callable.roster.names]).toEqual(["Ask"]);
    expect(findTools(made, "read mcp/ok ok")).toEqual([]);
    expect(toolListing(made)).not.toContain("mcp/");
  });

  test("a restriction takes away and never adds", () => {
    const made = createCatalogue(base, { restrictedTo: new Set(["Read", "car", "Unheard"]) });
    expect([...made.callable.roster.names]).toEqual(["Read"]);
    expect(made.whyNative(base[1]!)).toBe("Ask is not among the tools that scripts may call here");
  });

  test("the listing has a line for each callable tool, and says when it is empty (R272, R274)", () => {
    expect(toolListing(createCatalogue(base), new Set(["Read"]))).toBe(
      "Tool listing\n\n- (Ask) - Probes things [standalone]\n- (mcp/ok) - Probes things",
    );
    expect(toolListing(createCatalogue([]))).toBe("Tool listing\n\nNo further tools.");
  });
});

describe("ToolSearch", () => {
  test("answers from the catalogue it was made with", async () => {
    const shop = createWorkshop();
    const outcome = await shop.run(createToolSearch(catalogue), { query: "grep" });
    expect(outcome).toMatchObject({ status: "success", renderData: { tools: 1 } });
    expect(outcome.text).toMatch(/^Grep\n/);
    await shop.dispose();
  });

  test("every built-in tool can be found by its name, with every argument described and a summary of one line", () => {
    const builtIn = createCatalogue(TOOLS);
    for (const each of TOOLS) {
      const contract = toolSearchText(builtIn, each.name);
      expect(contract.split("\n")[0]).toBe(each.name);
      expect(contract).not.toMatch(/ (?:required|optional) \{/);
      expect(each.summary).not.toMatch(/\n|^$/);
      expect(builtIn.whyNative(each)).toBeUndefined();
    }
  });
});
