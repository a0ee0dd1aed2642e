import { posix, win32 } from "node:path";
import { UsageError } from "./command.ts";
import type { CliIo } from "./io.ts";

/**
 * Where sessions, their artifacts and long output are kept: `TOOLCALL_STATE`, else the platform's folder for the state of
 * programs. Throws `UsageError` without a home.
 */
export function stateFolder({ env, platform, home }: Pick<CliIo, "env" | "platform" | "home">): string {
  const path = platform === "win32" ? win32 : posix;
  const own = env["TOOLCALL_STATE"];
  if (own !== undefined && path.isAbsolute(own)) return own;
  const base = platformFolder(env, platform, home);
  if (base === undefined) {
    throw new UsageError("there is no home folder to keep sessions in: set TOOLCALL_STATE to an absolute path.");
  }
  return path.join(base, "toolcall");
}

function platformFolder(env: CliIo["env"], platform: string, home: string): string | undefined {
  if (platform === "win32" && env["LOCALAPPDATA"]) return env["LOCALAPPDATA"];
  // The XDG rules ask to ignore relative paths.
  if (env["XDG_STATE_HOME"]?.startsWith("/") === true) return env["XDG_STATE_HOME"];
  if (home === "") return undefined;
  return platform === "darwin" ? `${home}/Library/Application Support` : `${home}/.local/state`;
}
