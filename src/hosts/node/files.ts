import type { Files } from "../../ports/files.ts";
import { isProblem } from "../../ports/files.ts";
import { checkPath } from "./files/check-path.ts";
import { listFolder } from "./files/list-folder.ts";
import { readBytes } from "./files/read-bytes.ts";
import { resolvePath } from "./files/resolve-path.ts";
import { statFile } from "./files/stat-file.ts";
import { removeFile, replaceFile } from "./files/write-file.ts";
import { createKeyedQueue } from "./keyed-queue.ts";

/**
 * The file system of this machine. Devices, pipes and sockets are `other` and never opened. A write goes to the file that a
 * link leads to; removing a link leaves what it leads to. Extended attributes of a replaced file and its other hard links
 * stay with the old content.
 */
export function createFiles(): Files {
  const ordered = createKeyedQueue();
  const at = async <T>(path: string, work: () => Promise<T>) => checkPath(path) ?? ordered(path, work);
  return {
    stat: (path) => at(path, () => statFile(path)),
    read: (path, range) => at(path, () => readBytes(path, range)),
    list: (path) => at(path, () => listFolder(path)),
    resolve: (path) => at(path, () => resolvePath(path)),
    remove: (path, expected, folders) => at(path, () => removeFile(path, expected, folders)),
    write: (path, bytes, expected, mode) =>
      at(path, async () => {
        const place = await resolvePath(path);
        if (isProblem(place)) return place;
        const write = () => replaceFile(place.real, bytes, { expected, mode });
        return place.real === path ? write() : ordered(place.real, write);
      }),
  };
}
