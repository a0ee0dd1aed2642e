import type { FileProblem } from "../../../ports/files.ts";
import type { StoreProblem } from "../../../ports/store.ts";
import { codeOf } from "../files/file-problem.ts";

const PROBLEMS: Readonly<Record<string, StoreProblem["problem"]>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "denied",
  ENOENT: "missing",
};

/** The problem that an error of the file system stands for. An error that is none of the system's is a bug and thrown on. */
export function toStoreProblem(error: unknown): StoreProblem {
  const code = codeOf(error);
  if (code === undefined) throw error;
  return { problem: PROBLEMS[code] ?? "io", detail: (error as Error).message };
}

/** A problem in the words of this host. */
export function storeProblem(problem: StoreProblem["problem"], detail: string): StoreProblem {
  return { problem, detail };
}

/** Whether an answer of the store is a problem. */
export function isStoreProblem(answer: unknown): answer is StoreProblem {
  return typeof answer === "object" && answer !== null && "problem" in answer;
}

/** A problem with a file of the store, as the store says it. */
export function fromFileProblem({ problem, detail }: FileProblem): StoreProblem {
  const isKnown = problem === "missing" || problem === "denied" || problem === "full";
  return { problem: isKnown ? problem : "io", detail };
}
