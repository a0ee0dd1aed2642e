import type * as vscode from "vscode";
import type { PanelState, Suggestion } from "../../protocol/panel-state.ts";
import { slashSuggestions } from "./slash-commands.ts";

/** What a finder looks through beside the workspace. */
export interface FinderOptions {
  readonly toolNames: () => PanelState["tools"];
}

/** Finds what `@` and `/` may stand for. */
export interface Finder extends vscode.Disposable {
  readonly find: (sign: "@" | "/", query: string) => Promise<readonly Suggestion[]>;
}

/** A finder of this window. */
export function createFinder({ toolNames }: FinderOptions): Finder {
  return {
    find: (sign, query) => Promise.resolve(sign === "/" ? [...slashSuggestions(query), ...toolSuggestions(query)] : []),
    dispose: () => undefined,
  };
  function toolSuggestions(query: string): readonly Suggestion[] {
    return toolNames()
      .filter(({ name }) => name.toLowerCase().includes(query.toLowerCase()))
      .map(({ name, summary }) => ({ kind: "tool", insert: `(${name} )`, label: name, detail: summary }));
  }
}
