import type { Workspace } from "./host.ts";

/** What decides how a path is spelled. */
export type PathStyle = Pick<Workspace, "separator">;

const DRIVE = /^[A-Za-z]:/;

/** Whether a path names its place without a folder to start from: `/a`, and on Windows `C:\a`, `\\server\share`. */
export function isAbsolutePath(path: string, { separator }: PathStyle): boolean {
  if (separator === "/") return path.startsWith("/");
  return /^[A-Za-z]:[\\/]/.test(path) || /^[\\/]{2}[^\\/]/.test(path);
}

/**
 * The absolute path that a tool's argument means: relative to the first root, `~` for the home folder, `file:` addresses
 * decoded, `.` and `..` taken out by their letters. Links are not followed: `Files.resolve` says where a path really is.
 */
export function absolutePath(path: string, workspace: Workspace): string {
  const given = path.startsWith("file://") ? fromFileAddress(path, workspace) : path;
  const [first, rest] = [given.charAt(0), given.slice(1)];
  if (first === "~" && (rest === "" || isSeparator(rest.charAt(0), workspace))) {
    return normalPath(`${workspace.home}${workspace.separator}${rest}`, workspace);
  }
  if (isAbsolutePath(given, workspace)) return normalPath(given, workspace);
  const root = workspace.roots[0] ?? workspace.separator;
  const driveOfRoot = workspace.separator === "\\" && isSeparator(first, workspace) ? DRIVE.exec(root)?.[0] : undefined;
  return normalPath(
    driveOfRoot === undefined ? `${root}${workspace.separator}${given}` : `${driveOfRoot}${given}`,
    workspace,
  );
}

/** An absolute path without `.`, `..`, doubled or trailing separators; on Windows every separator becomes a backslash. */
export function normalPath(path: string, style: PathStyle): string {
  const { separator } = style;
  const [anchor, rest] = splitAnchor(path, style);
  const kept: string[] = [];
  for (const segment of rest.split(separator === "/" ? "/" : /[\\/]/)) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  return `${anchor}${kept.join(separator)}`;
}

/** The folder a path is in; a root is its own. */
export function parentPath(path: string, style: PathStyle): string {
  return normalPath(`${path}${style.separator}..`, style);
}

/** The last segment of a path; empty for a root. */
export function baseName(path: string, style: PathStyle): string {
  const [, rest] = splitAnchor(normalPath(path, style), style);
  return rest.slice(rest.lastIndexOf(style.separator) + 1);
}

/** A name inside a folder. */
export function childPath(folder: string, name: string, style: PathStyle): string {
  return folder.endsWith(style.separator) ? `${folder}${name}` : `${folder}${style.separator}${name}`;
}

/** Where `path` is inside `folder`, with `/` between the segments; empty for the folder itself, undefined outside of it. */
export function pathInside(
  folder: string,
  path: string,
  workspace: Pick<Workspace, "separator" | "ignoresCase">,
): string | undefined {
  const [outer, inner] = [normalPath(folder, workspace), normalPath(path, workspace)];
  const fold = (text: string): string => (workspace.ignoresCase ? text.toLowerCase() : text);
  if (fold(outer) === fold(inner)) return "";
  const prefix = outer.endsWith(workspace.separator) ? outer : `${outer}${workspace.separator}`;
  if (!fold(inner).startsWith(fold(prefix))) return undefined;
  return inner.slice(prefix.length).replaceAll(workspace.separator, "/");
}

/** The lower-case ending of a path's last segment without its dot; empty where there is none, as in `.env`. */
export function extensionOf(path: string, style: PathStyle): string {
  const name = baseName(path, style);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

function isSeparator(character: string, { separator }: PathStyle): boolean {
  return character === "/" || character === separator;
}

/** What `..` cannot climb over, and what comes after it. */
function splitAnchor(path: string, { separator }: PathStyle): readonly [anchor: string, rest: string] {
  if (separator === "/") return path.startsWith("/") ? ["/", path.slice(1)] : ["", path];
  const share = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)/.exec(path);
  if (share !== null) return [`\\\\${share[1] ?? ""}\\${share[2] ?? ""}\\`, path.slice(share[0].length)];
  const drive = DRIVE.exec(path);
  if (drive !== null) return [`${drive[0]}\\`, path.slice(drive[0].length)];
  return ["", path];
}

function fromFileAddress(address: string, style: PathStyle): string {
  const [, host = "", path = ""] = /^file:\/\/([^/]*)(.*)$/s.exec(address) ?? [];
  const decoded = unescaped(path);
  if (style.separator === "/") return decoded;
  if (host !== "" && host !== "localhost") return `\\\\${host}${decoded}`;
  return /^\/[A-Za-z]:/.test(decoded) ? decoded.slice(1) : decoded;
}

/** Percent escapes resolved; text that is not escaped well stays as it is. */
function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
