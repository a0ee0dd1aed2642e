import { appendFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { makeFolders } from "./files/make-folders.ts";

/**
 * Most bytes of a log, unless more come at once: before it would get larger it is put aside as `NAME.1.jsonl`, in place of
 * the one put aside before.
 */
export const MAX_LOG_BYTES = 16 * 1024 * 1024;

/** Appends finished lines to the log of a name; rejects when they cannot be written. */
export type AppendToLog = (log: string, lines: readonly string[]) => Promise<void>;

/** Log files on this machine; nothing of them goes anywhere else. */
export interface LogFiles {
  readonly append: AppendToLog;
  /** Settles when nothing waits to be written any more. */
  readonly settled: () => Promise<void>;
}

/** Logs as `.jsonl` files of a folder, each by its name, which only its owner can read. */
export function openLogFiles(folder: string, maxBytes = MAX_LOG_BYTES): LogFiles {
  const writing = new Set<Promise<unknown>>();
  return {
    append: (log, lines) => {
      const work = appendTo({ folder, maxBytes }, log, lines);
      writing.add(work);
      // Who waits for the append hears of a failure; here it only ends.
      void work.catch(() => undefined).then(() => writing.delete(work));
      return work;
    },
    settled: async () => {
      // A batch is handed over, and the one after it, in turns of the event loop.
      do {
        await Promise.allSettled(writing);
        await setImmediate();
      } while (writing.size > 0);
    },
  };
}

interface Place {
  readonly folder: string;
  readonly maxBytes: number;
}

async function appendTo({ folder, maxBytes }: Place, log: string, lines: readonly string[]): Promise<void> {
  await makeFolders(folder, 0o700);
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""), "utf8");
  const path = join(folder, `${log}.jsonl`);
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size > 0 && size + bytes.length > maxBytes) await rename(path, join(folder, `${log}.1.jsonl`));
  await appendFile(path, bytes, { mode: 0o600 });
}
