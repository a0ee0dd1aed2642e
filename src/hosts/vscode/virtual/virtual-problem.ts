import { FileSystemError } from "vscode";
import type { FileProblem } from "../../../ports/files.ts";

const PROBLEMS: Readonly<Record<string, FileProblem["problem"]>> = {
  FileNotFound: "missing",
  FileExists: "exists",
  FileNotADirectory: "not-directory",
  FileIsADirectory: "not-file",
  NoPermissions: "denied",
};

/** The problem that an error of a virtual file system stands for. Extensions throw what they like: everything is a problem. */
export function virtualProblem(error: unknown, path: string): FileProblem {
  const detail = error instanceof Error ? error.message : String(error);
  return { problem: (error instanceof FileSystemError ? PROBLEMS[error.code] : undefined) ?? "io", path, detail };
}
