import { existsSync, readFileSync, writeFileSync } from "node:fs";
import iconv from "iconv-lite";
import type { Range, Uri } from "./fake-values.ts";
import { EndOfLine, TextEdit } from "./fake-values.ts";

/** VS Code's names of encodings, and whether they have a mark, as iconv knows them. */
const MARKED: Readonly<Record<string, string>> = { utf8bom: "utf8", utf16le: "utf16-le", utf16be: "utf16-be" };

/** What `workspace.encode` gives: with a mark where the encoding has one. */
export function encode(text: string, encoding: string): Uint8Array {
  const marked = MARKED[encoding];
  return new Uint8Array(iconv.encode(text, marked ?? encoding, { addBOM: marked !== undefined }));
}

/** What `workspace.decode` gives: without the mark. */
export function decode(bytes: Uint8Array, encoding: string): string {
  return iconv.decode(Buffer.from(bytes), MARKED[encoding] ?? encoding);
}

/** Somebody who changes a document while it is saved: a formatter. */
export type SaveParticipant = (text: string) => string;

/** A text document: one way to end lines, a version for each change, steps of undo, a file that may change behind it. */
export class FakeDocument {
  readonly uri: Uri;
  readonly encoding: string;
  readonly participants: readonly SaveParticipant[];
  version = 1;
  isDirty = false;
  isClosed = false;
  eol: number;
  /** Extensions can change its text all the same, which is never unsaved and never written. */
  isReadonly = false;
  /** Saves that are given up before one is made. */
  failingSaves = 0;
  private lines: string[];
  /** What was on disk when it was last loaded or saved. */
  private disk: Buffer;
  private readonly undone: { readonly lines: string[]; readonly eol: number }[] = [];

  constructor(uri: Uri, encoding: string, participants: readonly SaveParticipant[]) {
    this.uri = uri;
    this.encoding = encoding;
    this.participants = participants;
    this.disk = readFileSync(uri.fsPath);
    const text = decode(this.disk, encoding);
    const [crlf, lf] = [text.match(/\r\n/g)?.length ?? 0, text.match(/(?<!\r)\n/g)?.length ?? 0];
    this.eol = crlf > lf ? EndOfLine.CRLF : EndOfLine.LF;
    this.lines = text.split(/\r\n|\r|\n/);
  }

  getText(range?: Range): string {
    if (range !== undefined) return this.lines.join("\n").slice(this.offset(range.start), this.offset(range.end));
    return this.lines.join(this.eol === EndOfLine.CRLF ? "\r\n" : "\n");
  }

  /** As one step of undo; edits do not overlap. */
  apply(edits: readonly TextEdit[]): void {
    this.undone.push({ lines: this.lines, eol: this.eol });
    for (const { newEol } of edits) this.eol = newEol ?? this.eol;
    const text = this.lines.join("\n");
    const placed = edits
      .filter(({ newEol }) => newEol === undefined)
      .map(({ range, newText }) => ({
        from: this.offset(range.start),
        to: this.offset(range.end),
        text: newText.replaceAll(/\r\n|\r/g, "\n"),
      }));
    let [out, at] = ["", 0];
    for (const edit of placed) {
      if (edit.from < at || edit.to < edit.from) throw new Error("Overlapping ranges are not allowed!");
      out += text.slice(at, edit.from) + edit.text;
      at = edit.to;
    }
    this.lines = (out + text.slice(at)).split("\n");
    this.changed();
  }

  /** As VS Code does with edits of a document that is shown: it makes them smaller, and does not mind halves of characters. */
  applyShortened(edits: readonly TextEdit[]): void {
    const halves = /[\ud800-\udbff]/g;
    this.apply(
      edits.map((edit) =>
        edit.newEol === undefined && /[\ud800-\udbff]/.test(this.getText(edit.range))
          ? TextEdit.replace(edit.range, edit.newText.replaceAll(halves, ""))
          : edit,
      ),
    );
  }

  /** What a person types. */
  type(text: string): void {
    this.undone.push({ lines: this.lines, eol: this.eol });
    this.lines = text.split("\n");
    this.changed();
  }

  undo(): void {
    const before = this.undone.pop();
    if (before === undefined) return;
    ({ lines: this.lines, eol: this.eol } = before);
    this.changed();
  }

  async save(): Promise<boolean> {
    await Promise.resolve();
    if (this.isReadonly) return true;
    if (this.failingSaves > 0) {
      this.failingSaves -= 1;
      return false;
    }
    for (const participant of this.participants) this.lines = participant(this.lines.join("\n")).split("\n");
    // A file that was changed behind the document is not overwritten.
    if (existsSync(this.uri.fsPath) && !this.disk.equals(readFileSync(this.uri.fsPath))) return false;
    writeFileSync(this.uri.fsPath, encode(this.getText(), this.encoding));
    this.disk = readFileSync(this.uri.fsPath);
    this.isDirty = false;
    return true;
  }

  private offset({ line, character }: { readonly line: number; readonly character: number }): number {
    const before = this.lines.slice(0, line);
    if (line >= this.lines.length || character > (this.lines[line] ?? "").length) throw new Error("no such place");
    return before.reduce((sum, each) => sum + each.length + 1, character);
  }

  private changed(): void {
    this.version += 1;
    this.isDirty = !this.isReadonly;
  }
}
