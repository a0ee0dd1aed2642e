/** Names the host that started a process, for finding what left its group. */
export const HOST_MARK = "TOOLCALL_HOST";

/** Names the process that a process descends from. */
export const PROCESS_MARK = "TOOLCALL_PROCESS";

/** Nothing pages, colours, asks or opens an editor: there is no terminal and nobody at it. */
const QUIET: Readonly<Record<string, string>> = {
  TERM: "dumb",
  NO_COLOR: "1",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  GH_PAGER: "cat",
  SYSTEMD_PAGER: "cat",
  AWS_PAGER: "",
  BAT_PAGER: "cat",
  EDITOR: "true",
  VISUAL: "true",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  GCM_INTERACTIVE: "never",
  DEBIAN_FRONTEND: "noninteractive",
};

/** What would change how a shell starts, force colours, or turn an editor's program into Node. */
const DROPPED = ["BASH_ENV", "ENV", "PROMPT_COMMAND", "FORCE_COLOR", "CLICOLOR_FORCE", "ELECTRON_RUN_AS_NODE"];

/** The environment of a command: the host's own, made quiet, with the marks that say where it belongs. */
export function commandEnvironment(
  base: NodeJS.ProcessEnv,
  marks: { readonly host: string; readonly id: string },
): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(Object.entries(base).filter(([name]) => !DROPPED.includes(name)));
  return { ...kept, ...QUIET, [HOST_MARK]: marks.host, [PROCESS_MARK]: marks.id };
}
