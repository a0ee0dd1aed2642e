import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { historyProblem } from "./model-server-history.ts";
import type { ServedRefusal, ServedTurn, ServedWire } from "./model-server-wires.ts";
import { streamOf, streamType } from "./model-server-wires.ts";

/** What a served model does in one round: it answers in its wire format, and may fail at it. */
export interface ServedRound extends ServedTurn {
  /** The connection ends after so many pieces of the answer. */
  readonly cutAfter?: number;
  /** Nothing more comes after so many pieces, and the connection stays open. */
  readonly hangsAfter?: number;
  /** Sends the answer in pieces of so many bytes, through the middle of characters and lines. */
  readonly bytesEach?: number;
  /** Sends this instead of an answer, with the status of success. */
  readonly raw?: string;
  /** The type of `raw`; that of the wire's streams without it. */
  readonly type?: string;
  /** How `raw` is said to be compressed. */
  readonly encoding?: string;
  /** Refuses the round. */
  readonly refusal?: ServedRefusal;
  /** Does not answer at all, or closes the connection at once. */
  readonly silence?: "hangs" | "closes";
}

/** A round that a server was asked for. */
export interface ServedRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, unknown>>;
}

/** A server of models. */
export interface ModelServer {
  readonly origin: string;
  readonly requests: readonly ServedRequest[];
  /** How many connections were opened. */
  readonly connections: () => number;
  /** Settles when the client has closed the connection of the round that is under way. */
  readonly closed: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** What a server answers to a round: a part of its script, or what comes of the request. */
export type Serve = readonly ServedRound[] | ((request: ServedRequest, index: number) => ServedRound);

const PATHS: Readonly<Record<string, ServedWire>> = {
  "/v1/messages": "anthropic",
  "/v1/chat/completions": "openai",
  "/api/chat": "ollama",
};

/**
 * Serves models on a free port of 127.0.0.1, in the wire formats of Anthropic, of chat completions and of Ollama, until `stop` is
 * called. The path of a request says which format it is. A request with a history that a strict provider would refuse is refused.
 */
export async function startModelServer(serve: Serve): Promise<ModelServer> {
  const requests: ServedRequest[] = [];
  let closed: Promise<void> = Promise.resolve();
  const server = createServer((request, response) => {
    closed = new Promise((resolve) => response.once("close", resolve));
    void bodyOf(request).then(async (body) => {
      const served = { path: request.url ?? "", headers: request.headers, body };
      const index = requests.push(served) - 1;
      const round = typeof serve === "function" ? serve(served, index) : serve[index];
      const wire = PATHS[served.path];
      const wrong = wire === undefined ? undefined : historyProblem(wire, body);
      if (round === undefined || wire === undefined) response.writeHead(404).end("no such path, or no round left");
      else if (wrong !== undefined) response.writeHead(400).end(JSON.stringify({ error: { message: wrong } }));
      else await play(round, wire, { body, response });
    });
  });
  let connections = 0;
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    closed: () => closed,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<ServedRequest["body"]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? {} : (JSON.parse(text) as ServedRequest["body"]);
}

interface Playing {
  readonly body: ServedRequest["body"];
  readonly response: ServerResponse;
}

async function play(round: ServedRound, wire: ServedWire, { body, response }: Playing): Promise<void> {
  const { refusal, silence, type = streamType(wire), encoding } = round;
  if (silence === "closes") response.destroy();
  if (silence !== undefined) return;
  if (refusal !== undefined) {
    response.writeHead(refusal.status, { "content-type": "application/json", ...refusal.headers }).end(refusal.body);
    return;
  }
  response.writeHead(200, { "content-type": type, ...(encoding !== undefined && { "content-encoding": encoding }) });
  response.flushHeaders();
  await stream(round, round.raw === undefined ? streamOf(wire, round, String(body["model"])) : [round.raw], response);
}

async function stream(round: ServedRound, all: readonly string[], response: ServerResponse): Promise<void> {
  const { cutAfter, hangsAfter, bytesEach } = round;
  for (const piece of inBytes(all.slice(0, cutAfter ?? hangsAfter), bytesEach)) {
    response.write(piece);
    if (bytesEach !== undefined) await new Promise(setImmediate);
  }
  // Ends the connection behind what was sent, not in front of it.
  if (cutAfter !== undefined) response.socket?.destroySoon();
  else if (hangsAfter === undefined) response.end();
}

function inBytes(sent: readonly string[], each: number | undefined): readonly (string | Uint8Array)[] {
  if (each === undefined) return sent;
  const bytes = Buffer.from(sent.join(""));
  return Array.from({ length: Math.ceil(bytes.length / each) }, (_, at) => bytes.subarray(at * each, (at + 1) * each));
}
