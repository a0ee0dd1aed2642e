import { isArtifactAddress, readText } from "../../agent/artifacts.ts";
import type { ReadSession } from "../../agent/recover.ts";
import { readSession } from "../../agent/recover.ts";
import type { Store } from "../../ports/store.ts";
import { rowsOf } from "../../protocol/draw.ts";
import type { Block, Row } from "../../protocol/rows.ts";
import type { Command, Invocation } from "./command.ts";
import { hasOption } from "./command.ts";
import type { CliIo } from "./io.ts";
import { EXIT, FileError } from "./io.ts";
import { paintRow } from "./paint-rows.ts";
import { counted, writeJson } from "./report.ts";
import { findSession, withStore } from "./stored-session.ts";
import { safeLines } from "./terminal-text.ts";
import { writeText } from "./write-text.ts";

/** `toolcall show`. */
export const showCommand: Command = {
  name: "show",
  operands: "[SESSION [ROW]]",
  min: 0,
  max: 2,
  summary: "show what happened in a session",
  details: [
    "SESSION is an id, the beginning of one, or `last`, which is also meant without it. The rows are made from the session's journal and nothing else. ROW is the id of one row, such as ptc-1 or ptc-1/2: its script and its whole output are shown, also when only the beginning is in the journal.",
    "With --json: {ok, session, rows, torn, unreadable, newer, unfinished}, or with a ROW {ok, session, row, output}.",
  ],
  options: [{ name: "ids", doc: "begin each row with its id" }],
  examples: ["toolcall show", "toolcall show 20260102-1530 --ids", "toolcall show last ptc-1/2"],
  run: runShow,
};

function runShow(invocation: Invocation): Promise<number> {
  const { io, operands } = invocation;
  const [name, rowId] = operands;
  return withStore(io, async (store) => {
    const read = await readSession(store, await findSession(store, name));
    if ("problem" in read) throw new FileError(`the session cannot be read: ${read.message}`);
    const rows = rowsOf(read.view);
    if (rowId === undefined) showSession(invocation, read, rows);
    else await showRow(invocation, { store, read, row: findRow(rows, rowId, read.id) });
    return EXIT.ok;
  });
}

function showSession(invocation: Invocation, read: ReadSession, rows: readonly Row[]): void {
  const { io, json } = invocation;
  const { id, torn, unreadable, unreadableCount, newer, pending } = read;
  if (json) {
    const unfinished = pending.flatMap((fact) => ("id" in fact ? [fact.id] : []));
    writeJson(io, { ok: true, session: id, rows, torn, unreadable, unreadableCount, newer, unfinished });
    return;
  }
  const columns = columnsFor(io);
  const shown = hasOption(invocation, "ids") ? rows.map(withIds) : rows;
  const options = { colours: io.colours.out, ...(columns !== undefined && { columns }) };
  io.err(`${id}: ${counted(rows.length, "row")}\n`);
  io.out(
    shown
      .flatMap((row) => paintRow(row, options))
      .map(({ text }) => `${text}\n`)
      .join(""),
  );
  io.err(remarks(read));
}

/** What is wrong with a journal, a line for each thing. */
function remarks({ torn, unreadable, unreadableCount, newer, pending }: ReadSession): string {
  const lines: string[] = [];
  if (newer) lines.push("It was written by a newer version; some of it may be missing here.");
  if (torn) lines.push("Its last line was cut off when the program ended; that line is left out.");
  for (const { line, problem } of unreadable) lines.push(`Line ${line} is left out: ${problem}`);
  if (unreadableCount > unreadable.length)
    lines.push(`${unreadableCount - unreadable.length} more lines are left out.`);
  if (pending.length > 0) lines.push("Something in it has no end; `toolcall recover` marks it as interrupted.");
  return lines.map((line) => `${line}\n`).join("");
}

function withIds<Kind extends Block>(block: Kind): Kind {
  const { children } = block;
  return {
    ...block,
    header: `${block.id}  ${block.header}`,
    ...(children !== undefined && { children: children.map(withIds) }),
  };
}

function columnsFor({ terminal, screen }: CliIo): number | undefined {
  return terminal === undefined ? undefined : screen?.columns();
}

function findRow(rows: readonly Block[], id: string, session: string): Block {
  const waiting = [...rows];
  for (let block = waiting.shift(); block !== undefined; block = waiting.shift()) {
    if (block.id === id) return block;
    waiting.push(...(block.children ?? []));
  }
  throw new FileError(`there is no row ${id} in ${session}; \`toolcall show ${session} --ids\` shows them.`);
}

interface ShownRow {
  readonly store: Store;
  readonly read: ReadSession;
  readonly row: Block;
}

async function showRow({ io, json }: Invocation, { store, read, row }: ShownRow): Promise<void> {
  const kept =
    row.artifact !== undefined && isArtifactAddress(row.artifact) ? await readText(store, row.artifact) : undefined;
  const output = kept?.ok === true ? kept.text : row.body;
  if (json) {
    writeJson(io, { ok: true, session: read.id, row, output });
    return;
  }
  const [header] = paintRow({ ...row, children: [] }, { colours: io.colours.err });
  io.err(`${header?.text ?? ""}\n`);
  if (row.script !== undefined) io.err(`${safeLines(row.script).join("\n")}\n`);
  if (kept?.ok === false) io.err(`${kept.message}; this is its beginning:\n`);
  writeText(io, output);
}
