import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Session } from "../../src/agent/session.ts";
import { createSession } from "../../src/agent/session.ts";
import type { JsonObject } from "../../src/base/json.ts";
import { createNodeHost } from "../../src/hosts/node/host.ts";
import type { Hooks, HookVerdict } from "../../src/pipeline/hooks.ts";
import type { RuleLists } from "../../src/pipeline/permission/rule-book.ts";
import type { StageName } from "../../src/pipeline/stage.ts";
import { STAGE_NAMES } from "../../src/pipeline/stage.ts";
import type { Approval, ApprovalRequest, ArgumentText } from "../../src/ports/approval.ts";
import type { AgentEvent } from "../../src/protocol/events.ts";
import { TOOLS } from "../../src/tools/tools.ts";
import { inTempFolder } from "../hosts/node/temp-folder.ts";
import { rules } from "./permission/permission-workspace.ts";

/** One call of a tool: what it does to the folder, and what a hook makes of it. */
interface ToolCase {
  readonly input: JsonObject;
  readonly rewritten: JsonObject;
  /** Files that differ afterwards; none for tools that only read. */
  readonly makes?: Readonly<Record<string, string>>;
  readonly makesRewritten?: Readonly<Record<string, string>>;
  /** What the person makes of an argument, where one may be changed, and the files then. */
  readonly edited?: ArgumentText;
  readonly makesEdited?: Readonly<Record<string, string>>;
  /** A rule that denies only what the person makes of it. */
  readonly denyEdited?: string;
  /** A rule that denies this call and leaves the tool in the roster, where the tool can have one. */
  readonly deny: string;
}

const patch = (file: string): string => `*** Begin Patch\n*** Update File: ${file}\n@@\n-one\n+three\n*** End Patch`;

const CASES: Readonly<Record<string, ToolCase>> = {
  Read: { input: { file_path: "a.txt" }, rewritten: { file_path: "b.txt" }, deny: "Read(*.txt)" },
  Grep: { input: { pattern: "one", path: "a.txt" }, rewritten: { pattern: "two" }, deny: "Grep(*.txt)" },
  Glob: { input: { pattern: "*.txt", path: "sub" }, rewritten: { pattern: "*.md" }, deny: "Glob(sub)" },
  Edit: {
    input: { file_path: "a.txt", old_string: "one", new_string: "three" },
    rewritten: { file_path: "b.txt", old_string: "one", new_string: "four" },
    makes: { "a.txt": "three\n" },
    makesRewritten: { "b.txt": "four\n" },
    edited: { name: "new_string", text: "five" },
    makesEdited: { "a.txt": "five\n" },
    deny: "Edit(*.txt)",
  },
  Write: {
    input: { file_path: "new.txt", content: "new\n" },
    rewritten: { file_path: "sub/other.txt", content: "other\n" },
    makes: { "new.txt": "new\n" },
    makesRewritten: { "sub/other.txt": "other\n" },
    edited: { name: "content", text: "changed\n" },
    makesEdited: { "new.txt": "changed\n" },
    deny: "Write(*.txt)",
  },
  ApplyPatch: {
    input: { patch: patch("a.txt") },
    rewritten: { patch: patch("b.txt") },
    makes: { "a.txt": "three\n" },
    makesRewritten: { "b.txt": "three\n" },
    edited: { name: "patch", text: patch("b.txt") },
    makesEdited: { "b.txt": "three\n" },
    denyEdited: "ApplyPatch(b.txt)",
    deny: "ApplyPatch(*.txt)",
  },
  Bash: {
    input: { command: "touch made.txt" },
    rewritten: { command: "touch other.txt" },
    makes: { "made.txt": "" },
    makesRewritten: { "other.txt": "" },
    edited: { name: "command", text: "touch changed.txt" },
    makesEdited: { "changed.txt": "" },
    denyEdited: "Bash(touch changed.txt)",
    deny: "Bash(touch *)",
  },
  ToolSearch: { input: { query: "Read" }, rewritten: { query: "Edit" }, deny: "ToolSearch" },
};

type Make = (session: Session, call: { tool: string; input: JsonObject; expression: string }) => Promise<unknown>;

