import { createInterface, emitKeypressEvents } from "node:readline";
import type { Writable } from "node:stream";
import type { CancelToken } from "../../base/cancel.ts";
import type { CliKeys } from "./io.ts";

/** One key: the character it stands for and its name, such as `return`. */
export interface Key {
  readonly text: string;
  readonly name: string | undefined;
  readonly ctrl: boolean;
}

/** What a person types, one question at a time. */
export interface Keyboard {
  /** The next key; undefined when cancelled or when there is no more input. */
  readonly key: (cancel: CancelToken) => Promise<Key | undefined>;
  /** A line, edited from what it begins with; undefined when cancelled, on Ctrl-C and at the end of input. */
  readonly line: (prompt: string, begin: string, cancel: CancelToken) => Promise<string | undefined>;
}

/** A keyboard over the keys of a terminal. Ctrl-C comes as a key, since it makes no signal meanwhile. */
export function createKeyboard(keys: CliKeys, output: Writable): Keyboard {
  emitKeypressEvents(keys);
  return {
    key: (cancel) => nextKey(keys, cancel),
    line: (prompt, begin, cancel) => nextLine({ keys, output, prompt, begin }, cancel),
  };
}

interface RawKey {
  readonly name?: string;
  readonly ctrl?: boolean;
}

function nextKey(keys: CliKeys, cancel: CancelToken): Promise<Key | undefined> {
  if (cancel.cancelled || keys.readableEnded) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const settle = (key: Key | undefined): void => {
      keys.off("keypress", onKey);
      keys.off("end", onEnd);
      unlisten();
      keys.setRawMode?.(false);
      keys.pause();
      resolve(key);
    };
    const onKey = (text: string | undefined, { name, ctrl }: RawKey): void => {
      settle({ text: text ?? "", name, ctrl: ctrl === true });
    };
    const onEnd = (): void => {
      settle(undefined);
    };
    const unlisten = cancel.onCancel(onEnd);
    keys.on("keypress", onKey);
    keys.on("end", onEnd);
    keys.setRawMode?.(true);
    keys.resume();
  });
}

interface LineQuestion {
  readonly keys: CliKeys;
  readonly output: Writable;
  readonly prompt: string;
  readonly begin: string;
}

function nextLine({ keys, output, prompt, begin }: LineQuestion, cancel: CancelToken): Promise<string | undefined> {
  if (cancel.cancelled || keys.readableEnded) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const editor = createInterface({ input: keys, output, terminal: true, historySize: 0 });
    let line: string | undefined;
    const unlisten = cancel.onCancel(() => {
      editor.close();
    });
    editor.on("line", (text) => {
      line = text;
      editor.close();
    });
    editor.on("SIGINT", () => {
      editor.close();
    });
    editor.on("close", () => {
      unlisten();
      resolve(line);
    });
    editor.setPrompt(prompt);
    editor.prompt();
    editor.write(begin);
  });
}
