import type { Host, Workspace } from "../../ports/host.ts";
import { escapeGlob, globPieces, matchesPath, matchesText, pathGlob } from "./glob.ts";
import type { GlobPiece, PathGlob } from "./glob.ts";
import { comparable, lexicalPath, withSlashes } from "./lexical-path.ts";
import { spellings } from "./place.ts";
import type { Place } from "./place.ts";
import { hasWildcards } from "./rule.ts";
import type { Rule, RuleAction } from "./rule.ts";

/** A rule made ready for matching. */
export interface CompiledRule {
  readonly rule: Rule;
  readonly action: RuleAction;
  /** Globs over whole paths, one per folder that a relative path may begin in. */
  readonly paths: readonly PathGlob[];
  readonly pieces: readonly GlobPiece[];
  /** The same in lower case, for shells whose commands have no case. */
  readonly lowerPieces: readonly GlobPiece[];
  /** Whether its specifier means one text only. */
  readonly exact: boolean;
}

/** Tools that change files by path: a rule about one of them that denies or asks holds for every writer. */
const WRITERS: ReadonlySet<string> = new Set(["Edit", "Write", "ApplyPatch"]);

/** Spells the fixed beginning of a path glob like a path of the host: absolute, `~` expanded. */
function pathGlobsOf(text: string, workspace: Workspace): PathGlob[] {
  const spelled = workspace.separator === "\\" ? text.replaceAll(/\\(?![*?()\\])/g, "/") : text;
  const literal = (folder: string): string => escapeGlob(withSlashes(folder, workspace.separator).replace(/\/$/, ""));
  const isAbsolute = /^(?:\/|~(?:\/|$)|[a-z]:\/)/i.test(spelled);
  const full = isAbsolute
    ? [spelled.replace(/^~(?=\/|$)/, () => literal(workspace.home))]
    : workspace.roots.map((root) => `${literal(root)}/${spelled}`);
  return full.map((glob) => pathGlob(comparable(withoutDots(glob), { ...workspace, separator: "/" })));
}

function withoutDots(glob: string): string {
  const kept: string[] = [];
  for (const segment of glob.split("/")) {
    if (segment === "..") kept.pop();
    else if (segment !== ".") kept.push(segment);
  }
  return kept.join("/");
}

/** Makes a rule ready for matching. `roots` are the workspace's, as given and by their real paths. */
export function compileRule(rule: Rule, action: RuleAction, workspace: Workspace): CompiledRule {
  const { specifier } = rule;
  const text = specifier?.kind === "domain" ? normalDomain(specifier.text) : (specifier?.text ?? "");
  return {
    rule,
    action,
    paths: specifier?.kind === "path" ? pathGlobsOf(text, workspace) : [],
    pieces: globPieces(text),
    lowerPieces: globPieces(text.toLowerCase()),
    exact: specifier !== undefined && !hasWildcards(specifier),
  };
}

/** A host name as it is compared. */
export function normalDomain(domain: string): string {
  return domain.toLowerCase().replace(/\.$/, "");
}

/** Whether the rule is about this tool; `*` is about all. */
export function isAbout({ rule }: CompiledRule, tool: string): boolean {
  return rule.tool === "*" || rule.tool === tool;
}

/**
 * Whether a path rule is about this access through that tool. Rules about `Read` hold for whatever reads (report 54), also
 * for what may read and write; rules about a writer that tighten hold for every writer.
 */
function concernsAccess(compiled: CompiledRule, tool: string, place: Place): boolean {
  if (isAbout(compiled, tool)) return true;
  if (compiled.rule.tool === "Read") return place.access === "read" || compiled.action !== "allow";
  if (!WRITERS.has(compiled.rule.tool) || place.access !== "write") return false;
  return compiled.action !== "allow" || place.from === "redirect";
}

function pathFits({ paths, action }: CompiledRule, path: string, host: Host): boolean {
  const segments = comparable(path, host.workspace).split("/");
  if (paths.some((glob) => matchesPath(glob, segments))) return true;
  if (action === "allow") return false;
  // What tightens for a folder tightens for everything in it.
  return segments.some((_, length) => length > 1 && paths.some((glob) => matchesPath(glob, segments.slice(0, length))));
}

/**
 * Whether a path rule matches a place. To allow, the real path has to fit; to ask or deny it is enough that one spelling does.
 */
export function matchesPlace(compiled: CompiledRule, tool: string, place: Place, host: Host): boolean {
  const { specifier } = compiled.rule;
  if (specifier === undefined) return place.from === "tool" && isAbout(compiled, tool);
  if (specifier.kind !== "path" || !concernsAccess(compiled, tool, place)) return false;
  if (compiled.action === "allow") return place.unknown === undefined && pathFits(compiled, place.real, host);
  return spellings(place).some((path) => pathFits(compiled, path, host));
}

/** Whether a domain or name rule matches. A rule that denies a domain denies its subdomains. */
export function matchesWord(compiled: CompiledRule, tool: string, kind: "domain" | "name", word: string): boolean {
  if (!isAbout(compiled, tool)) return false;
  const { specifier } = compiled.rule;
  if (specifier === undefined) return true;
  if (specifier.kind !== kind) return false;
  if (kind === "name") return matchesText(compiled.pieces, word);
  const domain = normalDomain(word);
  if (matchesText(compiled.pieces, domain)) return true;
  return compiled.action !== "allow" && matchesText([...globPieces("*."), ...compiled.pieces], domain);
}

/** Whether a pattern matches a command's text. A pattern that ends in ` *` matches the command without words, too. */
export function matchesCommand(compiled: CompiledRule, text: string, ignoreCase: boolean): boolean {
  const { specifier } = compiled.rule;
  if (specifier === undefined) return true;
  if (specifier.kind !== "pattern") return false;
  const pieces = ignoreCase ? compiled.lowerPieces : compiled.pieces;
  const compared = ignoreCase ? text.toLowerCase() : text;
  return matchesText(pieces, compared) || (specifier.text.endsWith(" *") && matchesText(pieces, `${compared} `));
}

/** Whether a rule without wildcards says exactly this. */
export function isExactly({ rule, pieces, exact }: CompiledRule, text: string): boolean {
  return exact && rule.specifier?.kind === "pattern" && matchesText(pieces, text);
}

/** The absolute path that a grant or root means. */
export function absolute(path: string, workspace: Workspace): string {
  return lexicalPath(path, workspace.roots[0] ?? "/", workspace).path;
}
