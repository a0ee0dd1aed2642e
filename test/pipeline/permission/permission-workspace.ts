import { mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { CancelToken } from "../../../src/base/cancel.ts";
import { NEVER } from "../../../src/base/cancel.ts";
import type { NodeHost } from "../../../src/hosts/node/host.ts";
import { createNodeHost } from "../../../src/hosts/node/host.ts";
import { createPermissions } from "../../../src/pipeline/permission/create-permissions.ts";
import type { PermissionControl, PermissionOptions } from "../../../src/pipeline/permission/create-permissions.ts";
import type { RuleLists } from "../../../src/pipeline/permission/rule-book.ts";
import { parseRule } from "../../../src/pipeline/permission/rule.ts";
import type { Rule } from "../../../src/pipeline/permission/rule.ts";
import type { PermissionCheck, ResolvedResource } from "../../../src/pipeline/permissions.ts";
import type { Effect } from "../../../src/pipeline/tool.ts";
import type { Approval, ApprovalAnswer, ApprovalRequest } from "../../../src/ports/approval.ts";
import { removeFolder } from "../../support/remove-folder.ts";

/** A workspace with links out of it, secrets beside it, and a person who answers by a function. */
export interface PermissionWorkspace {
  readonly host: NodeHost;
  readonly root: string;
  readonly outside: string;
  readonly home: string;
  readonly asked: ApprovalRequest[];
  readonly permissions: (options?: Partial<PermissionOptions>) => PermissionControl;
  readonly remove: () => Promise<void>;
}

type Person = (request: ApprovalRequest, cancel: CancelToken) => ApprovalAnswer | Promise<ApprovalAnswer>;

const FILES = {
  "ws/src/a.ts": "a",
  "ws/src/b.ts": "b",
  "ws/docs/x.md": "x",
  "ws/docs/bare/HEAD": "ref: refs/heads/main",
  "ws/docs/bare/refs/x": "",
  "ws/package.json": "{}",
  "ws/.env": "KEY=1",
  "ws/.git/config": "[core]",
  "ws/.vscode/settings.json": "{}",
  "ws/inner": { linkTo: "src" },
  "ws/outbox": { linkTo: "../outside" },
  "ws/dangling": { linkTo: "../outside/missing" },
  "ws/settings-link": { linkTo: ".vscode/settings.json" },
  "outside/secret.txt": "secret",
  "home/.ssh/id": "key",
  "home/.bashrc": "",
  "home/notes.txt": "",
} as const;

/** Makes the workspace in a folder of its own. Without a person nobody can be asked. */
export async function makeWorkspace(person?: Person): Promise<PermissionWorkspace> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "toolcall-test-")));
  for (const [name, entry] of Object.entries(FILES)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await (typeof entry === "string" ? writeFile(path, entry) : symlink(entry.linkTo, path));
  }
  await mkdir(join(folder, "temp"));
  const asked: ApprovalRequest[] = [];
  const approval: Approval = {
    available: person !== undefined,
    ask: (request, cancel) => {
      asked.push(request);
      return Promise.resolve(person?.(request, cancel) ?? { answer: "withdrawn" });
    },
  };
  const home = join(folder, "home");
  const root = join(folder, "ws");
  const temp = join(folder, "temp");
  const storage = join(folder, "storage");
  const host = createNodeHost({ roots: [root], storage, approval, home, temp, trusted: true });
  return {
    host,
    root,
    outside: join(folder, "outside"),
    home,
    asked,
    permissions: (options) => createPermissions({ host, mode: "ask", ...options }),
    async remove() {
      await host.dispose();
      await removeFolder(folder);
    },
  };
}

/** The rule that a text means. */
export function rule(text: string): Rule {
  const parsed = parseRule(text);
  if ("problem" in parsed) throw new Error(`${text}: ${parsed.problem.message}`);
  return parsed.rule;
}

/** Rules in text form. */
export function rules(lists: { readonly [A in keyof RuleLists]?: readonly string[] }): RuleLists {
  return Object.fromEntries(Object.entries(lists).map(([action, texts]) => [action, texts.map(rule)]));
}

let count = 0;

/** A check of a call with these resources. */
export function check(
  tool: string,
  effect: Effect,
  resources: readonly ResolvedResource[],
  more: Partial<PermissionCheck> = {},
): PermissionCheck {
  count += 1;
  return {
    callId: `call-${count}`,
    tool,
    category: "core",
    effect,
    source: "model",
    resources,
    details: "{}",
    ...more,
  };
}

/** A check of a call that touches one path. */
export async function pathCheck(
  { host, root, home }: PermissionWorkspace,
  tool: string,
  access: "read" | "write",
  path: string,
): Promise<PermissionCheck> {
  const full = /^(?:\/|~|file:)/.test(path) ? path : join(root, path);
  const found = await host.files.resolve(full.replace(/^~/, home).replace(/^file:\/\//, ""));
  const place = "problem" in found ? { real: full, exists: false } : found;
  return check(tool, access, [{ kind: "path", path: full, access, ...place }]);
}

/** A check of a command line. */
export function commandCheck(
  { root }: PermissionWorkspace,
  command: string,
  tool = "Bash",
  more: Partial<PermissionCheck> = {},
): PermissionCheck {
  return check(tool, "run", [{ kind: "command", command, cwd: root }], more);
}

export { NEVER };
