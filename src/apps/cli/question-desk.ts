import type { CancelToken } from "../../base/cancel.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../ports/approval.ts";
import type { CliScreen } from "./io.ts";
import type { Keyboard } from "./keyboard.ts";
import type { RowScreen } from "./row-screen.ts";

/** What a terminal approval is made with. */
export interface TerminalApprovalOptions {
  readonly screen: CliScreen;
  readonly keyboard: Keyboard;
  readonly rows: RowScreen;
  /** Whether a rule may be kept in the workspace: only where it is trusted. */
  readonly keepsRules: boolean;
  readonly write: (text: string) => void;
  readonly colours: boolean;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** Ctrl-C while a question is open. */
  readonly interrupt: () => void;
}

/** One question that waits, and what the person has made of it. */
export interface Asking {
  readonly request: ApprovalRequest;
  readonly cancel: CancelToken;
  /** The rule that "always" stores: the suggested one, as it was edited. */
  rule: string | undefined;
  /** The argument that may be changed, as the person has changed it. */
  edited: string | undefined;
  readonly settle: (answer: ApprovalAnswer) => void;
}

/** The terminal while it asks. */
export interface Desk {
  readonly options: TerminalApprovalOptions;
  readonly waiting: readonly Asking[];
  /** The question that is looked at. */
  current: Asking;
}

/** The questions of the parallel step that is looked at, in order. */
export function groupOf({ waiting, current }: Desk): readonly Asking[] {
  const { group } = current.request;
  return group === undefined ? [current] : waiting.filter(({ request }) => request.group === group);
}