const script =
  (wrap: (call: string) => string): Make =>
  (session, { expression }) =>
    session.runScript({ expression: wrap(expression), id: "e" });

/** Where a call comes from, with the id that it has there. */
const ORIGINS: Readonly<Record<string, { readonly id: string; readonly make: Make }>> = {
  "by the model": { id: "e", make: (session, call) => session.call({ ...call, source: "model", id: "e" }) },
  "by the person": { id: "e", make: (session, call) => session.call({ ...call, source: "user", id: "e" }) },
  "by an agent": { id: "e", make: (session, call) => session.call({ ...call, source: "agent", id: "e" }) },
  "as a whole script": { id: "e/1", make: script((call) => call) },
  "within a script": { id: "e/1", make: script((call) => `(let ((r ${call})) r)`) },
  "in a parallel join": { id: "e/1", make: script((call) => `(parallel ${call} (Read :file_path "c.md"))`) },
  "from a macro": { id: "e/1", make: script((call) => `(defmacro same (c) \`(list ,c))\n(same ${call})`) },
};

interface Verdict {
  /** Whether somebody is there, who then allows it. */
  readonly person: boolean;
  /** Whether they change it first, where it can be changed. */
  readonly edits?: boolean;
  /** Whether a rule denies what they make of it, where one can. */
  readonly deniesEdited?: boolean;
  readonly rules: (name: string, call: ToolCase) => RuleLists;
  readonly hook?: (call: ToolCase) => HookVerdict;
  readonly cancelled?: boolean;
  readonly stages: readonly StageName[];
  readonly status: string;
  readonly prompts: number;
}

const until = (stage: StageName): readonly StageName[] => [
  ...STAGE_NAMES.slice(0, STAGE_NAMES.indexOf(stage) + 1),
  "record",
];
const allowing = (name: string): RuleLists => rules({ allow: [name] });
const asking = (name: string): RuleLists => rules({ ask: [name] });
const WHOLE = { stages: STAGE_NAMES, status: "success", prompts: 0, person: true, rules: allowing } as const;

const VERDICTS: Readonly<Record<string, Verdict>> = {
  "a rule allows it": WHOLE,
  "a person allows it": { ...WHOLE, rules: asking, prompts: 1 },
  "a person changes it": { ...WHOLE, rules: asking, prompts: 1, edits: true },
  "a person changes it into what a rule denies": {
    ...WHOLE,
    rules: (name, { denyEdited }) => rules({ ask: [name], deny: denyEdited === undefined ? [] : [denyEdited] }),
    prompts: 1,
    edits: true,
    deniesEdited: true,
  },
  "nobody can be asked": { ...WHOLE, person: false, rules: asking, stages: until("permission"), status: "denied" },
  "a rule denies it": {
    ...WHOLE,
    rules: (_name, { deny }) => rules({ deny: [deny] }),
    stages: until("permission"),
    status: "denied",
  },
  "a hook denies it": {
    ...WHOLE,
    hook: () => ({ decision: "deny", reason: "not on Fridays", contexts: [] }),
    stages: until("before-hooks"),
    status: "denied",
  },
  "a hook rewrites it": { ...WHOLE, hook: ({ rewritten }) => ({ contexts: [], updatedInput: rewritten }) },
  "it is cancelled when it comes": { ...WHOLE, cancelled: true, stages: ["received", "record"], status: "cancelled" },
};

function lisp(name: string, input: JsonObject): string {
  const parts = Object.entries(input).map(([key, value]) => `:${key} ${JSON.stringify(value)}`);
  return `(${name} ${parts.join(" ")})`;
}

const FILES: Readonly<Record<string, string>> = {
  "a.txt": "one\n",
  "b.txt": "one\n",
  "c.md": "two\n",
  "sub/d.txt": "two\n",
};

function filesIn(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(root.length + 1), readFileSync(path, "utf8")];
    }),
  );
}

function hooksOf(tool: string, verdict: HookVerdict | undefined): Hooks {
  return {
    handles: (event, name) => verdict !== undefined && event === "PreToolUse" && name === tool,
    run: () => Promise.resolve(verdict ?? { contexts: [] }),
  };
}

