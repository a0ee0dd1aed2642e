import { createStore } from "../../hosts/node/store.ts";
import type { NodeStore } from "../../hosts/node/store.ts";
import type { Store } from "../../ports/store.ts";
import type { AgentEvent } from "../../protocol/events.ts";
import { parseEvent } from "../../protocol/events.ts";
import type { CliIo } from "./io.ts";
import { FileError } from "./io.ts";
import { stateFolder } from "./state-folder.ts";

/** Works on the store of sessions and lets go of it. */
export async function withStore<T>(io: CliIo, work: (store: NodeStore) => Promise<T>): Promise<T> {
  const store = createStore({ folder: stateFolder(io) });
  try {
    return await work(store);
  } finally {
    await store.dispose();
  }
}

/**
 * The session that a name means: its id, the beginning of one id only, or the newest without a name and for `last`. Throws
 * `FileError` when it means none or several.
 */
export async function findSession(store: Store, name: string | undefined): Promise<string> {
  const ids = (await store.sessions()).map(({ id }) => id);
  const [newest] = ids;
  if (newest === undefined) throw new FileError("there are no sessions yet; `toolcall run` begins one.");
  if (name === undefined || name === "last") return newest;
  const fitting = ids.includes(name) ? [name] : ids.filter((id) => id.startsWith(name));
  const [only] = fitting;
  if (only === undefined) throw new FileError(`there is no session ${name}; \`toolcall sessions\` lists them.`);
  if (fitting.length > 1) throw new FileError(`${name} may be ${fitting.slice(0, 3).join(", ")}; write more of it.`);
  return only;
}

/** The events of a session that can be read, in order. Throws `FileError` when there are none to be had. */
export async function eventsOf(store: Store, id: string): Promise<readonly AgentEvent[]> {
  const journal = await store.journal(id);
  if ("problem" in journal) throw new FileError(`the session ${id} cannot be read: ${journal.detail}`);
  return journal.lines.flatMap((line) => {
    const parsed = parseEvent(line);
    return parsed.ok ? [parsed.event] : [];
  });
}
