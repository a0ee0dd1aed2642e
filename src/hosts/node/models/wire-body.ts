import type { IncomingMessage } from "node:http";
import type { ModelProblemKind } from "../../../ports/model.ts";

/** What a body is read with. */
export interface BodyReading {
  readonly limits: { readonly lineBytes: number; readonly bodyBytes: number; readonly idleMs: () => number };
  readonly fail: (kind: ModelProblemKind, detail: string) => Error;
  readonly failConnection: (error: Error) => Error;
  /** Tells whom to call when the time between pieces has changed. */
  readonly onIdleChange: (listener: () => void) => void;
  /** Closes the connection. */
  readonly close: () => void;
}

const NEW_LINE = 10;

/** The bytes of an answer as they come, as fast as they are read; an error where they stop coming or are too many. */
export function bodyOf(response: IncomingMessage, reading: BodyReading): ReadableStream<Uint8Array> {
  const { limits, fail, failConnection, onIdleChange, close } = reading;
  let line = 0;
  let all = 0;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let wait: () => void = () => undefined;
  /** Waits until what came before it was read: an error would take that along. */
  let late: Error | undefined;

  const measure = (piece: Uint8Array): string | undefined => {
    all += piece.length;
    const last = piece.lastIndexOf(NEW_LINE);
    const first = piece.indexOf(NEW_LINE);
    const longest = line + (first === -1 ? piece.length : first);
    line = last === -1 ? longest : piece.length - last - 1;
    if (longest > limits.lineBytes) return `a line of the answer has more than ${limits.lineBytes} bytes`;
    if (all > limits.bodyBytes) return `the answer has more than ${limits.bodyBytes} bytes`;
    return undefined;
  };

  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const end = (error?: Error): void => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        if (error === undefined) {
          controller.close();
          return;
        }
        close();
        if ((controller.desiredSize ?? 1) > 0) controller.error(error);
        else late = error;
      };
      wait = () => {
        clearTimeout(timer);
        if (isOver) return;
        timer = setTimeout(() => {
          end(fail("network", `nothing more came for ${limits.idleMs()} ms`));
        }, limits.idleMs());
      };
      onIdleChange(() => wait());
      wait();
      response.on("data", (piece: Buffer) => {
        const wrong = measure(piece);
        if (wrong !== undefined) {
          end(fail("malformed", wrong));
          return;
        }
        if (isOver) return;
        controller.enqueue(piece);
        if ((controller.desiredSize ?? 1) > 0) wait();
        else {
          clearTimeout(timer);
          response.pause();
        }
      });
      response.on("end", () => end());
      response.on("error", (error) => end(failConnection(error)));
      response.on("close", () => end(response.complete ? undefined : fail("network", "the connection broke off")));
    },
    pull: (controller) => {
      if (late !== undefined) controller.error(late);
      if (!response.isPaused()) return;
      response.resume();
      wait();
    },
    cancel: () => {
      isOver = true;
      clearTimeout(timer);
      close();
    },
  });
}

/** The beginning of an answer as text, as much as comes within a time. */
export function readBeginning(response: IncomingMessage, bytes: number, ms: number): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const end = (): void => {
      clearTimeout(timer);
      resolve(Buffer.concat(pieces).subarray(0, bytes).toString("utf8"));
    };
    const timer = setTimeout(end, ms);
    response.on("data", (piece: Buffer) => {
      pieces.push(piece);
      size += piece.length;
      if (size >= bytes) end();
    });
    response.on("end", end);
    response.on("error", end);
    response.on("close", end);
  });
}
