import { MAX_PENDING_BYTES } from "./limits.ts";
import type { SearchRoot } from "./search-root.ts";
import { onOneLine } from "./shown-line.ts";

/** Takes what ripgrep writes; false once nothing more is wanted. */
export type Take = (chunk: Buffer) => boolean;

const NUL = 0;
const LINE_FEED = 10;

/** A path that ripgrep writes, relative to the folder searched, in the spelling of the query. */
export function shownPath(root: SearchRoot, written: string): string {
  return root.shown(written.startsWith("./") || written.startsWith(".\\") ? written.slice(2) : written);
}

/**
 * Takes items that end with `end`, decoded as UTF-8 once they are whole, so that no character is ever split. An item that
 * never ends is given up at `MAX_PENDING_BYTES`.
 */
export function takeItems(end: number, item: (text: string) => boolean): Take {
  let pending: Buffer | undefined;
  return (chunk) => {
    const bytes = pending ? Buffer.concat([pending, chunk]) : chunk;
    const last = bytes.lastIndexOf(end);
    const rest = bytes.subarray(last + 1);
    pending = rest.length > 0 && rest.length <= MAX_PENDING_BYTES ? rest : undefined;
    if (last < 0) return true;
    return bytes.toString("utf8", 0, last).split(String.fromCharCode(end)).every(item);
  };
}

/** Takes the output of `--files` and `--files-with-matches`: paths, each followed by a NUL. */
export function takePaths(root: SearchRoot, sink: (path: string) => boolean): Take {
  return takeItems(NUL, (written) => sink(shownPath(root, written)));
}

/** Takes the output of `--count`: a path, a NUL, a number and a line feed for each file. */
export function takeCounts(root: SearchRoot, sink: (line: string) => boolean): Take {
  let path: string | undefined;
  let pending: Buffer = Buffer.alloc(0);
  return (chunk) => {
    pending = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    let at = 0;
    for (;;) {
      // A name may contain line feeds, a number contains neither.
      const end = pending.indexOf(path === undefined ? NUL : LINE_FEED, at);
      if (end < 0) break;
      const text = pending.toString("utf8", at, end);
      at = end + 1;
      if (path === undefined) path = shownPath(root, text);
      else {
        if (!sink(`${onOneLine(path)}:${text}`)) return false;
        path = undefined;
      }
    }
    pending = pending.subarray(at);
    return true;
  };
}
