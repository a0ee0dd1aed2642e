import { workspace } from "vscode";
import type { FileProblem, Files } from "../../ports/files.ts";
import { isProblem } from "../../ports/files.ts";
import type { Workspace } from "../../ports/host.ts";
import { pathInside } from "../../ports/paths.ts";
import type { ProcessEnd, Processes, RunningProcess } from "../../ports/processes.ts";

const UNTRUSTED =
  "this workspace is not trusted, so files in it are only read and no command runs: " +
  "trust it with the command Workspaces: Manage Workspace Trust";

/** Files that are only read below the roots while a person does not trust the workspace. */
export function readingOnly(
  files: Files,
  { roots, ...style }: Pick<Workspace, "roots" | "separator" | "ignoresCase">,
): Files {
  const refusal = async (path: string): Promise<FileProblem | undefined> => {
    const place = await files.resolve(path);
    const paths = isProblem(place) ? [path] : [path, place.real];
    const isInside = roots.some((root) => paths.some((each) => pathInside(root, each, style) !== undefined));
    return isInside ? { problem: "denied", path, detail: UNTRUSTED } : undefined;
  };
  // Nothing is waited for in a trusted workspace, so that operations keep the order in which they were asked for.
  return {
    ...files,
    write: (path, bytes, expected, mode) => {
      const write = () => files.write(path, bytes, expected, mode);
      return workspace.isTrusted ? write() : refusal(path).then((refused) => refused ?? write());
    },
    remove: (path, expected, folders) => {
      const remove = () => files.remove(path, expected, folders);
      return workspace.isTrusted ? remove() : refusal(path).then((refused) => refused ?? remove());
    },
  };
}

/** Processes that are refused where they must not or cannot run, with the reason in words. */
export function refusingProcesses(processes: Processes, isVirtual: (path: string) => boolean, home: string): Processes {
  let refused = 0;
  return {
    ...processes,
    start: (spec, cancel) => {
      // Hooks of the person's own protect them everywhere. One that did not run would let pass what it should deny.
      if (spec.personal === true) return processes.start(isVirtual(spec.cwd) ? { ...spec, cwd: home } : spec, cancel);
      const reason = isVirtual(spec.cwd) ? virtualReason(spec.cwd) : workspace.isTrusted ? undefined : UNTRUSTED;
      if (reason === undefined) return processes.start(spec, cancel);
      refused += 1;
      return endedProcess(`refused-${refused}`, { end: "failed", message: reason });
    },
  };
}

function virtualReason(cwd: string): string {
  return `${cwd} is in a virtual file system, where no command can run: use Read, Grep, Glob, Edit and Write there`;
}

function endedProcess(id: string, end: ProcessEnd): RunningProcess {
  const output = { head: "", tail: "", omitted: 0, bytes: 0, file: undefined };
  return { id, output: () => output, done: Promise.resolve(end) };
}
