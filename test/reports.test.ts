import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Session, SessionOptions } from "../src/agent/session.ts";
import { createSession } from "../src/agent/session.ts";
import { DEFAULT_SETTINGS } from "../src/agent/settings.ts";
import { createStore } from "../src/hosts/node/store.ts";
import type { PermissionMode } from "../src/pipeline/permissions.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../src/ports/approval.ts";
import type { Host } from "../src/ports/host.ts";
import type { AgentEvent } from "../src/protocol/events.ts";
import { TOOLS } from "../src/tools/tools.ts";
import { rigTool, sessionRig } from "./agent/session-rig.ts";
import { makeWorkspace, rules, type PermissionWorkspace } from "./pipeline/permission/permission-workspace.ts";

/*
 * Faults that people reported of products like this one, by their numbers, on real files: the whole way from the script
 * to the disk. Reports that a test of the part itself shows have their number in that test's title.
 */

let place: PermissionWorkspace;
/** What the person says; asked about nothing else. */
let answer: (request: ApprovalRequest) => ApprovalAnswer;
/** What the test opened: closed before its folder goes. */
const opened: Session[] = [];
beforeEach(async () => {
  answer = () => ({ answer: "deny", scope: "once" });
  place = await makeWorkspace((request) => answer(request));
});
afterEach(async () => {
  for (const session of opened.splice(0)) await session.close();
  await place.remove();
});

