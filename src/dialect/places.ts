/** Characters that end a bare token (a number, symbol, keyword): blanks, brackets, quotes and the start of a comment. */
const DELIMITERS = new Set(" \t\n\r\f\v\u00a0\"';()[]`,");

/**
 * Where the token that begins at `offset` ends (UTF-16, exclusive), for underlining it. A string ends after its
 * closing quote, a prefix such as `'` or `,@` takes its token along, and of a list or vector only the opening
 * bracket is marked: the lines below it would say nothing more. Always past `offset` unless the text ends there.
 */
export function tokenEnd(source: string, offset: number): number {
  const start = skipPrefixes(source, offset);
  const first = source.charAt(start);
  if (first === "(" || first === "[") return start + 1;
  if (first === '"') return stringEnd(source, start);
  const bare = first === "?" ? characterEnd(source, start) : start;
  const end = bareEnd(source, bare);
  return Math.max(end, Math.min(offset + 1, source.length));
}

function skipPrefixes(source: string, offset: number): number {
  let at = offset;
  for (;;) {
    const two = source.slice(at, at + 2);
    if (two === ",@" || two === "#'") at += 2;
    else if (two.startsWith("'") || two.startsWith("`") || two.startsWith(",")) at += 1;
    else return at;
  }
}

function stringEnd(source: string, start: number): number {
  for (let at = start + 1; at < source.length; at++) {
    const unit = source.charAt(at);
    if (unit === "\\") at++;
    else if (unit === '"') return at + 1;
  }
  return source.length;
}

/** The end of `?x` or `?\x`; longer escapes continue as a bare token. */
function characterEnd(source: string, start: number): number {
  const escaped = source.charAt(start + 1) === "\\";
  const at = start + (escaped ? 2 : 1);
  const width = (source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return Math.min(at + width, source.length);
}

function bareEnd(source: string, start: number): number {
  let at = start;
  while (at < source.length && !DELIMITERS.has(source.charAt(at))) at += source.charAt(at) === "\\" ? 2 : 1;
  return Math.min(at, source.length);
}
