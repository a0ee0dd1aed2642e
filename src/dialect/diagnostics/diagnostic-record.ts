/** One entry of the diagnostics catalogue (R313, R314, A03). `{name}` in a text stands for an argument. */
export interface DiagnosticRecord {
  readonly severity: "error" | "warning";
  readonly phase: "reader" | "check" | "run";
  /** Kebab-case name of the group of mistakes, such as `illegal-token-or-structure`. */
  readonly family: string;
  /** When it is raised, as one sentence. */
  readonly condition: string;
  /** What is wrong, with `{arguments}`. */
  readonly message: string;
  /** The expected form, where there is one; may hold `{arguments}`. */
  readonly expected?: string;
  /** What to do next; may hold `{arguments}`. */
  readonly remedy: string;
  /** A script that raises it, and the same script put right; tools are Read, Grep and the standalone-only Ask. */
  readonly example?: { readonly wrong: string; readonly right: string };
}
