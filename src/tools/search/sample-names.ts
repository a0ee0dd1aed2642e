/** Alternatives of one pattern's braces that are looked at. */
const MAX_ALTERNATIVES = 16;

/** Letters that hardly any ignore rule names. */
const ANY = "zq9";

/**
 * Paths that a glob could find, one for each of its alternatives, relative to where it starts: wildcards are replaced by
 * letters that nothing is named after. Empty for a glob that only excludes.
 */
export function sampleNames(glob: string): readonly string[] {
  if (glob.startsWith("!") || glob === "") return [];
  return alternatives(glob).map((plain) =>
    plain
      .replace(/^(?:\*\*\/)+/, "")
      .replaceAll(/\[[!^]?([^\]])[^\]]*\]/g, "$1")
      .replaceAll(/\*+/g, ANY)
      .replaceAll("?", ANY.charAt(0))
      .replaceAll(/\\(.)/g, "$1")
      .replaceAll(/^\/+|\/+$/g, ""),
  );
}

/** The globs that braces stand for, inner braces first. */
function alternatives(glob: string): readonly string[] {
  let open = [glob];
  for (let round = 0; round < MAX_ALTERNATIVES; round++) {
    const next = open.flatMap((text) => {
      const braces = /\{([^{}]*)\}/.exec(text);
      if (braces === null) return [text];
      const [all, inside = ""] = braces;
      return inside
        .split(",")
        .map((part) => text.slice(0, braces.index) + part + text.slice(braces.index + all.length));
    });
    if (next.length === open.length) return open;
    open = next.slice(0, MAX_ALTERNATIVES);
  }
  return open;
}
