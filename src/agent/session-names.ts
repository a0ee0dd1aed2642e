import type { SessionNames } from "../pipeline/context.ts";
import type { Host } from "../ports/host.ts";
import { childPath } from "../ports/paths.ts";

/** What hooks and logs call the session by. */
export function namesOf(
  { store, workspace }: Host,
  session: string,
  { turn, model }: { readonly turn: () => string | undefined; readonly model: SessionNames["model"] | undefined },
): SessionNames {
  const { journalFiles } = store;
  return {
    session,
    turn,
    ...(model !== undefined && { model }),
    ...(journalFiles !== undefined && {
      transcriptPath: childPath(childPath(journalFiles.folder, session, workspace), journalFiles.name, workspace),
    }),
  };
}
