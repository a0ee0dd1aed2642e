import type { ModelProblemKind } from "../../../ports/model.ts";

/** What a provider's words about a failure say. */
export interface Complaint {
  /** In the provider's words, not yet cut or redacted. */
  readonly message: string;
  /** Its types and codes, in one text. */
  readonly codes: string;
  /** A status that stands in the body, as in errors amid a stream. */
  readonly status: number | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value))
    return value
      .slice(0, 5)
      .map((each) => textOf(fieldsOf(each)["msg"] ?? each))
      .join("; ");
  return "";
}

/**
 * What a body says of a failure. Providers put it into `error` (an object, or text alone), into `message` or into `detail`;
 * some wrap it in an array; a router adds the words of the provider behind it as `metadata.raw`.
 */
export function complaintOf(body: unknown): Complaint | undefined {
  const outer = fieldsOf(Array.isArray(body) ? (body as unknown[])[0] : body);
  const error = outer["error"];
  const inner = typeof error === "object" && error !== null ? fieldsOf(error) : outer;
  const raw = textOf(fieldsOf(inner["metadata"])["raw"]);
  const message = [textOf(error), inner["message"], outer["message"], outer["detail"], outer["error_description"]]
    .map(textOf)
    .find((text) => text !== "");
  const codes = [inner["type"], inner["code"], inner["status"], inner["param"]].map(textOf).join(" ").trim();
  if (message === undefined && codes === "") return undefined;
  const status = [inner["code"], inner["status_code"], outer["status_code"], outer["code"]].map(Number).find(isStatus);
  return { message: [message ?? codes, raw].filter((text) => text !== "").join(": "), codes, status };
}

function isStatus(status: number): boolean {
  return Number.isInteger(status) && status >= 400 && status <= 599;
}

interface Rule {
  readonly problem: ModelProblemKind;
  readonly words: RegExp;
  /** Statuses with which the words mean it; 0 is a failure amid a stream that says none. */
  readonly statuses: readonly number[];
}

const REQUEST_STATUSES = [0, 400, 404, 413, 422, 500];

/** What words mean before statuses are asked, first come first served: one status stands for many things. */
const RULES: readonly Rule[] = [
  {
    problem: "context-too-long",
    words:
      /context_length_exceeded|exceed_context_size|prompt (?:is )?too long|max(?:imum)? context length|context (?:length|window|size)\W+(?:was |is |has been )?exceeded|exceeds? (?:the |this )?(?:available |maximum |model'?s? )*context|exceed context limit|too many input tokens|input is too long|context the overflows|reduce the length of the/iu,
    statuses: REQUEST_STATUSES,
  },
  {
    problem: "quota",
    words:
      /insufficient_quota|credit balance|insufficient (?:credits?|balance|funds)|payment required|spend(?:ing)? limit|billing_error/iu,
    statuses: [0, 400, 402, 403, 429],
  },
  {
    problem: "auth",
    words:
      /invalid_api_key|authentication_error|api[ _-]?key (?:not valid|is invalid|expired)|invalid api[ _-]?key|incorrect api key/iu,
    statuses: [0, 400, 403],
  },
  {
    problem: "unknown-model",
    words:
      /model_not_found|\bmodel\b[^\n]{0,120}(?:not found|not exist|is not (?:a )?(?:valid|found|available|supported))|not a valid model|no such model|unknown model|no endpoints found/iu,
    statuses: [0, 400, 403, 422, 500],
  },
  {
    problem: "refused",
    words: /content[_ ]policy|content_filter|moderation|\bflagged\b|safety system|usage polic/iu,
    statuses: [0, 400, 403],
  },
  {
    problem: "overloaded",
    words: /overloaded|server_error|api_error|service_unavailable|at capacity/iu,
    statuses: [0],
  },
  { problem: "rate-limit", words: /rate_limit/iu, statuses: [0] },
  { problem: "unknown-model", words: /not_found_error/iu, statuses: [0] },
];

const BY_STATUS: Readonly<Record<number, ModelProblemKind>> = {
  401: "auth",
  402: "quota",
  403: "auth",
  404: "unknown-model",
  408: "network",
  409: "overloaded",
  413: "context-too-long",
  429: "rate-limit",
  451: "refused",
};

function kindOfStatus(status: number): ModelProblemKind {
  return BY_STATUS[status] ?? (status >= 500 ? "overloaded" : "invalid-request");
}

/** Which problem a status and a provider's words are; 0 where a stream fails without a status. */
export function kindOf(status: number, { message, codes }: Complaint): ModelProblemKind {
  const said = `${codes} ${message}`;
  const rule = RULES.find(({ words, statuses }) => statuses.includes(status) && words.test(said));
  return rule?.problem ?? kindOfStatus(status === 0 ? 500 : status);
}
