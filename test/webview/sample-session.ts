import type { PanelMessage, PanelQuestion } from "../../src/protocol/panel-state.ts";
import type { Tape } from "./tape.ts";
import { createTape } from "./tape.ts";

type Opened = Extract<PanelMessage, { kind: "opened" }>;

/** Everything that a panel is told at first, about a tape. */
export function openedOf(tape: Tape, change: Partial<Opened> = {}): Opened {
  return {
    kind: "opened",
    view: tape.view(),
    older: 0,
    title: "Collect open TODOs into docs/todo.md",
    state: {
      mode: "ask",
      trusted: true,
      roots: [{ name: "app", path: "/work/app" }],
      working: false,
      queue: [],
      tools: [{ name: "Grep", summary: "searches" }],
    },
    settings: { display: {}, returnedLines: 10, summaryRows: 3, enterSends: true },
    questions: [],
    ...change,
  };
}

/** The script of the waiting part. */
export const SCRIPT = `(let* ((files (Glob :pattern "src/**/*.ts"))
       (paths (split-string files "\\n" t))
       (texts (parallel-map
               (lambda (p) (Grep :pattern "TODO|FIXME" :path p))
               (take 4 paths))))
  ;; one page, grouped by folder
  (Edit :file_path "docs/todo.md" :old_string "nothing open"
        :new_string (format "## src/script\\n%s" (string-join texts "\\n"))))`;

/** A diff of one hunk, as Edit gives it. */
export const DIFF = `--- src/pipeline/run.ts
+++ src/pipeline/run.ts
@@ -12,4 +12,4 @@ import { receive } from "./receive.ts";
 /** The order of the stages. */
-export function runCall(call: Received) {
+export function settleCall(call: Received) {
   return stages(call);
 }
`;

const HITS = "41:  // TODO: bound the queue\n97:  // FIXME: settle after children\n118: // TODO: name this limit";

/** The text of a test run, with colours and many lines. */
export function testOutput(): string {
  const green = (text: string): string => `\u001b[32m${text}\u001b[39m`;
  const runs = Array.from({ length: 384 }, (_, at) => ` ${green("✓")} test/rule-${at + 1}.test.ts (${at % 9} tests)`);
  return [...runs, "", ` Test Files  ${green("41 passed")} (41)`, `      Tests  ${green("612 passed")} (612)`, ""].join(
    "\n",
  );
}

const grep = (path: string, matches: number, batch = 1) => ({
  tool: "Grep",
  args: { pattern: "TODO|FIXME", path: `/work/app/${path}` },
  text: HITS,
  renderData: { kind: "grep", language: "grep", mode: "content", matches, truncated: false },
  ms: 9,
  batch,
});

/** Plain calls, a script that waits for an edit, finished and denied ones: the states of the design reference. */
export function sampleTape(): Tape {
  const tape = createTape(Date.now() - 3_000);
  const plain = (id: string, tool: string, args: Record<string, string>, text: string): void =>
    tape.call(id, { tool, args, text, ms: 3 });
  plain("c-1", "Grep", { pattern: "runCall" }, "src/a.ts");
  plain("c-2", "Grep", { pattern: "settle" }, "src/b.ts");
  plain("c-3", "Grep", { pattern: "stage" }, "src/c.ts");
  plain("c-4", "Read", { file_path: "/work/app/src/a.ts" }, "     1\tconst a = 1;");
  plain("c-5", "Read", { file_path: "/work/app/src/b.ts" }, "     1\tconst b = 1;");
  tape.script(
    "e-1",
    '(progn (Grep :pattern "runCall") (ApplyPatch :patch patch) (Bash :command "npm test"))',
    [
      grep("src", 14, 0),
      {
        tool: "ApplyPatch",
        args: { patch: "*** Begin Patch" },
        text: "modified 7 files",
        renderData: {
          kind: "edit",
          fileCount: 7,
          files: [
            { path: "/work/app/src/pipeline/run.ts", status: "modified", added: 8, removed: 8 },
            { path: "/work/app/src/a.ts", status: "modified", added: 6, removed: 6 },
          ],
          diff: DIFF,
        },
        files: ["/work/app/src/pipeline/run.ts"],
        ms: 31,
      },
      {
        tool: "Bash",
        args: { command: "npm test" },
        text: testOutput(),
        artifact: "artifact://tests",
        renderData: { kind: "command", command: "npm test", end: "exited", exitCode: 0 },
        ms: 5_900,
      },
    ],
    { text: '(:files 7 :tests "612 passed")', ms: 6_800, savedBytes: 96_000, savedRoundTrips: 8 },
  );
  tape.script(
    "e-2",
    '(progn (Glob :pattern "dist/**") (Bash :command "rm -rf dist out"))',
    [
      { tool: "Glob", args: { pattern: "dist/**" }, text: "dist/a.js", renderData: { kind: "glob", files: 212 } },
      {
        tool: "Bash",
        args: { command: "rm -rf dist out" },
        text: "Permission denied: keep out/, only dist",
        status: "denied",
        reason: "denied",
      },
    ],
    { outcome: "denied", text: "Error: Bash was denied: keep out/, only dist", ms: 3_200 },
  );
  tape.call("c-6", {
    tool: "Read",
    args: { file_path: "/work/app/src/pipeline/run.ts" },
    text: Array.from({ length: 84 }, (_, at) => `${String(at + 1).padStart(6)}\texport const line${at} = ${at};`).join(
      "\n",
    ),
    renderData: {
      kind: "text",
      path: "/work/app/src/pipeline/run.ts",
      startLine: 1,
      lines: 84,
      language: "typescript",
    },
    ms: 4,
  });
  tape.script("e-3", SCRIPT, [
    {
      tool: "Glob",
      args: { pattern: "src/**/*.ts" },
      text: "src/a.ts",
      renderData: { kind: "glob", files: 109 },
      ms: 12,
    },
    grep("src/agent/turn.ts", 2),
    grep("src/script/driver.ts", 3),
    grep("src/tools/read.ts", 0),
    {
      ...grep("src/tools/old.ts", 0),
      status: "error",
      reason: "tool-error: no such file",
      text: "Error: no such file",
    },
    { tool: "Edit", args: { file_path: "/work/app/docs/todo.md" }, until: "asked" },
  ]);
  return tape;
}

/** The question that the sample waits for. */
export const QUESTION: PanelQuestion = {
  id: "e-3/6",
  tool: "Edit",
  subject: "/work/app/docs/todo.md",
  access: "write",
  reason: "mode “ask” asks for every edit",
  suggestedRule: "Edit(docs/**)",
  scopes: ["once", "script", "session", "workspace", "user"],
  details: '{"file_path":"docs/todo.md"}',
  diff: "--- docs/todo.md\n+++ docs/todo.md\n@@ -1 +1,2 @@\n-nothing open\n+## src/script\n+- driver.ts:41 bound the queue\n",
};
