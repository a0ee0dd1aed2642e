/** Pages of a PDF that one read answers. */
export const MAX_PAGES = 20;

/** A range of pages, counted from 1; without a last one it goes on as far as one read may. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
  readonly open: boolean;
}

/** The range that `pages` names, such as `3`, `2-5` or `10-`; or what is wrong with it. */
export function parsePages(pages: string): PageRange | string {
  const match = /^\s*(\d{1,6})\s*(?:(-)\s*(\d{1,6})?\s*)?$/.exec(pages);
  if (match === null) return `pages is ${JSON.stringify(pages)}: name one page or a range, such as "3", "2-5" or "10-"`;
  const first = Number(match[1]);
  const open = match[2] !== undefined && match[3] === undefined;
  const last = open ? first + MAX_PAGES - 1 : Number(match[3] ?? first);
  if (first < 1) return `pages is ${JSON.stringify(pages)}: pages count from 1`;
  if (last < first) return `pages is ${JSON.stringify(pages)}: the range ends before it begins`;
  if (last - first >= MAX_PAGES) {
    return `pages is ${JSON.stringify(pages)}, ${last - first + 1} pages: at most ${MAX_PAGES} can be read at once, such as "${first}-${first + MAX_PAGES - 1}"`;
  }
  return { first, last, open };
}
