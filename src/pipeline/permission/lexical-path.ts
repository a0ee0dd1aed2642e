import type { Workspace } from "../../ports/host.ts";

/** A path made absolute by looking at its text alone. */
export interface LexicalPath {
  /** Absolute, without `.` and `..`, in the host's spelling. */
  readonly path: string;
  /** Why this text must not be trusted to mean what it says; asking the file system may already do harm. */
  readonly odd: string | undefined;
}

/** Turns separators into `/`, where the host has others. */
export function withSlashes(path: string, separator: "/" | "\\"): string {
  return separator === "\\" ? path.replaceAll("\\", "/") : path;
}

/** The root of an absolute path with slashes: `/`, `c:/` or `//server/share`. */
function rootOf(path: string, separator: "/" | "\\"): string {
  if (separator === "/") return path.startsWith("/") ? "/" : "";
  const unc = /^\/\/[^/]+\/[^/]+/.exec(path)?.[0];
  return unc ?? /^[a-z]:\//i.exec(path)?.[0] ?? "";
}

/** Removes `.`, `..` and empty segments; `..` never climbs above the root. */
function collapse(root: string, rest: string): string {
  const segments: string[] = [];
  for (const segment of rest.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  const joint = root.endsWith("/") || segments.length === 0 ? "" : "/";
  return `${root}${joint}${segments.join("/")}`;
}

const DECODABLE = /^(?:[^%]|%[0-9a-f]{2})*$/i;

/** The path that a `file:` URL names; undefined when it names none. */
function fromFileUrl(text: string, separator: "/" | "\\"): string | undefined {
  const match = /^file:(?:\/\/([^/?#]*))?([^?#]*)/i.exec(text);
  if (match === null || !DECODABLE.test(text)) return undefined;
  const [, authority = "", encoded = ""] = match;
  let path: string;
  try {
    path = decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
  if (authority !== "" && authority.toLowerCase() !== "localhost") return `//${authority}${path}`;
  return separator === "\\" ? path.replace(/^\/(?=[a-z]:)/i, "") : path;
}

function expandHome(text: string, home: string): string {
  return text === "~" ? home : text.startsWith("~/") ? `${home}/${text.slice(2)}` : text;
}

/** Windows spellings by which one file gets several names, or a name reaches a device or the network. */
function windowsOddity(path: string): string | undefined {
  if (path.startsWith("//")) return "it is on the network or a device";
  const names = path.split("/").slice(1);
  if (names.some((name) => name.includes(":"))) return "it names an alternate data stream";
  if (names.some((name) => /[. ]$/.test(name))) return "a name in it ends with a dot or a space";
  if (names.some((name) => /~\d/.test(name))) return "a name in it may be a short form of another";
  return undefined;
}

/**
 * Makes a path absolute: `file:` URLs, `~` and paths relative to `cwd`. Nothing of it is looked up, so links are still in it
 * and `..` is taken by its text; the real path is the file system's business.
 */
export function lexicalPath(text: string, cwd: string, workspace: Workspace, home = true): LexicalPath {
  const { separator } = workspace;
  const url = /^file:/i.test(text) ? fromFileUrl(text, separator) : text;
  if (url === undefined) return { path: cwd, odd: "it is a file: URL that cannot be read" };
  if (url.includes("\0")) return { path: cwd, odd: "it contains a NUL character" };
  const spelled = withSlashes(url, separator);
  const expanded = home ? expandHome(spelled, withSlashes(workspace.home, separator)) : spelled;
  const root = rootOf(expanded, separator);
  // On POSIX hosts a URL's host part becomes a leading `//`, which only Windows gives a meaning.
  const isForeign = separator === "/" && url !== text && url.startsWith("//");
  const full = root === "" ? joined(expanded, withSlashes(cwd, separator), separator) : expanded;
  const base = rootOf(full, separator);
  const path = collapse(base, full.slice(base.length));
  const odd = separator === "\\" ? windowsOddity(path) : isForeign ? "it is on another machine" : undefined;
  return { path: separator === "\\" ? path.replaceAll("/", "\\") : path, odd };
}

function joined(relative: string, cwd: string, separator: "/" | "\\"): string {
  // `\x` and `c:x` are relative to a drive; take the drive of the folder, respectively its root.
  if (separator === "\\" && relative.startsWith("/")) return `${cwd.slice(0, 2)}${relative}`;
  if (separator === "\\" && /^[a-z]:/i.test(relative)) return `${relative.slice(0, 2)}/${relative.slice(2)}`;
  return `${cwd}/${relative}`;
}

/** A path as it is compared: slashes, and one case where the host ignores case. */
export function comparable(path: string, workspace: Workspace): string {
  const slashed = withSlashes(path, workspace.separator);
  const trimmed = slashed.length > 1 ? slashed.replace(/\/$/, "") : slashed;
  return workspace.ignoresCase ? trimmed.normalize("NFC").toLowerCase() : trimmed;
}

/** Whether a path is a folder or lies below it; both in the form of `comparable`. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
