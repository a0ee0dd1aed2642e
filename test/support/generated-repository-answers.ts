import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RepositoryFacts } from "./generated-repository-facts.ts";

/** Entries that the scripts' reports list at most. */
const LISTED = 200;
/** Calls that are shown with the lines around them. */
const SHOWN_CALLS = 40;

function listed(lines: readonly string[], notice: string): readonly string[] {
  return lines.length > LISTED ? [...lines.slice(0, LISTED), notice] : lines;
}

function none(words: readonly string[]): string {
  return words.length === 0 ? "none" : words.join(", ");
}

function notesAnswer({ notes }: RepositoryFacts): string {
  const rows = [...notes].sort(([left, a], [right, b]) => b - a || (left < right ? -1 : 1));
  const total = rows.reduce((sum, [, count]) => sum + count, 0);
  const lines = rows.map(([folder, count]) => `${String(count).padStart(5)}  ${folder}`);
  return [
    `${total} lines with notes in ${rows.length} folders`,
    ...listed(lines, "Folders after the first 200 are left out."),
  ].join("\n");
}

function callersAnswer(root: string, called: string, { callers }: RepositoryFacts): string {
  const parts = callers.slice(0, SHOWN_CALLS).map(({ path, line }) => {
    const lines = readFileSync(join(root, path), "utf8").replace(/\n$/, "").split("\n");
    const first = Math.max(1, line - 2);
    const shown = lines.slice(first - 1, first + 4).map((text, index) => `${first + index}\t${text}`);
    // Read writes its numbers below one another.
    const width = String(shown.at(-1)).indexOf("\t");
    return {
      head: `${path}:${line}`,
      shown: shown.map((text) => text.padStart(text.length + width - text.indexOf("\t"))),
    };
  });
  return [
    `${callers.length} lines call ${called}`,
    ...parts.map(({ head, shown }) => `\n${head}\n${shown.join("\n")}`),
    ...(callers.length > SHOWN_CALLS ? ["\nCalls after the first 40 are only counted."] : []),
  ].join("\n");
}

/** The right answers of the scripts that only read, by their names; paths are relative to the repository. */
export function expectedAnswers(
  root: string,
  facts: RepositoryFacts,
  { called, tags }: { readonly called: string; readonly tags: readonly string[] },
): Readonly<Record<string, string>> {
  const { headerless, dead, links, tests, orphans, usedKeys, definedKeys, entries, sizes } = facts;
  const undefinedKeys = [...usedKeys].filter((key) => !definedKeys.has(key)).sort();
  const without = (list: readonly string[], other: readonly string[]) => list.filter((word) => !other.includes(word));
  return {
    "todo-by-folder.tcl": notesAnswer(facts),
    "callers-of-function.tcl": callersAnswer(root, called, facts),
    "licence-headers-missing.tcl":
      headerless.length === 0
        ? "Every source file has its licence header"
        : [
            `${headerless.length} source files without a licence header:`,
            ...listed(headerless, "Files after the first 200 are left out."),
          ].join("\n"),
    "largest-source-files.tcl": sizes.map(({ path, lines }) => `${String(lines).padStart(6)}  ${path}`).join("\n"),
    "dead-links.tcl": [
      `${links} local links, ${dead.length} dead`,
      ...dead.map(({ path, line, target }) => `${path}:${line} -> ${target}`).sort(),
    ].join("\n"),
    "changelog-against-tags.tcl": [
      `tags without an entry: ${none(without(tags, entries))}`,
      `entries without a tag: ${none(without(entries, tags))}`,
    ].join("\n"),
    "tests-without-source.tcl": [
      `${tests.length} tests looked at, ${orphans.length} without a source`,
      ...orphans,
    ].join("\n"),
    "undefined-message-keys.tcl": `${usedKeys.size} keys used, ${definedKeys.size} defined, undefined: ${none(undefinedKeys)}`,
  };
}