/** Events that a join has beside those of every call, and those that depend on the time that a call takes. */
const ELSEWHERE: ReadonlySet<string> = new Set(["call-queued", "call-progressed"]);

interface Trace {
  readonly stages: readonly StageName[];
  readonly prompts: number;
  readonly status: unknown;
  readonly kinds: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/** Makes one call on a folder of its own, and tells what became of it. */
function traceOf(name: string, origin: string, verdict: Verdict): Promise<Trace> {
  return inTempFolder(async (folder) => {
    const root = join(folder, "ws");
    mkdirSync(join(root, "sub"), { recursive: true });
    mkdirSync(join(folder, "temp"));
    for (const [file, text] of Object.entries(FILES)) writeFileSync(join(root, file), text);
    const asked: ApprovalRequest[] = [];
    const approval: Approval = {
      available: verdict.person,
      ask: (request) => {
        asked.push(request);
        const { edited } = CASES[name]!;
        return Promise.resolve({
          answer: "allow",
          scope: "once",
          ...(verdict.edits === true && edited !== undefined && { edited }),
        });
      },
    };
    const { id, make } = ORIGINS[origin]!;
    const call = CASES[name]!;
    const host = createNodeHost({
      roots: [root],
      storage: join(folder, "storage"),
      temp: join(folder, "temp"),
      home: folder,
      approval,
      trusted: true,
    });
    const stages: StageName[] = [];
    const events: AgentEvent[] = [];
    let stop = (): void => undefined;
    const session = await createSession(host, {
      tools: TOOLS,
      permissions: { rules: { user: verdict.rules(name, call) } },
      hooks: hooksOf(name, verdict.hook?.(call)),
      show: (event) => events.push(event),
      trace: (ofCall, stage) => {
        if (ofCall !== id) return;
        stages.push(stage);
        if (verdict.cancelled === true) stop();
      },
    });
    if ("problem" in session) throw new Error(session.message);
    stop = () => session.cancel("enough");
    await make(session, { tool: name, input: call.input, expression: lisp(name, call.input) });
    await session.close();
    await host.dispose();
    const own = events.filter((event) => "id" in event && event.id === id);
    const settled = own.find(({ kind }) => kind === "call-settled");
    return {
      stages,
      prompts: asked.filter(({ callId }) => callId === id).length,
      status: settled !== undefined && "status" in settled ? settled.status : undefined,
      kinds: own.map(({ kind }) => kind).filter((kind) => !ELSEWHERE.has(kind)),
      files: filesIn(root),
    };
  });
}

it("every built-in tool is in the table", () => {
  expect(Object.keys(CASES)).toEqual([...TOOLS.map(({ name }) => name), "ToolSearch"]);
});

/** A script cannot search for tools: the search is the model's and the person's. */
const originsOf = (name: string): readonly string[] =>
  Object.keys(ORIGINS).filter((origin) => name !== "ToolSearch" || ORIGINS[origin]!.id === "e");

describe.each(Object.keys(CASES))("a call of %s", (name) => {
  it.each(Object.keys(VERDICTS))("goes the same way wherever it comes from when %s", async (title) => {
    const { makes = {}, makesRewritten = {}, makesEdited = makes, denyEdited } = CASES[name]!;
    const given = VERDICTS[title]!;
    const isDenied = given.deniesEdited === true && denyEdited !== undefined;
    const verdict: Verdict = isDenied ? { ...given, stages: until("permission"), status: "denied" } : given;
    const allowed = verdict.hook !== undefined ? makesRewritten : verdict.edits === true ? makesEdited : makes;
    const made = verdict.status === "success" ? allowed : {};
    const origins = originsOf(name);
    const traces = await Promise.all(origins.map((origin) => traceOf(name, origin, verdict)));
    const { kinds } = traces[0]!;
    const { stages, status, prompts } = verdict;
    const same: Trace = { stages, status, prompts, kinds, files: { ...FILES, ...made } };
    const named = Object.fromEntries(origins.map((origin, at) => [origin, traces[at]]));
    expect(named).toEqual(Object.fromEntries(origins.map((origin) => [origin, same])));
  });
});
