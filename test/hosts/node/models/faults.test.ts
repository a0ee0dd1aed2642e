import { describe, expect, it } from "vitest";
import type { ModelProblemKind } from "../../../../src/ports/model.ts";
import { isModelProblem, MODEL_LIMITS, modelProblemText } from "../../../../src/ports/model.ts";
import type { ServedRound } from "../../../support/model-server.ts";
import type { ServedWire } from "../../../support/model-server-wires.ts";
import { answerTo, ask, KEY, modelOf, problemOf, settingsFor, WIRES, withServed } from "./served-model.ts";

interface Fault {
  readonly fault: string;
  readonly round: ServedRound;
  readonly problem: ModelProblemKind;
  readonly says: RegExp;
  readonly wires?: readonly ServedWire[];
}

const refusal = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): ServedRound => ({
  refusal: { status, body, headers },
});
const page = (title: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body>x</body></html>`;
const said = (message: string): string => JSON.stringify({ error: { message } });

const FAULTS: readonly Fault[] = [
  {
    fault: "a page of a gateway",
    round: refusal(502, page("502 Bad Gateway")),
    problem: "overloaded",
    says: /502 Bad Gateway/u,
  },
  {
    fault: "a page of a firewall",
    round: refusal(403, page("Blocked")),
    problem: "auth",
    says: /web page that says "Blocked"/u,
  },
  { fault: "status 500 without words", round: refusal(500, ""), problem: "overloaded", says: /status 500/u },
  {
    fault: "status 413",
    round: refusal(413, said("Request too large")),
    problem: "context-too-long",
    says: /Request too large/u,
  },
  {
    fault: "status 402",
    round: refusal(402, said("Insufficient credits")),
    problem: "quota",
    says: /Insufficient credits/u,
  },
  { fault: "status 529", round: refusal(529, said("Overloaded")), problem: "overloaded", says: /Overloaded/u },
  { fault: "status 408", round: refusal(408, said("Request timeout")), problem: "network", says: /timeout/u },
  {
    fault: "a moved address",
    round: refusal(301, "", { location: "https://elsewhere.example/v1" }),
    problem: "invalid-request",
    says: /elsewhere\.example.*not sent on/u,
  },
  {
    fault: "an empty account",
    round: refusal(400, said("Your credit balance is too low to access the API")),
    problem: "quota",
    says: /credit balance/u,
  },
  {
    fault: "an empty account with 429",
    round: refusal(429, JSON.stringify({ error: { message: "You exceeded your quota", code: "insufficient_quota" } })),
    problem: "quota",
    says: /exceeded/u,
  },
  {
    fault: "a key that is wrong, with 400",
    round: refusal(
      400,
      JSON.stringify([{ error: { message: "API key not valid. Please pass a valid API key.", code: 400 } }]),
    ),
    problem: "auth",
    says: /API key not valid/u,
  },
  {
    fault: "moderation",
    round: refusal(403, said("Your input was flagged by moderation")),
    problem: "refused",
    says: /flagged/u,
  },
  {
    fault: "a list of what is wrong",
    round: refusal(422, JSON.stringify({ detail: [{ msg: "field required" }, { msg: "too short" }] })),
    problem: "invalid-request",
    says: /field required; too short/u,
  },
  {
    fault: "the words of a provider behind a router",
    round: refusal(
      400,
      JSON.stringify({ error: { message: "Provider returned error", metadata: { raw: "bad tool schema" } } }),
    ),
    problem: "invalid-request",
    says: /Provider returned error: bad tool schema/u,
  },
  {
    fault: "a context that vLLM refuses",
    round: refusal(
      400,
      JSON.stringify({
        object: "error",
        message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens",
        type: "BadRequestError",
        code: 400,
      }),
    ),
    problem: "context-too-long",
    says: /4096/u,
  },
  {
    fault: "a context that llama.cpp refuses",
    round: refusal(
      400,
      JSON.stringify({
        error: {
          code: 400,
          message: "the request exceeds the available context size, try increasing it",
          type: "exceed_context_size_error",
        },
      }),
    ),
    problem: "context-too-long",
    says: /available context size/u,
  },
  {
    fault: "a context that LM Studio refuses",
    round: refusal(
      400,
      JSON.stringify({
        error:
          "Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens",
      }),
    ),
    problem: "context-too-long",
    says: /4096/u,
  },
  {
    fault: "too many tokens in a minute",
    round: refusal(429, said("Too many input tokens per minute: reduce the length of the messages")),
    problem: "rate-limit",
    says: /per minute/u,
  },
  {
    fault: "a web page with the status of success",
    round: { raw: page("Welcome"), type: "text/html" },
    problem: "malformed",
    says: /web page that says "Welcome"/u,
  },
  {
    fault: "an answer in one piece",
    round: { raw: '{"choices":[{"message":{"content":"hi"}}]}', type: "application/json" },
    problem: "malformed",
    says: /a stream was asked for/u,
  },
  {
    fault: "an error with the status of success",
    round: { raw: said("model 'x' not found"), type: "application/json" },
    problem: "unknown-model",
    says: /not found/u,
  },
  { fault: "an empty stream", round: { raw: "" }, problem: "network", says: /before the answer did/u },
  {
    fault: "a piece that is no JSON",
    round: { raw: 'event: message_start\ndata: {"type":\n\n' },
    problem: "malformed",
    says: /no JSON/u,
    wires: ["anthropic", "openai"],
  },
  {
    fault: "a line that is no JSON",
    round: { raw: '{"message":\n' },
    problem: "malformed",
    says: /no JSON/u,
    wires: ["ollama"],
  },
  { fault: "a closed connection", round: { silence: "closes" }, problem: "network", says: /broke off/u },
  {
    fault: "an error amid the stream of Anthropic",
    round: {
      raw: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
    },
    problem: "overloaded",
    says: /Overloaded/u,
    wires: ["anthropic"],
  },
  {
    fault: "a limit amid the stream of Anthropic",
    round: {
      raw: 'event: error\ndata: {"type":"error","error":{"type":"rate_limit_error","message":"Slow down"}}\n\n',
    },
    problem: "rate-limit",
    says: /Slow down/u,
    wires: ["anthropic"],
  },
  {
    fault: "an error amid a chat completion",
    round: { raw: 'data: {"error":{"message":"Provider disconnected","code":502},"choices":[]}\n\n' },
    problem: "overloaded",
    says: /Provider disconnected/u,
    wires: ["openai"],
  },
  {
    fault: "a context amid a chat completion",
    round: { raw: 'data: {"error":{"message":"Context size has been exceeded.","type":"server_error"}}\n\n' },
    problem: "context-too-long",
    says: /Context size/u,
    wires: ["openai"],
  },
  {
    fault: "an end by an error",
    round: { raw: 'data: {"choices":[{"delta":{},"finish_reason":"error"}]}\n\n' },
    problem: "overloaded",
    says: /without words/u,
    wires: ["openai"],
  },
  {
    fault: "an error amid Ollama's lines",
    round: { raw: '{"error":"an error was encountered while running the model"}\n' },
    problem: "overloaded",
    says: /running the model/u,
    wires: ["ollama"],
  },
];

const CASES = FAULTS.flatMap(({ wires = WIRES, ...fault }) => wires.map((wire) => ({ ...fault, wire })));

describe("a provider that fails", () => {
  it.each(CASES)("is understood: $fault ($wire) is $problem", ({ wire, round, problem, says }) =>
    withServed(wire, [round], async ({ model }) => {
      const found = await problemOf(model);
      expect(found).toMatchObject({ problem });
      expect(found.detail).toMatch(says);
      if (round.refusal !== undefined && round.refusal.status >= 400) expect(found.status).toBe(round.refusal.status);
      expect(modelProblemText(found)).toMatch(/\.$/u);
    }),
  );

  it.each(WIRES)("is left alone as long as it wants, said in seconds, ms or as a date (%s)", (wire) => {
    const limit = (headers: Readonly<Record<string, string>>): ServedRound => refusal(429, said("slow down"), headers);
    const rounds = [
      limit({ "retry-after": "7" }),
      limit({ "retry-after-ms": "1500", "retry-after": "9" }),
      limit({ "retry-after": new Date(Date.now() + 60_000).toUTCString() }),
      limit({ "retry-after": "1e12" }),
      limit({ "retry-after": "soon" }),
    ];
    return withServed(wire, rounds, async ({ model }) => {
      expect((await problemOf(model)).retryAfterMs).toBe(7_000);
      expect((await problemOf(model)).retryAfterMs).toBe(1_500);
      expect((await problemOf(model)).retryAfterMs).toBeGreaterThan(30_000);
      expect((await problemOf(model)).retryAfterMs).toBe(86_400_000);
      expect((await problemOf(model)).retryAfterMs).toBeUndefined();
    });
  });

  it.each(WIRES)("never makes its key known (%s)", (wire) => {
    const bodies = [
      JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } }),
      JSON.stringify({ error: `Authorization: Bearer ${KEY} and sk-proj-abcdefgh12345` }),
      page(`key=${KEY}`),
      `plain ${KEY} https://user:secret@host/?api_key=hidden`,
    ];
    return withServed(
      wire,
      bodies.map((body) => refusal(401, body)),
      async ({ model }) => {
        for (const _ of bodies) {
          const text = JSON.stringify(await problemOf(model));
          for (const secret of [KEY, "sk-proj-abcdefgh12345", "secret", "hidden"]) expect(text).not.toContain(secret);
        }
      },
    );
  });

  it("tells of nobody who listens, with the address but without what is secret in it", async () => {
    const model = modelOf(settingsFor("ollama", "http://user:secret@127.0.0.1:1"));
    const { problem, detail } = await problemOf(model);
    expect(problem).toBe("network");
    expect(detail).toContain("nobody listens at http://127.0.0.1:1");
    expect(detail).not.toContain("secret");
  });

  it.each(WIRES)("has a limit for its silence, before and amid its answer (%s)", (wire) =>
    withServed(
      wire,
      [{ silence: "hangs" }, { text: "Once upon a time", hangsAfter: 3 }],
      async ({ model, server }) => {
        expect(await problemOf(model)).toMatchObject({ problem: "network" });
        await server.closed();
        const { answer } = await ask(model);
        expect(answer).toMatchObject({ problem: "network" });
        expect(isModelProblem(answer) && answer.detail).toMatch(/nothing more came for 50 ms/u);
        await server.closed();
      },
      { options: { firstByteMs: 50, idleMs: 50 } },
    ),
  );

  it("may send a line of any length up to the limit, and no longer one", () => {
    const line = (chars: number): string => `{"message":{"content":"${"x".repeat(chars)}"},"done":true}\n`;
    const rounds = [{ raw: line(100_000) }, { raw: line(MODEL_LIMITS.chunkChars) }];
    return withServed("ollama", rounds, async ({ model }) => {
      expect((await answerTo(model)).parts).toEqual([{ part: "text", text: "x".repeat(100_000) }]);
      expect(await problemOf(model)).toMatchObject({ problem: "malformed" });
    });
  });

  it("may ask for so many calls at once and say so much, and no more", () => {
    const call = '{"function":{"name":"Read","arguments":{}}}';
    const asking = (calls: number): string =>
      `{"message":{"tool_calls":[${Array.from({ length: calls }, () => call).join(",")}]},"done":true}\n`;
    const saying = `{"message":{"content":"${"x".repeat(1_000_000)}"}}\n`;
    const rounds = [
      { raw: asking(MODEL_LIMITS.calls) },
      { raw: asking(MODEL_LIMITS.calls + 1) },
      { raw: saying.repeat(5) },
    ];
    return withServed("ollama", rounds, async ({ model }) => {
      expect((await answerTo(model)).parts).toHaveLength(MODEL_LIMITS.calls);
      expect(await problemOf(model)).toMatchObject({ problem: "malformed" });
      expect((await problemOf(model)).detail).toContain(`${MODEL_LIMITS.answerChars} characters`);
    });
  });
});
