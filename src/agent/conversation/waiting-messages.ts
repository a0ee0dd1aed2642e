/** A message that waits for the next round. */
export interface WaitingMessage {
  readonly id: string;
  readonly text: string;
}

/** Messages that were typed while the agent worked: in order, changeable until they are taken (2.10). */
export interface WaitingMessages {
  readonly list: () => readonly WaitingMessage[];
  readonly add: (text: string) => void;
  /** Without text left, it is dropped. Answers whether it still waited. */
  readonly change: (id: string, text: string) => boolean;
  /** Takes all of them out. */
  readonly take: () => readonly WaitingMessage[];
}

/** No messages yet. */
export function createWaitingMessages(): WaitingMessages {
  let waiting: readonly WaitingMessage[] = [];
  let number = 0;
  return {
    list: () => waiting,
    add: (text) => {
      waiting = [...waiting, { id: `waiting-${++number}`, text }];
    },
    change: (id, text) => {
      if (!waiting.some((message) => message.id === id)) return false;
      waiting =
        text.trim() === ""
          ? waiting.filter((message) => message.id !== id)
          : waiting.map((message) => (message.id === id ? { id, text } : message));
      return true;
    },
    take: () => {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
}
