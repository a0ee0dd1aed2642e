import type { Workspace } from "../../ports/host.ts";
import { comparable, isWithin } from "./lexical-path.ts";

/** How a path is protected: `secret` may not be touched at all, `control` may be read, and writing it always asks (2.12). */
export type Protection = "secret" | "control";

/** Folders of the home folder that hold keys and credentials. */
export const SECRET_FOLDERS: readonly string[] = [".ssh", ".gnupg", ".aws", ".azure", ".config/gcloud", ".kube"];

/**
 * Folders whose files decide what editors, agents, hooks and version control do later on: whoever writes them runs code in
 * somebody else's name (report 48). A name with `/` means a folder in a folder.
 */
export const CONTROL_FOLDERS: readonly string[] = [
  ".git",
  ".hg",
  ".svn",
  ".jj",
  ".vscode",
  ".idea",
  ".devcontainer",
  ".toolcall",
  ".claude",
  ".codex",
  ".cursor",
  ".windsurf",
  ".gemini",
  ".agents",
  ".clinerules",
  ".husky",
  ".githooks",
  ".github/agents",
  ".github/chatmodes",
  ".github/hooks",
  ".github/instructions",
  ".github/prompts",
  ".github/skills",
];

/** Files of that kind, by their names. */
export const CONTROL_FILES: readonly string[] = [
  ".gitmodules",
  ".devcontainer.json",
  "copilot-instructions.md",
  ".cursorrules",
  ".windsurfrules",
  "agents.md",
  "claude.md",
  "gemini.md",
  "skill.md",
  ".mcp.json",
  "mcp.json",
  ".pre-commit-config.yaml",
  ".envrc",
];

/** Endings of names of that kind. */
export const CONTROL_ENDINGS: readonly string[] = [".code-workspace"];

const FOLDERS: ReadonlySet<string> = new Set(CONTROL_FOLDERS);
const FILES: ReadonlySet<string> = new Set(CONTROL_FILES);

function isControl(path: string): boolean {
  const segments = path.split("/");
  const name = segments.at(-1) ?? "";
  return (
    FILES.has(name) ||
    CONTROL_ENDINGS.some((ending) => name.endsWith(ending)) ||
    segments.some((segment, index) => FOLDERS.has(segment) || FOLDERS.has(`${segments[index - 1] ?? ""}/${segment}`))
  );
}

/** How a path is protected. Names of control files are compared without case everywhere: some folder may ignore it. */
export function protectionOf(path: string, workspace: Workspace): Protection | undefined {
  const compared = comparable(path, workspace);
  const home = comparable(workspace.home, workspace);
  if (SECRET_FOLDERS.some((folder) => isWithin(compared, `${home}/${folder}`))) return "secret";
  return isControl(compared.toLowerCase()) ? "control" : undefined;
}

/** Whether a folder holds protected files or everything there is: the file system's root, the home folder or a workspace root. */
export function holdsProtected(path: string, workspace: Workspace): boolean {
  const compared = comparable(path, workspace);
  return [workspace.home, ...workspace.roots].some((folder) => isWithin(comparable(folder, workspace), compared));
}
