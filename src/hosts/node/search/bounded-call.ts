import type { Context } from "node:vm";
import { createContext, Script } from "node:vm";
import { codeOf } from "../files/file-problem.ts";

const CALL = new Script("work()");

let surroundings: Context | undefined;

/**
 * Runs `work` on this thread for at most `limitMs`; undefined when that was not enough. A pattern that backtracks without
 * end cannot be stopped in any other way.
 */
export function boundedCall<T>(work: () => T, limitMs: number): T | undefined {
  // Made once: making one costs a hundred times as much as a call.
  surroundings ??= createContext({});
  surroundings["work"] = work;
  try {
    return CALL.runInContext(surroundings, { timeout: Math.max(1, Math.ceil(limitMs)) }) as T;
  } catch (error) {
    if (codeOf(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  } finally {
    surroundings["work"] = undefined;
  }
}
