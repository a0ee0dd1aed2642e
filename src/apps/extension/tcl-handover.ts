import * as vscode from "vscode";
import type { TclKind } from "./tcl-detection.ts";
import { detectTcl } from "./tcl-detection.ts";
import type { Words } from "./words.ts";

/** The language of scripts. */
export const LANGUAGE_ID = "toolcall";

const CHOICES = "tclFiles";
/** Files whose kind is remembered; the oldest are forgotten. */
const MAX_CHOICES = 500;
/** Lines of a file that are looked at. */
const LOOKED_AT_LINES = 400;

type Choices = Readonly<Record<string, TclKind>>;

/**
 * Gives `.tcl` files that are plainly Tcl to the Tcl language when there is one, else to plain text: once each, and as the
 * person decided from then on.
 */
export function handOverTcl(memento: vscode.Memento, log: vscode.LogOutputChannel, words: Words): vscode.Disposable {
  /** The file whose document was closed in this turn of the event loop: it opens again when only its language changes. */
  let changing: string | undefined;

  const remember = (uri: string, kind: TclKind): void => {
    const { [uri]: _before, ...others } = memento.get<Choices>(CHOICES, {});
    const kept = Object.entries(others).slice(1 - MAX_CHOICES);
    void memento.update(CHOICES, Object.fromEntries([...kept, [uri, kind]]));
  };

  const look = async (document: vscode.TextDocument): Promise<void> => {
    if (document.languageId !== LANGUAGE_ID || !document.fileName.endsWith(".tcl")) return;
    const uri = document.uri.toString();
    const remembered = memento.get<Choices>(CHOICES, {})[uri];
    if (changing === uri && remembered === "tcl") {
      remember(uri, "script");
      return;
    }
    const kind = remembered ?? detectTcl(document.getText(new vscode.Range(0, 0, LOOKED_AT_LINES, 0)));
    if (kind === "script") return;
    const languages = await vscode.languages.getLanguages();
    const language = languages.includes("tcl") ? "tcl" : "plaintext";
    remember(uri, "tcl");
    await vscode.languages.setTextDocumentLanguage(document, language);
    if (remembered === undefined) log.info(words("handed-to-tcl", language));
  };
  const looking = (document: vscode.TextDocument): void => {
    void look(document).catch((error: unknown) => log.warn(`a .tcl file could not be looked at: ${String(error)}`));
  };

  for (const document of vscode.workspace.textDocuments) looking(document);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(looking),
    vscode.workspace.onDidCloseTextDocument((document) => {
      const uri = document.uri.toString();
      changing = uri;
      queueMicrotask(() => {
        if (changing === uri) changing = undefined;
      });
    }),
  );
}
