import type { CancelToken } from "../../../base/cancel.ts";
import type { FileQuery, SearchEnd, TextQuery } from "../../../ports/search.ts";
import type { SearchRoot } from "./search-root.ts";

/** One engine that can search; `root` is where. */
export interface SearchEngine {
  readonly name: string;
  readonly text: (root: SearchRoot, query: TextQuery, ask: Ask) => Promise<SearchEnd>;
  readonly files: (root: SearchRoot, query: FileQuery, ask: Ask) => Promise<SearchEnd>;
}

/** Who asks: takes lines or paths until it has enough. */
export interface Ask {
  readonly sink: (line: string) => boolean;
  readonly cancel: CancelToken;
  readonly timeoutMs: number;
}
