import * as vscode from "vscode";
import type { PanelState, Suggestion } from "../../protocol/panel-state.ts";
import { createFileFinder, scriptPath } from "./file-finder.ts";
import { quoted } from "./quoted.ts";
import { rankPaths } from "./rank-paths.ts";
import { slashSuggestions } from "./slash-commands.ts";
import { watchTerminals } from "./terminal-output.ts";
import type { Words } from "./words.ts";

/** Suggestions in one answer. */
const MAX_ITEMS = 50;
/** Suggestions of one kind beside files, when they compete. */
const MAX_OF_KIND = 8;
/** Milliseconds for which symbols are waited for; files must not wait for a slow language server. */
const SYMBOLS_MS = 400;
/** Characters of a selection that is inserted. */
const MAX_INSERTED = 4_000;

/** What a finder looks through beside the workspace. */
export interface FinderOptions {
  readonly toolNames: () => PanelState["tools"];
  readonly words: Words;
}

/** Finds what `@` and `/` may stand for. */
export interface Finder extends vscode.Disposable {
  readonly find: (sign: "@" | "/", query: string) => Promise<readonly Suggestion[]>;
}

/** A finder of this window. What it inserts reads as a string of a script. */
export function createFinder({ toolNames, words }: FinderOptions): Finder {
  const files = createFileFinder();
  const terminals = watchTerminals();

  const mentions = async (query: string): Promise<readonly Suggestion[]> => {
    const wanted = query.toLowerCase();
    const fits = (text: string): boolean => text.toLowerCase().includes(wanted);
    const [paths, symbols] = await Promise.all([files.paths(), wanted.length < 2 ? [] : findSymbols(query)]);
    const outputs = terminals.latest().map(({ command, output }) => terminalSuggestion(command, output));
    const around = [...selections(), ...outputs, ...problems()].filter(({ label, kind }) => fits(label) || fits(kind));
    const found = rankPaths(paths, query, MAX_ITEMS).map(pathSuggestion);
    return [...around.slice(0, MAX_OF_KIND), ...found, ...symbols.slice(0, MAX_OF_KIND)].slice(0, MAX_ITEMS);
  };

  return {
    async find(sign, query) {
      if (sign === "@") return mentions(query);
      const wanted = query.toLowerCase();
      const tools = toolNames().filter(({ name }) => name.toLowerCase().includes(wanted));
      return [...slashSuggestions(query, words), ...tools.map(toolSuggestion)].slice(0, MAX_ITEMS);
    },
    dispose: () => void vscode.Disposable.from(files, terminals).dispose(),
  };
}

function toolSuggestion({ name, summary }: PanelState["tools"][number]): Suggestion {
  return { kind: "tool", insert: `(${name} )`, label: name, detail: summary };
}

function pathSuggestion(path: string): Suggestion {
  const isFolder = path.endsWith("/");
  const bare = isFolder ? path.slice(0, -1) : path;
  const at = bare.lastIndexOf("/") + 1;
  return {
    kind: isFolder ? "folder" : "file",
    insert: quoted(bare),
    label: bare.slice(at),
    ...(at > 0 && { detail: bare.slice(0, at - 1) }),
  };
}

function terminalSuggestion(command: string, output: string): Suggestion {
  return { kind: "terminal", insert: quoted(output), label: command, detail: output.split("\n").at(-1) ?? "" };
}

function selections(): readonly Suggestion[] {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) return [];
  const { document, selection } = editor;
  const text = document.getText(selection).slice(0, MAX_INSERTED);
  const detail = `${scriptPath(document.uri)}:${selection.start.line + 1}-${selection.end.line + 1}`;
  return [{ kind: "selection", insert: quoted(text), label: text.trim().split("\n")[0] ?? "", detail }];
}

/** Errors first, then warnings. */
function problems(): readonly Suggestion[] {
  const all = vscode.languages.getDiagnostics().flatMap(([uri, list]) =>
    list
      .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
      .slice(0, MAX_ITEMS)
      .map((diagnostic) => ({ uri, diagnostic })),
  );
  all.sort((a, b) => a.diagnostic.severity - b.diagnostic.severity);
  return all.slice(0, MAX_OF_KIND).map(({ uri, diagnostic: { message, range } }) => {
    const place = `${scriptPath(uri)}:${range.start.line + 1}`;
    return { kind: "problem", insert: quoted(`${place}: ${message}`), label: message, detail: place };
  });
}

async function findSymbols(query: string): Promise<readonly Suggestion[]> {
  const document = vscode.window.activeTextEditor?.document;
  const asked = await within<unknown>([
    vscode.commands.executeCommand("vscode.executeWorkspaceSymbolProvider", query),
    ...(document === undefined
      ? []
      : [vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", document.uri)]),
  ]);
  const wanted = query.toLowerCase();
  const found = asked.flatMap((symbols) => (Array.isArray(symbols) ? (symbols as AnySymbol[]) : []));
  return flattened(found, document?.uri)
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .slice(0, MAX_OF_KIND)
    .map(({ name, uri, line }) => ({
      kind: "symbol",
      insert: quoted(name),
      label: name,
      detail: `${scriptPath(uri)}:${line + 1}`,
    }));
}

type AnySymbol = vscode.SymbolInformation | vscode.DocumentSymbol;

interface FoundSymbol {
  readonly name: string;
  readonly uri: vscode.Uri;
  readonly line: number;
}

/** Most symbols of a document that are looked through. */
const MAX_SYMBOLS = 2_000;

function flattened(symbols: readonly AnySymbol[], uri: vscode.Uri | undefined): readonly FoundSymbol[] {
  const found: FoundSymbol[] = [];
  const waiting = [...symbols];
  for (let at = 0; at < waiting.length && found.length < MAX_SYMBOLS; at++) {
    const symbol = waiting[at] as AnySymbol;
    if ("location" in symbol) {
      found.push({ name: symbol.name, uri: symbol.location.uri, line: symbol.location.range.start.line });
    } else if (uri !== undefined) {
      found.push({ name: symbol.name, uri, line: symbol.selectionRange.start.line });
      waiting.push(...symbol.children);
    }
  }
  return found;
}

/** The answers that come in time. */
async function within<T>(asked: readonly Thenable<T>[]): Promise<readonly T[]> {
  const answers: T[] = [];
  const all = Promise.all(asked.map(async (each) => answers.push(await each))).catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const time = new Promise((resolve) => (timer = setTimeout(resolve, SYMBOLS_MS)));
  await Promise.race([all, time]);
  clearTimeout(timer);
  return [...answers];
}
