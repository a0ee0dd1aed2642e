/** Values of VS Code's API that the host uses, as plain classes with the same meaning. */

/** An address: scheme, authority, path. */
export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;

  private constructor(scheme: string, authority: string, path: string) {
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
  }

  static file(path: string): Uri {
    return new Uri("file", "", path);
  }

  static parse(text: string): Uri {
    const [, scheme = "", authority = "", path = ""] = /^([^:]+):(?:\/\/([^/]*))?(.*)$/.exec(text) ?? [];
    return new Uri(scheme, decodeURIComponent(authority), decodeURIComponent(path));
  }

  get fsPath(): string {
    return this.path;
  }

  with({ path }: { readonly path: string }): Uri {
    return new Uri(this.scheme, this.authority, path);
  }

  toString(): string {
    return `${this.scheme}:${this.authority === "" ? "" : `//${this.authority}`}${this.path}`;
  }
}

/** A place in a document. */
export class Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

/** From one place to another. */
export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(line: number, character: number, endLine: number, endCharacter: number) {
    this.start = new Position(line, character);
    this.end = new Position(endLine, endCharacter);
  }
}

/** How lines end. */
export const EndOfLine = { LF: 1, CRLF: 2 } as const;

/** An edit of text, or of how all lines end. */
export class TextEdit {
  readonly range: Range;
  readonly newText: string;
  readonly newEol: number | undefined;

  constructor(range: Range, newText: string, newEol?: number) {
    this.range = range;
    this.newText = newText;
    this.newEol = newEol;
  }

  static replace(range: Range, newText: string): TextEdit {
    return new TextEdit(range, newText);
  }

  static setEndOfLine(eol: number): TextEdit {
    return new TextEdit(new Range(0, 0, 0, 0), "", eol);
  }
}

/** Edits by document. */
export class WorkspaceEdit {
  readonly entries = new Map<string, readonly TextEdit[]>();

  set(uri: Uri, edits: readonly TextEdit[]): void {
    this.entries.set(uri.toString(), edits);
  }
}

/** What a file is; the numbers are added up. */
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 } as const;

/** An error of a file system. */
export class FileSystemError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The tab of an extension's own editor. */
export class TabInputCustom {
  readonly uri: Uri;

  constructor(uri: Uri) {
    this.uri = uri;
  }
}

/** The tab of a notebook. */
export class TabInputNotebook {
  readonly uri: Uri;

  constructor(uri: Uri) {
    this.uri = uri;
  }
}
