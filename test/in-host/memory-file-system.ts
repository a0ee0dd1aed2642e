import * as vscode from "vscode";

/** A small file system in memory, as an extension would provide one. */
export class MemoryFileSystem implements vscode.FileSystemProvider {
  readonly files = new Map<string, Uint8Array>();
  readonly folders = new Set(["/"]);
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const bytes = this.files.get(uri.path);
    if (bytes !== undefined) return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: bytes.length };
    if (!this.folders.has(uri.path)) throw vscode.FileSystemError.FileNotFound(uri);
    return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
  }

  readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
    const start = uri.path === "/" ? "/" : `${uri.path}/`;
    const names = (paths: Iterable<string>) =>
      [...paths]
        .filter((path) => path.startsWith(start) && path.length > start.length)
        .map((path) => path.slice(start.length))
        .filter((name) => !name.includes("/"));
    return [
      ...names(this.files.keys()).map((name): [string, vscode.FileType] => [name, vscode.FileType.File]),
      ...names(this.folders).map((name): [string, vscode.FileType] => [name, vscode.FileType.Directory]),
    ];
  }

  createDirectory(uri: vscode.Uri): void {
    this.folders.add(uri.path);
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const bytes = this.files.get(uri.path);
    if (bytes === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    this.files.set(uri.path, bytes);
  }

  delete(uri: vscode.Uri): void {
    if (!this.files.delete(uri.path) && !this.folders.delete(uri.path)) throw vscode.FileSystemError.FileNotFound(uri);
  }

  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }
}