function put(name: string, text: string): string {
  const path = join(place.root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

interface Opened {
  readonly session: Session;
  readonly events: AgentEvent[];
}

async function open({
  mode = "ask",
  host = place.host,
  ...options
}: Partial<SessionOptions> & { mode?: PermissionMode; host?: Host } = {}): Promise<Opened> {
  const events: AgentEvent[] = [];
  const settings = { ...DEFAULT_SETTINGS, mode };
  const show = (event: AgentEvent): number => events.push(event);
  const session = await createSession(host, { tools: TOOLS, settings, ...options, show });
  if ("problem" in session) throw new Error(session.message);
  opened.push(session);
  return { session, events };
}

const kindsOf = (events: readonly AgentEvent[]): readonly string[] => events.map(({ kind }) => kind);

describe("what a script may do", () => {
  it("is never more than whoever runs it may: a tool outside the roster is unknown before anything runs (report 10)", async () => {
    const { session, events } = await open({ mode: "full-auto", restrictedTo: new Set(["Read", "Grep"]) });
    const expression =
      '(progn (Read :file_path "src/a.ts") (Edit :file_path "src/a.ts" :old_string "a" :new_string "b"))';
    const result = await session.runScript({ expression });
    expect(result).toMatchObject({ outcome: "script-error", errorKind: "preflight", children: [] });
    expect(result.text).toContain("Edit");
    expect(kindsOf(events)).not.toContain("call-received");
    expect(readFileSync(join(place.root, "src/a.ts"), "utf8")).toBe("a");
  });

  it("is not caught by a binding: a denied command ends the script without a value and without its effect (report 12)", async () => {
    const { session } = await open();
    const result = await session.runScript({ expression: '(let ((r (Bash :command "touch marker"))) :ok)' });
    expect(result).toMatchObject({ outcome: "denied", value: undefined, children: [{ status: "denied" }] });
    expect(existsSync(join(place.root, "marker"))).toBe(false);
  });

  it("is decided on what a patch touches, not on the first file that it names (report 50)", async () => {
    const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
    const script = (...lines: string[]) => ({
      expression: `(list (ApplyPatch :patch ${JSON.stringify(patch(...lines))}))`,
    });
    const asked: string[] = [];
    answer = ({ subject, reason }) => {
      asked.push(`${subject} ${reason}`);
      return { answer: "deny", scope: "once" };
    };
    const { session } = await open({ mode: "edits" });
    const inside = ["*** Update File: src/a.ts", "@@", "-a", "+b"];
    for (const more of [
      ["*** Add File: ../outside/x", "+x"],
      ["*** Update File: src/b.ts", "*** Move to: outbox/b.ts"],
      ["*** Add File: .vscode/tasks.json", "+{}"],
    ]) {
      expect((await session.runScript(script(...inside, ...more))).outcome).toBe("denied");
    }
    expect(asked).toHaveLength(3);
    expect(asked[1]).toContain(join(place.outside, "b.ts"));
    expect(readFileSync(join(place.root, "src/a.ts"), "utf8")).toBe("a");
    expect((await session.runScript(script(...inside))).outcome).toBe("completed");
    expect(asked).toHaveLength(3);
  });

  it("outside the workspace is asked in the mode that edits without asking (report 52)", async () => {
    const asked: ApprovalRequest[] = [];
    answer = (request) => (asked.push(request), { answer: "deny", scope: "once" });
    const { session } = await open({ mode: "edits" });
    const write = (path: string) =>
      session.runScript({ expression: `(list (Write :file_path ${JSON.stringify(path)} :content "x"))` });
    expect((await write("src/new.ts")).outcome).toBe("completed");
    expect((await write(join(place.outside, "new.ts"))).outcome).toBe("denied");
    expect((await write("outbox/new.ts")).outcome).toBe("denied");
    expect(asked.map(({ subject, access }) => [subject, access])).toEqual(
      Array.from({ length: 2 }, () => [join(place.outside, "new.ts"), "write"]),
    );
    expect(existsSync(join(place.outside, "new.ts"))).toBe(false);
  });

  it("through Grep is what may be read: a file that may not be read gives no line away (report 54)", async () => {
    const { session } = await open({ permissions: { rules: { user: rules({ deny: ["Read(**/.env)"] }) } } });
    const grep = (path: string) =>
      session.call({ tool: "Grep", input: { pattern: "KEY", path, output_mode: "content" } });
    expect(await grep(".env")).toMatchObject({ status: "denied" });
    const whole = await grep(".");
    expect(whole?.text).not.toContain("KEY=");
  });
});

describe("a program that has no brackets", () => {
  it.each(["ls -la", "git status", "cat src/a.ts", "ls", "pwd"])(
    "is answered with the call that runs it as a command: %s (report 18)",
    async (source) => {
      const { session, events } = await open();
      const result = await session.runScript({ expression: source });
      expect(result.outcome).toBe("script-error");
      expect(result.text).toContain(`(Bash :command "${source}")`);
      expect(kindsOf(events)).not.toContain("call-received");
    },
  );
});

describe("a command", () => {
  it("that is left running is named to the script and below its result, although the value is dropped (report 15)", async () => {
    const { session } = await open({ mode: "full-auto" });
    const expression = '(progn (Bash :command "sleep 30" :timeout 100 :run_in_background t) nil)';
    const result = await session.runScript({ expression });
    const [process] = place.host.processes.running();
    expect(result).toMatchObject({ outcome: "completed", text: "nil" });
    expect(result.delivery).toContain(`process ${process!.id}`);
  });

  it("over the files of 2,000 packages stays bounded in the conversation and whole on disk (report 72)", async () => {
    const text = JSON.stringify({ name: "package", description: "x".repeat(200) });
    for (let index = 0; index < 2_000; index++) put(`node_modules/p${index}/package.json`, text);
    const { session } = await open({ mode: "full-auto" });
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    const settled = await session.call({
      tool: "Bash",
      input: { command: "find . -name package.json | xargs cat" },
      source: "model",
    });
    clearInterval(timer);
    expect(settled?.status).toBe("success");
    expect(settled!.text.length).toBeLessThan(32_000);
    expect(ticks).toBeGreaterThan(0);
    expect(settled?.text).toMatch(/exit code 0/u);
  }, 60_000);
});

describe("the same call again", () => {
  it("is made as often as a script says: its budgets decide, not how often it is repeated (report 80)", async () => {
    let runs = 0;
    const tool = rigTool("Poll", "read", () => ({ status: "success", text: `${++runs > 40}` }));
    const { session } = await sessionRig({ tools: [tool] });
    const expression = '(let ((n 0)) (while (equal (Poll :path "job") "false") (setq n (+ n 1))) n)';
    expect(await session.runScript({ expression })).toMatchObject({ outcome: "completed", text: "40" });
    expect(runs).toBe(41);
  });
});

describe("snapshots", () => {
  it("are taken of nothing but what a request changes first: opening and reading take none (report 86)", async () => {
    for (let index = 0; index < 200; index++) put(`many/f${index}.ts`, `${index}`);
    const touched: string[] = [];
    const { files } = place.host;
    const watching: Host = {
      ...place.host,
      files: { ...files, read: (path, ...rest) => (existsSync(path) && touched.push(path), files.read(path, ...rest)) },
    };
    const { session, events } = await open({ host: watching, mode: "edits" });
    expect(touched).toEqual([]);
    await session.runScript({ expression: '(list (Glob :pattern "many/*.ts") (Grep :pattern "7" :path "many"))' });
    expect(touched).toEqual([]);
    await session.runScript({
      expression: '(list (Edit :file_path "many/f7.ts" :old_string "7" :new_string "seven"))',
    });
    expect(new Set(touched)).toEqual(new Set([join(place.root, "many/f7.ts")]));
    expect(kindsOf(events).filter((kind) => kind === "file-changed")).toHaveLength(1);
  });
});

describe("sessions", () => {
  it("need no index: 500 journals are listed from their folder (report 88)", async () => {
    const storage = join(place.root, "..", "many-sessions");
    const first = createStore({ folder: storage });
    for (let index = 0; index < 500; index++) await first.append(`s${index}`, [`{"n":${index}}`], false);
    await first.dispose();
    const second = createStore({ folder: storage });
    const listed = await second.sessions();
    expect(listed.map(({ id }) => id).sort()).toEqual(Array.from({ length: 500 }, (_, index) => `s${index}`).sort());
    await second.dispose();
  }, 60_000);
});

describe("a file in an older encoding", () => {
  it("keeps its bytes when plain letters of it are edited (report 94)", async () => {
    const path = put("old.js", "");
    writeFileSync(path, Buffer.from("const x = 1;\n// caf\xe9 note\n", "latin1"));
    const { session } = await open({ mode: "edits" });
    const result = await session.runScript({
      expression: '(list (Edit :file_path "old.js" :old_string "const x = 1;" :new_string "const x = 2;"))',
    });
    expect(result.outcome).toBe("completed");
    expect(readFileSync(path).toString("latin1")).toBe("const x = 2;\n// caf\xe9 note\n");
  });
});

describe("a tree of packages that link to each other in circles", () => {
  it("is searched once: no file comes a second time through a link (report 100)", async () => {
    for (const name of ["a", "b", "c"]) {
      put(`node_modules/.pnpm/${name}@1/node_modules/${name}/AGENTS.md`, name);
    }
    const link = (from: string, to: string): void => {
      mkdirSync(dirname(join(place.root, from)), { recursive: true });
      symlinkSync(to, join(place.root, from));
    };
    link("node_modules/a", ".pnpm/a@1/node_modules/a");
    link("node_modules/.pnpm/a@1/node_modules/b", "../../b@1/node_modules/b");
    link("node_modules/.pnpm/b@1/node_modules/c", "../../c@1/node_modules/c");
    link("node_modules/.pnpm/c@1/node_modules/a", "../../a@1/node_modules/a");
    link("node_modules/.pnpm/c@1/node_modules/c/up", "../../../..");
    const { session } = await open();
    const settled = await session.call({ tool: "Glob", input: { pattern: "**/AGENTS.md" } });
    expect(settled?.text.trimEnd().split("\n")).toEqual(
      ["a", "b", "c"].map((name) => join(place.root, `node_modules/.pnpm/${name}@1/node_modules/${name}/AGENTS.md`)),
    );
  });
});
