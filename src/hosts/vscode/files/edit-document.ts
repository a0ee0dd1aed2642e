import type { TextDocument, TextEditor, TextEditorEdit } from "vscode";
import { EndOfLine, Range, TextEdit, window, workspace, WorkspaceEdit } from "vscode";
import { NEVER } from "../../../base/cancel.ts";
import type { Clock } from "../../../ports/clock.ts";
import { lineEndOf } from "./document-content.ts";
import type { DocumentContent } from "./document-content.ts";
import { minimalEdits } from "./minimal-edits.ts";
import { sameBytes } from "./same-bytes.ts";
import { decodeIn, encodeIn } from "./text-codec.ts";

/** How often a save is tried: on a busy machine VS Code gives up those who take part in it, and the save with them. */
const SAVE_TRIES = 3;
/** Pause between two tries. */
const SAVE_PAUSE_MS = 250;

/** A change of a document, ready to be made. */
export interface DocumentChange {
  /** The version that it fits. */
  readonly version: number;
  readonly edits: readonly TextEdit[];
}

/**
 * The edits after which saving the document would write exactly these bytes; a reason in words where no text of this
 * document could be saved as them.
 */
export async function changeTo(
  document: TextDocument,
  content: DocumentContent,
  bytes: Uint8Array,
): Promise<DocumentChange | string> {
  const { encoding } = document;
  if (!content.exact)
    return `its unsaved text has characters that its encoding ${encoding} cannot express: save it in another encoding first`;
  const text = await decodeIn(encoding, bytes);
  if (text === undefined || !sameBytes(await encodeIn(encoding, text), bytes))
    return `the new content cannot be saved from an editor whose encoding is ${encoding}`;
  const end = lineEndsOf(text);
  if (end === "mixed") return "its lines would end in different ways, and an editor keeps one way for all of them";
  if (document.version !== content.version) return CHANGED;
  const edits = minimalEdits(plain(document.getText()), plain(text)).map(({ from, to, text: fresh }) =>
    TextEdit.replace(new Range(from.line, from.character, to.line, to.character), fresh),
  );
  const isOtherEnd = end !== undefined && end !== lineEndOf(document);
  const turned = TextEdit.setEndOfLine(end === "\r\n" ? EndOfLine.CRLF : EndOfLine.LF);
  return { version: content.version, edits: isOtherEnd ? [turned, ...edits] : edits };
}

/** What `changeTo` says of a document that was changed while it was looked at. */
export const CHANGED = "it was changed in the editor at the same moment" as const;

/** The one way in which lines end; undefined without line ends. A lone carriage return is a way that no editor keeps. */
function lineEndsOf(text: string): "\n" | "\r\n" | "mixed" | undefined {
  const ends = new Set(text.match(/\r\n|\r|\n/g));
  if (ends.size > 1 || ends.has("\r")) return "mixed";
  return [...ends][0] as "\n" | "\r\n" | undefined;
}

function plain(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}

/**
 * Makes a change as one step of the editor's undo. False when the document is no longer what the change was made for; VS
 * Code compares versions once more where the document really is.
 */
export async function applyChange(document: TextDocument, change: DocumentChange): Promise<boolean> {
  if (document.version !== change.version || document.isClosed) return false;
  if (change.edits.length === 0) return true;
  const editor = isTakenApart(document, change) ? editorOf(document) : undefined;
  if (editor !== undefined) return editor.edit((builder) => build(builder, change.edits));
  const edit = new WorkspaceEdit();
  edit.set(document.uri, [...change.edits]);
  return workspace.applyEdit(edit);
}

const SURROGATE = /[\ud800-\udfff]/;

/**
 * Whether VS Code could take characters apart when it makes the edits of a shown document smaller: it compares UTF-16 units
 * (seen in 1.139, where one emoji instead of another lost its first half). Edits made through the editor are left as they are.
 */
function isTakenApart(document: TextDocument, { edits }: DocumentChange): boolean {
  return edits.some(({ newText, range }) => SURROGATE.test(newText) && SURROGATE.test(document.getText(range)));
}

function editorOf(document: TextDocument): TextEditor | undefined {
  return window.visibleTextEditors.find((editor) => editor.document === document);
}

function build(builder: TextEditorEdit, edits: readonly TextEdit[]): void {
  for (const { newEol, range, newText } of edits) {
    if (newEol !== undefined) builder.setEndOfLine(newEol);
    else builder.replace(range, newText);
  }
}

/** Saves a document; false when VS Code did not, after some tries. */
export async function saveDocument(document: TextDocument, clock: Clock): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    if (await document.save()) return true;
    if (!document.isDirty) return !document.isClosed;
    if (tries === SAVE_TRIES) return false;
    await clock.sleep(SAVE_PAUSE_MS, NEVER);
  }
}
