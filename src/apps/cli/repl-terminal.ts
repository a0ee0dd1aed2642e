import type { Interface } from "node:readline";
import { createInterface } from "node:readline";
import { CONVENIENCES } from "../../dialect/conveniences.ts";
import { FORMS } from "../../dialect/forms.ts";
import { PRIMITIVES } from "../../dialect/primitives.ts";
import { painter } from "./colours.ts";
import type { CliTerminal } from "./io.ts";
import { EXIT } from "./io.ts";
import { MAX_HISTORY_LINES, openHistory } from "./repl-history.ts";
import type { Session } from "./repl-session.ts";
import { acceptLine, REPL_COMMANDS } from "./repl-session.ts";
import { VERSION } from "./version.ts";

/** Lines typed ahead while a script runs; more are dropped. */
const MAX_LINES_AHEAD = 10_000;

/** Runs a session with line editing, history and Ctrl-C; ends with :quit or Ctrl-D. */
export async function runTerminal(session: Session, { input, output }: CliTerminal): Promise<number> {
  const { io } = session.invocation;
  const history = openHistory(io);
  const editor = createInterface({
    input,
    output,
    terminal: true,
    history: [...history.lines],
    historySize: MAX_HISTORY_LINES,
    removeHistoryDuplicates: true,
    completer: complete,
  });
  editor.on("history", (lines) => {
    history.save(lines);
  });
  const lines = typedLines(editor);
  editor.on("SIGINT", () => {
    lines.clear();
    interrupt(session, editor, (text) => void output.write(text));
  });
  io.out(`toolcall ${VERSION}. Type a form, or :help; Ctrl-D leaves.\n`);
  for (;;) {
    prompt(session, editor);
    const line = await lines.next();
    if (line === undefined) break;
    await acceptLine(session, line);
    if (session.isDone) break;
  }
  if (!session.isDone) output.write("\n");
  editor.close();
  return EXIT.ok;
}

function prompt(session: Session, editor: Interface): void {
  const paint = painter(session.invocation.io.colours.out);
  editor.setPrompt(paint("bold", session.pending === "" ? "> " : "... "));
  editor.prompt();
}

/** Ctrl-C: ends a running script, drops a half-typed entry, or says how to leave. */
function interrupt(session: Session, editor: Interface, write: (text: string) => void): void {
  session.isInterrupted = true;
  const isEmpty = session.pending === "" && editor.line === "";
  // End of line, then delete to its start.
  editor.write(null, { ctrl: true, name: "e" });
  editor.write(null, { ctrl: true, name: "u" });
  if (session.isRunning) return;
  session.pending = "";
  write(isEmpty ? "\n(:quit or Ctrl-D leaves)\n" : "^C\n");
  prompt(session, editor);
}

/** Typed lines, in order; what is typed while a script runs waits. */
interface TypedLines {
  /** The next line; undefined once the input has ended. */
  next(): Promise<string | undefined>;
  /** Forgets the lines that wait. */
  clear(): void;
}

function typedLines(editor: Interface): TypedLines {
  const ahead: string[] = [];
  let isClosed = false;
  let wake: () => void = () => undefined;
  editor.on("line", (line) => {
    if (ahead.length < MAX_LINES_AHEAD) ahead.push(line);
    wake();
  });
  editor.on("close", () => {
    isClosed = true;
    wake();
  });
  return {
    async next() {
      while (ahead.length === 0 && !isClosed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return ahead.shift();
    },
    clear() {
      ahead.length = 0;
    },
  };
}

/** Completes the operator, quoted name or prompt command before the cursor. */
function complete(line: string): [string[], string] {
  const word = /[^\s()'`,"[\]]*$/.exec(line)?.[0] ?? "";
  if (word === "") return [[], word];
  const commands = line === word ? Object.keys(REPL_COMMANDS).map((name) => `:${name}`) : [];
  const names = [...commands, ...Object.keys(FORMS), ...Object.keys(CONVENIENCES), ...PRIMITIVES.keys()];
  return [names.filter((name) => name.startsWith(word)), word];
}
