import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FoundHooks, HookSearch, HookSurroundings } from "../../agent/load-hooks.ts";
import { agreeToHooks, findHooks, hooksOf } from "../../agent/load-hooks.ts";
import type { Hooks } from "../../pipeline/hooks.ts";
import type { Invocation, OptionRecord } from "./command.ts";
import { hasOption, UsageError } from "./command.ts";
import { FileError } from "./io.ts";
import { stateFolder } from "./state-folder.ts";
import { TRUST_OPTION } from "./workspace.ts";

/** The option by which a person agrees to the hooks of a workspace. */
export const TRUST_HOOKS_OPTION = {
  name: "trust-hooks",
  doc: "with --trust: agree to the commands that .toolcall/hooks.jsonc has now; this is remembered until the file changes",
} as const satisfies OptionRecord;

/**
 * The hooks of an invocation: those of the person's `hooks.jsonc`, and those of the workspace's where it is trusted and
 * the person has agreed to just this content before, or does so now with `--trust-hooks`. Throws `UsageError`, and
 * `FileError` for mistakes in a file that counts: no hook is lost unseen.
 */
export async function loadHooks(invocation: Invocation, surroundings: HookSurroundings): Promise<Hooks> {
  const { host, say } = surroundings;
  const agrees = hasOption(invocation, TRUST_HOOKS_OPTION.name);
  if (agrees && !host.workspace.trusted) {
    throw new UsageError(`--${TRUST_HOOKS_OPTION.name} goes with --${TRUST_OPTION.name}.`);
  }
  const search: HookSearch = {
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
    list: join(stateFolder(invocation.io), "trusted-hooks"),
  };
  let found = await findHooks(host, search);
  if (agrees && found.inert !== undefined) {
    const problem = await agreeToHooks(host.files, search.list, found.inert);
    if (problem !== undefined) throw new FileError(`${problem}.`);
    found = await findHooks(host, search);
  }
  if (found.problems.length > 0) throw new FileError(`${found.problems.join("\n")}.`);
  if (found.inert !== undefined) say(inertText(found.inert));
  return hooksOf(found.sources, surroundings);
}

function inertText({ path, why }: NonNullable<FoundHooks["inert"]>): string {
  return why === "untrusted"
    ? `${path} is inert: the workspace is not trusted. Read the file; --trust --trust-hooks lets its hooks run.`
    : `${path} is inert: you have not agreed to what it says now. Read the file; --trust-hooks lets its hooks run.`;
}
