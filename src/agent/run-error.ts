/** Why something that an agent program asked for was not done. */
export type RunErrorKind =
  /** A message, or an option of a round, is not as it has to be. */
  | "invalid"
  /** A tool that is not in scope. */
  | "unknown-alias"
  /** The model wrote no JSON object as the arguments of a call, or was cut off while it asked for calls. */
  | "broken-round"
  /** The model gave no answer. */
  | "model"
  /** A tool did not do what it was called for. */
  | "tool"
  /** The run was cancelled. */
  | "cancelled"
  /** Something that is kept for later. */
  | "reserved";

/** What fails in an agent program. The message says what is wrong and what is expected. */
export class RunError extends Error {
  override readonly name = "RunError";
  readonly kind: RunErrorKind;

  /** An error of some kind. */
  constructor(kind: RunErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
