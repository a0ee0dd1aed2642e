import type { CliIo } from "./io.ts";
import { FileError } from "./io.ts";
import { decodeUtf8 } from "./decode.ts";

/** Lines that the history keeps. */
export const MAX_HISTORY_LINES = 1_000;
/** Bytes of a history file that are read at most; a larger one is not ours. */
const MAX_HISTORY_BYTES = 4 * 1024 * 1024;
/** Characters of one line that are kept. */
const MAX_LINE_CHARACTERS = 4_000;

/** Lines typed before, newest first, as line editing wants them. */
export interface History {
  readonly lines: readonly string[];
  /** Writes the history back; says the first failure and is silent about further ones. */
  save(lines: readonly string[]): void;
}

/** The history in the user's cache folder. Failures are said once and otherwise ignored. */
export function openHistory(io: CliIo): History {
  const path = historyPath(io);
  if (path === undefined) return { lines: [], save: () => undefined };
  let complained = false;
  const complain = (error: unknown): void => {
    if (!(error instanceof FileError)) throw error;
    if (!complained) io.err(`history is not kept: ${error.message}\n`);
    complained = true;
  };
  return {
    lines: loadLines(path, io, complain),
    save(lines) {
      const kept = lines.slice(0, MAX_HISTORY_LINES).filter((line) => line.length <= MAX_LINE_CHARACTERS);
      try {
        io.files.write(
          path,
          [...kept]
            .reverse()
            .map((line) => `${line}\n`)
            .join(""),
        );
      } catch (error) {
        complain(error);
      }
    },
  };
}

function loadLines(path: string, io: CliIo, complain: (error: unknown) => void): readonly string[] {
  if (!io.files.exists(path)) return [];
  try {
    const decoded = decodeUtf8(io.files.read(path, MAX_HISTORY_BYTES));
    if (!decoded.ok) return [];
    const lines = decoded.text.split(/\r?\n/).filter((line) => line !== "");
    return lines.slice(-MAX_HISTORY_LINES).reverse();
  } catch (error) {
    complain(error);
    return [];
  }
}

/** Where the history is: the cache folder of the platform, or undefined without a home. */
export function historyPath({ env, platform, home }: Pick<CliIo, "env" | "platform" | "home">): string | undefined {
  const folder = cacheFolder(env, platform, home);
  return folder === undefined ? undefined : `${folder}/toolcall/history`;
}

function cacheFolder(env: CliIo["env"], platform: string, home: string): string | undefined {
  if (platform === "win32" && env["LOCALAPPDATA"]) return env["LOCALAPPDATA"];
  // The XDG rules ask to ignore relative paths.
  if (env["XDG_CACHE_HOME"]?.startsWith("/") === true) return env["XDG_CACHE_HOME"];
  if (home === "") return undefined;
  return platform === "darwin" ? `${home}/Library/Caches` : `${home}/.cache`;
}
