import type { FileProblem } from "../../../ports/files.ts";

const PROBLEMS: Readonly<Record<string, FileProblem["problem"]>> = {
  ENOENT: "missing",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "denied",
  EISDIR: "not-file",
  ENXIO: "not-file",
  ENOTDIR: "not-directory",
  EEXIST: "exists",
  ENOTEMPTY: "exists",
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  ENAMETOOLONG: "invalid-path",
  EINVAL: "invalid-path",
  ELOOP: "invalid-path",
  ERR_INVALID_ARG_VALUE: "invalid-path",
};

/** The system's code of an error, such as `ENOENT`; undefined for what is no error of the system. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** The problem that an error of the file system stands for. An error that is none of the system's is a bug and thrown on. */
export function toFileProblem(error: unknown, path: string): FileProblem {
  const code = codeOf(error);
  if (code === undefined) throw error;
  const detail =
    code === "ELOOP" ? "ELOOP: its links lead in a circle, or through too many links" : (error as Error).message;
  return { problem: PROBLEMS[code] ?? "io", path, detail };
}

/** A problem in the words of this host. */
export function fileProblem(problem: FileProblem["problem"], path: string, detail: string): FileProblem {
  return { problem, path, detail };
}
