import type { ToolContext, ToolOutcome } from "../../pipeline/tool.ts";
import { reportChanges } from "./change-report.ts";
import type { ChangedFile, ChangeReport } from "./change-report.ts";
import { commit } from "./commit.ts";
import type { PreparedChange } from "./commit.ts";
import { isRefusal } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";
import { howSaved } from "./how-saved.ts";
import type { SavedChange } from "./how-saved.ts";
import { forgetSeen, noteSeen, seenText } from "./seen.ts";

/** Changes that are ready to be made, and how they are told. */
export interface Prepared {
  readonly changes: readonly PreparedChange[];
  readonly files: readonly ChangedFile[];
  /** Further lines for the model. */
  readonly notes: readonly string[];
}

/** Refuses in the words for the model. */
export function refusedOutcome({ refused }: Refusal): ToolOutcome {
  return { status: "error", text: refused };
}

/** What a change did in words: the tool's own line, the files, notes. */
export type Telling = (report: ChangeReport, prepared: Prepared) => string;

function remember(context: ToolContext, saved: readonly SavedChange[]): void {
  for (const { change, stat, bytes } of saved) {
    if (stat === undefined || bytes === undefined) forgetSeen(context.session, change.real);
    else {
      const text = seenText({ bytes, encoding: stat.encoding }, context.host);
      noteSeen(context.session, change.real, { fingerprint: stat.fingerprint, text });
    }
  }
}

/** Makes prepared changes, all or none, and tells what was done. Once begun it is not interrupted. */
export async function changeFiles(
  context: ToolContext,
  prepared: Prepared | Refusal,
  tell: Telling,
): Promise<ToolOutcome> {
  if (isRefusal(prepared)) return refusedOutcome(prepared);
  if (context.cancel.cancelled) return { status: "error", text: "Cancelled before anything was changed." };
  const report = reportChanges(prepared.files);
  const stats = await commit(context.host, prepared.changes);
  if (isRefusal(stats)) return refusedOutcome(stats);
  const saved = await Promise.all(
    prepared.changes.map((change) => howSaved(change, stats.get(change.real), context.host)),
  );
  remember(context, saved);
  const asides = saved.flatMap(({ aside }) => aside ?? []);
  return { status: "success", text: [tell(report, prepared), ...asides].join("\n"), renderData: report.renderData };
}
