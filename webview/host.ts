import type { Intent } from "../src/protocol/intents.ts";
import type { PanelMessage, Suggestion } from "../src/protocol/panel-state.ts";
import { MESSAGE_KINDS } from "./message-kinds.ts";
import type { PanelMemory } from "./memory.ts";
import { readMemory } from "./memory.ts";

/** What VS Code gives a webview, once. */
export interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Part of a stored output, as it was asked for. */
export interface ArtifactText {
  readonly text: string;
  readonly start: number;
  /** UTF-16 units of the whole. */
  readonly total: number;
  /** Why there is no text, in words for a person. */
  readonly problem?: string;
}

/** The other side of the panel: what it is told and what it wants. */
export interface PanelHost {
  /** Says what the person wants. */
  readonly post: (intent: Intent) => void;
  /** Tells every message; answers what ends that. */
  readonly onMessage: (listen: (message: PanelMessage) => void) => () => void;
  /** Part of a stored output, from `start` to before `end`, in UTF-16 units. Never rejects. */
  readonly showArtifact: (address: string, start: number, end: number) => Promise<ArtifactText>;
  /** What `@` or `/` may stand for. Never rejects; nothing is found when nobody answers. */
  readonly find: (sign: "@" | "/", query: string) => Promise<readonly Suggestion[]>;
  /** What this panel keeps over a reload. */
  readonly memory: () => PanelMemory;
  readonly remember: (change: (memory: PanelMemory) => PanelMemory) => void;
}

/** How long an answer may take before it is given up. */
const ANSWER_MS = 30_000;
/** Most questions to the host that wait at a time; the oldest is given up for a further one. */
const MAX_WAITING = 64;

type Answer = Extract<PanelMessage, { request: number }>;

/** Speaks with the host through the window's messages. */
export function createHost(api: EditorApi, source: Window): PanelHost {
  const listeners = new Set<(message: PanelMessage) => void>();
  const waiting = new Map<number, (answer: Answer | undefined) => void>();
  let requests = 0;
  let memory = readMemory(api.getState());

  const post = (intent: Intent): void => {
    api.postMessage(intent);
  };
  const settle = (request: number, answer: Answer | undefined): void => {
    const take = waiting.get(request);
    waiting.delete(request);
    take?.(answer);
  };
  const ask = (intentOf: (request: number) => Intent): Promise<Answer | undefined> => {
    const request = requests++;
    const [oldest] = waiting.keys();
    if (waiting.size >= MAX_WAITING && oldest !== undefined) settle(oldest, undefined);
    return new Promise((resolve) => {
      const timer = source.setTimeout(() => settle(request, undefined), ANSWER_MS);
      waiting.set(request, (answer) => {
        source.clearTimeout(timer);
        resolve(answer);
      });
      post(intentOf(request));
    });
  };
  source.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isMessage(data)) return;
    if ("request" in data) settle(data.request, data);
    else for (const listen of listeners) listen(data);
  });

  return {
    post,
    onMessage: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    showArtifact: async (address, start, end) => {
      const answer = await ask((request) => ({ kind: "show-artifact", request, address, start, end }));
      if (answer?.kind === "text") return answer;
      return { text: "", start, total: 0, problem: "The output could not be had: nobody answered. Try again." };
    },
    find: async (sign, query) => {
      const answer = await ask((request) => ({ kind: "find", request, sign, query }));
      return answer?.kind === "suggestions" ? answer.items : [];
    },
    memory: () => memory,
    remember: (change) => {
      memory = change(memory);
      api.setState(memory);
    },
  };
}

function isMessage(data: unknown): data is PanelMessage {
  return (
    typeof data === "object" &&
    data !== null &&
    "kind" in data &&
    typeof data.kind === "string" &&
    MESSAGE_KINDS.has(data.kind)
  );
}
