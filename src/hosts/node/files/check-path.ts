import { isAbsolute } from "node:path";
import type { FileProblem } from "../../../ports/files.ts";
import { fileProblem } from "./file-problem.ts";

/** What a path must be to reach the file system: absolute, whole characters, no NUL; undefined when it is. */
export function checkPath(path: string): FileProblem | undefined {
  if (!isAbsolute(path)) return fileProblem("invalid-path", path, "the path is not absolute");
  if (path.includes("\0")) return fileProblem("invalid-path", path, "the path contains a NUL character");
  if (/\p{Surrogate}/u.test(path))
    return fileProblem("invalid-path", path, "the path contains half a character (a lone surrogate)");
  return undefined;
}
