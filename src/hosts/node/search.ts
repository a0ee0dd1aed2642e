import type { CancelToken } from "../../base/cancel.ts";
import type { FileQuery, Search, SearchEnd, TextQuery } from "../../ports/search.ts";
import { findRipgrep } from "./search/find-ripgrep.ts";
import { ripgrepEngine } from "./search/ripgrep-search.ts";
import type { Ask, SearchEngine } from "./search/search-engine.ts";
import { scriptEngine } from "./search/script-engine.ts";
import type { SearchRoot } from "./search/search-root.ts";
import { findRoot } from "./search/search-root.ts";
import type { UnsavedTexts } from "./search/with-unsaved.ts";
import { searchWithUnsaved } from "./search/with-unsaved.ts";

/** How to search. */
export interface SearchOptions {
  /** A ripgrep to prefer, such as the one that an editor comes with; `none` to search in JavaScript only. */
  readonly ripgrep?: string;
  /** Folder of an editor's own files, such as VS Code's `env.appRoot`: a ripgrep may be there. */
  readonly editor?: string;
  /** Texts that an editor has not saved: they are searched instead of what is on disk. Asked at every text search. */
  readonly unsaved?: () => Promise<UnsavedTexts>;
}

/**
 * Search by ripgrep, or in JavaScript where no ripgrep runs: same formats, same rules. Which one is found out once, at the
 * first search. A line break in a name is written `\n` in the lines of a text search; paths of a file search are as they
 * are. Names that are no text have U+FFFD for what cannot be shown.
 */
export function createSearch(options: SearchOptions = {}): Search {
  let engine: Promise<SearchEngine> | undefined;
  const search = async (
    query: TextQuery | FileQuery,
    sink: (line: string) => boolean,
    cancel: CancelToken,
    work: (engine: SearchEngine, root: SearchRoot, ask: Ask) => Promise<SearchEnd>,
  ): Promise<SearchEnd> => {
    const chosen = await (engine ??= chooseEngine(options));
    const root = await findRoot(query.path, chosen.name);
    if ("end" in root) return root;
    if (root.isExcluded) return { end: "complete", engine: chosen.name };
    return work(chosen, root, { sink, cancel, timeoutMs: query.timeoutMs });
  };
  return {
    text: async (query, sink, cancel) => {
      const unsaved = (await options.unsaved?.()) ?? new Map<string, string>();
      return search(query, sink, cancel, (chosen, root, ask) =>
        searchWithUnsaved(chosen, unsaved, { root, query, ask }),
      );
    },
    files: (query, sink, cancel) =>
      search(query, sink, cancel, (chosen, root, ask) =>
        root.file === undefined ? chosen.files(root, query, ask) : Promise.resolve(notFolder(query.path, chosen.name)),
      ),
  };
}

function notFolder(path: string, engine: string): SearchEnd {
  return { end: "failed", engine, exitCode: 2, message: `${path}: it is a file; names are searched in a folder` };
}

async function chooseEngine({ ripgrep, editor }: SearchOptions): Promise<SearchEngine> {
  const program = ripgrep === "none" ? undefined : await findRipgrep({ preferred: ripgrep, editor });
  return program === undefined ? scriptEngine() : ripgrepEngine(program);
}
