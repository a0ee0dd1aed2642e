/** Where a link of a text leads: to an address, or to a file and line of the workspace. */
export type LinkTarget =
  | { readonly kind: "address"; readonly href: string }
  | { readonly kind: "file"; readonly path: string; readonly line?: number };

/** Characters of an address; a longer one is no link. */
const MAX_HREF = 2_000;
const SCHEMES = new Set(["http:", "https:", "mailto:"]);
/** An address with a scheme, or one that begins with two slashes. */
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|\\\\)/i;
const PLACE = /^(.+?)(?::(\d{1,7})(?::\d{1,7})?|#L(\d{1,7}).*)?$/s;

const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/**
 * Where a link may lead: web and mail addresses, and paths in the workspace with an optional line (`a.ts:12`, `a.ts#L12`).
 * Anything else, such as `javascript:`, `command:`, `vscode:`, `file:` and `data:`, is no link at all.
 */
export function linkTarget(href: string): LinkTarget | undefined {
  const text = href.trim();
  if (text === "" || text.length > MAX_HREF || UNSAFE.test(text) || text.startsWith("#")) return undefined;
  return isAddress(text) ? addressOf(text) : fileOf(decoded(text));
}

/** A drive letter is no scheme. */
function isAddress(text: string): boolean {
  return ABSOLUTE.test(text) && !/^[a-z]:[\\/]/i.test(text) && !isPlaceWithLine(text);
}

function fileOf(text: string): LinkTarget | undefined {
  const [, path, colon, hash] = PLACE.exec(text) ?? [];
  // What was hidden behind percent signs is looked at again.
  if (path === undefined || UNSAFE.test(path) || isAddress(text)) return undefined;
  const line = Number(colon ?? hash ?? 0);
  return { kind: "file", path, ...(line > 0 && { line }) };
}

/** `Makefile:12` looks like an address of the scheme `makefile`. */
function isPlaceWithLine(text: string): boolean {
  return /^[\w.-]+:\d+(?::\d+)?$/.test(text);
}

function addressOf(text: string): LinkTarget | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  return SCHEMES.has(url.protocol) ? { kind: "address", href: url.href } : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
