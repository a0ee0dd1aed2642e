import type { FileProblem } from "../ports/files.ts";

const REASONS: Readonly<Record<FileProblem["problem"], string>> = {
  missing: "does not exist",
  denied: "may not be read: the system refused access",
  "not-file": "is a folder, not a file",
  "not-directory": "is not a folder",
  exists: "exists already",
  changed: "was changed by somebody else",
  full: "could not be stored: the disk is full",
  "invalid-path": "is not a path that this system knows",
  io: "could not be read",
};

/** What a model reads when a file could not be read. */
export function problemText({ problem, path, detail }: FileProblem): string {
  const said = problem === "io" || problem === "denied" || problem === "invalid-path" ? ` (${detail})` : "";
  return `${path} ${REASONS[problem]}${said}`;
}
