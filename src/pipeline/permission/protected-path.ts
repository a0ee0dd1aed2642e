import type { Workspace } from "../../ports/host.ts";
import { matchesPath, pathGlob } from "./glob.ts";
import type { PathGlob } from "./glob.ts";
import { comparable, isWithin } from "./lexical-path.ts";

/** How a path is protected: `secret` may not be touched at all, `control` may be read, and writing it always asks (2.12). */
export type Protection = "secret" | "control";

/** Folders of the home folder that hold keys and credentials. */
export const SECRET_FOLDERS: readonly string[] = [".ssh", ".gnupg", ".aws", ".azure", ".config/gcloud", ".kube"];

/**
 * Files that decide what editors, agents, hooks and version control do later on: whoever writes them runs code in
 * somebody else's name (report 48).
 */
export const CONTROL_GLOBS: readonly string[] = [
  "**/.git/**",
  "**/.hg/**",
  "**/.svn/**",
  "**/.jj/**",
  "**/.gitmodules",
  "**/.vscode/**",
  "**/*.code-workspace",
  "**/.idea/**",
  "**/.devcontainer/**",
  "**/.devcontainer.json",
  "**/.toolcall/**",
  "**/.claude/**",
  "**/.codex/**",
  "**/.cursor/**",
  "**/.windsurf/**",
  "**/.gemini/**",
  "**/.agents/**",
  "**/.github/agents/**",
  "**/.github/chatmodes/**",
  "**/.github/hooks/**",
  "**/.github/instructions/**",
  "**/.github/prompts/**",
  "**/.github/skills/**",
  "**/.github/copilot-instructions.md",
  "**/.cursorrules",
  "**/.windsurfrules",
  "**/.clinerules/**",
  "**/AGENTS.md",
  "**/CLAUDE.md",
  "**/GEMINI.md",
  "**/SKILL.md",
  "**/.mcp.json",
  "**/mcp.json",
  "**/.husky/**",
  "**/.githooks/**",
  "**/.pre-commit-config.yaml",
  "**/.envrc",
];

const CONTROLS: readonly PathGlob[] = CONTROL_GLOBS.map((glob) => pathGlob(glob.toLowerCase()));

/** How a path is protected. Names of control files are compared without case everywhere: some folder may ignore it. */
export function protectionOf(path: string, workspace: Workspace): Protection | undefined {
  const compared = comparable(path, workspace);
  const home = comparable(workspace.home, workspace);
  if (SECRET_FOLDERS.some((folder) => isWithin(compared, `${home}/${folder}`))) return "secret";
  const segments = compared.toLowerCase().split("/");
  return CONTROLS.some((glob) => matchesPath(glob, segments)) ? "control" : undefined;
}

/** Whether a folder holds protected files or everything there is: the file system's root, the home folder or a workspace root. */
export function holdsProtected(path: string, workspace: Workspace): boolean {
  const compared = comparable(path, workspace);
  return [workspace.home, ...workspace.roots].some((folder) => isWithin(comparable(folder, workspace), compared));
}
