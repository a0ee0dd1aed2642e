import type { Host } from "../../ports/host.ts";
import { isProblem } from "../../ports/files.ts";
import { comparable, isWithin, lexicalPath } from "./lexical-path.ts";
import { protectionOf } from "./protected-path.ts";
import type { Protection } from "./protected-path.ts";

/** A path that a call touches, as the decision sees it. */
export interface Place {
  /** Absolute, as written: links are still in it. */
  readonly written: string;
  /** Where it really is, every link followed. */
  readonly real: string;
  readonly access: "read" | "write";
  /** Where it comes from: the tool's own arguments, a word of a command, a redirection of a command. */
  readonly from: "tool" | "operand" | "redirect";
  /** Why it cannot be said where it is. */
  readonly unknown: string | undefined;
  /** It is a folder above protected ones, and the command destroys everything in it. */
  readonly sweeping?: boolean;
}

/** A path that somebody may use though rules or roots would not let them: exactly this one (2.12). */
export interface Grant {
  readonly path: string;
  /** `write` covers `read`. */
  readonly access: "read" | "write";
}

/** A path to be looked up. */
export interface PathWish {
  readonly text: string;
  readonly cwd: string;
  readonly access: "read" | "write";
  readonly from: Place["from"];
  /** Whether a leading `~` means the home folder; yes unless said otherwise. */
  readonly home?: boolean;
}

/**
 * Looks up where a path really is. `file:` URLs, `~` and relative paths are understood; network paths are never touched.
 * `written` takes `..` by its text, as tools do; the file system follows links first, so what it says about the path as
 * given decides as well.
 */
export async function resolvePlace(host: Host, wish: PathWish): Promise<Place> {
  const { access, from } = wish;
  const { path, odd } = lexicalPath(wish.text, wish.cwd, host.workspace, wish.home ?? true);
  if (odd !== undefined) return { written: path, real: path, access, from, unknown: odd };
  const found = await host.files.resolve(path);
  if (isProblem(found)) {
    return { written: path, real: path, access, from, unknown: `it cannot be looked up (${found.problem})` };
  }
  return { written: path, real: found.real, access, from, unknown: undefined };
}

/** A place that could not be determined. */
export function unknownPlace(text: string, access: Place["access"], from: Place["from"], why: string): Place {
  return { written: text, real: text, access, from, unknown: why };
}

/** The spellings of a place that matter: as written and really. */
export function spellings({ written, real }: Place): readonly string[] {
  return written === real ? [written] : [written, real];
}

/** The stronger protection of the two spellings. */
export function protectionOfPlace(place: Place, host: Host): Protection | undefined {
  const found = spellings(place).map((path) => protectionOf(path, host.workspace));
  return found.includes("secret") ? "secret" : found.find((protection) => protection !== undefined);
}

/** Whether both spellings lie inside allowed folders; `roots` in the form of `comparable`, each also by its real path. */
export function isInside(place: Place, roots: readonly string[], host: Host): boolean {
  return spellings(place).every((path) => {
    const compared = comparable(path, host.workspace);
    return roots.some((root) => isWithin(compared, root));
  });
}

/** Whether a grant names this place's real path exactly and covers the access. */
export function isGranted(place: Place, grants: readonly Grant[], host: Host): boolean {
  if (place.unknown !== undefined) return false;
  const real = comparable(place.real, host.workspace);
  return grants.some(
    ({ path, access }) =>
      (access === "write" || place.access === "read") &&
      comparable(lexicalPath(path, "/", host.workspace).path, host.workspace) === real,
  );
}
