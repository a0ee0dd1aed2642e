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
/** Bytes that may wait to be read before the connection is held back. */
const WAITING_BYTES = 262_144;

/** The bytes of an answer as they come, as fast as they are read; an error where they stop coming or are too many. */
export function bodyOf(response: IncomingMessage, reading: BodyReading): ReadableStream<Uint8Array> {
  const { limits, fail, failConnection, onIdleChange, close } = reading;
  let line = 0;
  let all = 0;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let isWaiting = false;
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

  const tellLate = (controller: ReadableStreamDefaultController): void => {
    if (late !== undefined && controller.desiredSize === WAITING_BYTES) controller.error(late);
  };

  const size = (piece: Uint8Array | undefined): number => piece?.byteLength ?? 0;
  return new ReadableStream<Uint8Array>(
    {
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
          late = error;
          tellLate(controller);
        };
        wait = () => {
          clearTimeout(timer);
          if (isOver) return;
          timer = setTimeout(() => {
            end(fail("network", `nothing more came for ${limits.idleMs()} ms`));
          }, limits.idleMs());
          isWaiting = true;
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
          if ((controller.desiredSize ?? 1) > 0) {
            if (isWaiting) timer?.refresh();
            else wait();
            return;
          }
          clearTimeout(timer);
          isWaiting = false;
          response.pause();
        });
        response.on("end", () => end());
        response.on("error", (error) => end(failConnection(error)));
        response.on("close", () => end(response.complete ? undefined : fail("network", "the connection broke off")));
      },
      pull: (controller) => {
        tellLate(controller);
        if (!response.isPaused()) return;
        response.resume();
        wait();
      },
      cancel: () => {
        isOver = true;
        clearTimeout(timer);
        close();
      },
    },
    { highWaterMark: WAITING_BYTES, size },
  );
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
