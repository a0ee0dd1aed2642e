import type { TextQuery } from "../../../ports/search.ts";
import { fileArguments, textArguments } from "./ripgrep-arguments.ts";
import { runEngine } from "./run-engine.ts";
import type { Ask, SearchEngine } from "./search-engine.ts";
import type { SearchRoot } from "./search-root.ts";
import { takeContent } from "./take-content.ts";
import { onOneLine } from "./shown-line.ts";
import type { Take } from "./take-output.ts";
import { takeCounts, takePaths } from "./take-output.ts";

/** The engine that runs ripgrep. It runs in the folder searched, so that globs are relative to that. */
export function ripgrepEngine(program: string): SearchEngine {
  const run = (root: SearchRoot, args: readonly string[], take: Take, ask: Ask) =>
    runEngine({ program, args, cwd: root.folder, timeoutMs: ask.timeoutMs }, take, ask.cancel);
  return {
    name: "ripgrep",
    text: (root, query, ask) =>
      run(root, textArguments(query, `./${root.file ?? ""}`), takeFor(root, query, ask.sink), ask),
    files: (root, query, ask) => run(root, fileArguments(query), takePaths(root, ask.sink), ask),
  };
}

function takeFor(root: SearchRoot, query: TextQuery, sink: (line: string) => boolean): Take {
  switch (query.mode) {
    case "content":
      return takeContent(query, root, sink);
    case "count":
      return takeCounts(root, sink);
    case "files_with_matches":
      return takePaths(root, (path) => sink(onOneLine(path)));
  }
}
