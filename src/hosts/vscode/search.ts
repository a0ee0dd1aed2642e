import { createPortSearch } from "../node/search/port-search.ts";
import type { SearchOptions } from "../node/search.ts";
import { createSearch } from "../node/search.ts";
import type { Files } from "../../ports/files.ts";
import type { Search } from "../../ports/search.ts";
import type { Documents } from "./files/documents.ts";

/** What the search of a window needs. */
export interface WindowSearchParts {
  /** A ripgrep to prefer, and where VS Code's own may be. */
  readonly options: Pick<SearchOptions, "ripgrep" | "editor">;
  /** Files with unsaved text, as `overlayFiles` shows them. */
  readonly files: Files;
  readonly documents: Documents;
  readonly isVirtual: (path: string) => boolean;
}

/**
 * Search as a person sees the files: text that is not saved is searched instead of what is on disk. Files of this machine
 * are searched by ripgrep, those of virtual file systems in JavaScript through VS Code. `files.exclude` and
 * `search.exclude` do not count: what a search covers is the same in every host (2.9).
 */
export function createWindowSearch({ options, files, documents, isVirtual }: WindowSearchParts): Search {
  const machine = createSearch({
    ...options,
    unsaved: async () => {
      const texts = new Map<string, string>();
      for (const [path, document] of await documents.unsaved()) texts.set(path, document.getText());
      return texts;
    },
  });
  const virtual = createPortSearch(files);
  const of = (path: string): Search => (isVirtual(path) ? virtual : machine);
  return {
    text: (query, sink, cancel) => of(query.path).text(query, sink, cancel),
    files: (query, sink, cancel) => of(query.path).files(query, sink, cancel),
  };
}
