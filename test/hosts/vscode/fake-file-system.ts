import { mkdir } from "node:fs/promises";
import type { Uri } from "./fake-values.ts";
import { FileSystemError, FileType } from "./fake-values.ts";

/** What is at an address in a file system in memory. */
export interface FakeEntry {
  readonly type: number;
  readonly bytes: Uint8Array;
  readonly mtime: number;
}

/** A file system of an extension: in memory, by path. */
export class FakeFileSystem {
  readonly entries = new Map<string, FakeEntry>([
    ["/", { type: FileType.Directory, bytes: new Uint8Array(), mtime: 0 }],
  ]);
  isWritable = true;
  private time = 0;

  put(path: string, content: string | Uint8Array, type: number = FileType.File): void {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    this.folder(path.slice(0, path.lastIndexOf("/")) || "/");
    // Like many providers, this one keeps no useful times.
    this.entries.set(path, { type, bytes, mtime: (this.time = 1) });
  }

  folder(path: string): void {
    for (let at = path; !this.entries.has(at); at = at.slice(0, at.lastIndexOf("/")) || "/") {
      this.entries.set(at, { type: FileType.Directory, bytes: new Uint8Array(), mtime: this.time });
    }
  }

  at(path: string): FakeEntry {
    const entry = this.entries.get(path);
    if (entry === undefined) throw new FileSystemError("FileNotFound", `EntryNotFound (FileSystemError): ${path}`);
    return entry;
  }

  names(path: string): [string, number][] {
    if (this.at(path).type !== FileType.Directory) throw new FileSystemError("FileNotADirectory", path);
    const start = path === "/" ? "/" : `${path}/`;
    return [...this.entries]
      .filter(([each]) => each !== path && each.startsWith(start) && !each.slice(start.length).includes("/"))
      .map(([each, { type }]) => [each.slice(start.length), type]);
  }
}

/** `workspace.fs` over file systems in memory; of this machine's only folders are made. */
export function createFakeFs(systemOf: (uri: Uri) => FakeFileSystem) {
  const answer = <T>(work: () => T): Promise<T> => Promise.resolve().then(work);
  return {
    stat: (uri: Uri) =>
      answer(() => {
        const { type, bytes, mtime } = systemOf(uri).at(uri.path);
        return { type, size: bytes.length, ctime: 0, mtime };
      }),
    readFile: (uri: Uri) =>
      answer(() => {
        const { type, bytes } = systemOf(uri).at(uri.path);
        if (type === FileType.Directory) throw new FileSystemError("FileIsADirectory", uri.path);
        return bytes;
      }),
    writeFile: (uri: Uri, bytes: Uint8Array) => answer(() => systemOf(uri).put(uri.path, bytes.slice())),
    delete: (uri: Uri) =>
      answer(() => {
        systemOf(uri).at(uri.path);
        systemOf(uri).entries.delete(uri.path);
      }),
    readDirectory: (uri: Uri) => answer(() => systemOf(uri).names(uri.path)),
    createDirectory: async (uri: Uri) => {
      if (uri.scheme === "file") await mkdir(uri.fsPath, { recursive: true });
      else systemOf(uri).folder(uri.path);
    },
    isWritableFileSystem: (scheme: string) => (scheme === "file" ? true : systemOf({ scheme } as Uri).isWritable),
  };
}
