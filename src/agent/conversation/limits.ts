/** Bounds of the work on one request, each with a name that its end tells. */
export interface ConversationLimits {
  /** Rounds of one request. */
  readonly rounds: number;
  /** Tokens that the rounds of one request may read and write, caches not counted. */
  readonly turnTokens: number;
  /** Answers in a row that are cut off while they ask for calls. */
  readonly cutAnswers: number;
  /** The same call with the same result in a row. */
  readonly sameCalls: number;
  /** Times that Stop hooks may let a request go on. */
  readonly goOns: number;
  /** Messages that wait for the next round. */
  readonly queued: number;
  /** Calls of one answer that only read and run at the same time. */
  readonly parallel: number;
  /** Characters of one message of the person. */
  readonly messageChars: number;
}

/** What the limits are unless said otherwise. */
export const CONVERSATION_LIMITS: ConversationLimits = {
  rounds: 200,
  turnTokens: 10_000_000,
  cutAnswers: 3,
  sameCalls: 6,
  goOns: 5,
  queued: 100,
  parallel: 4,
  messageChars: 2_000_000,
};

/** Calls with the same result in a row after which the model is told. */
export const SAME_CALLS_TOLD = 3;

/** Why a request ended although its model wanted to go on, in words that say what to do. */
export function limitText(name: keyof ConversationLimits, limits: ConversationLimits): string {
  const most = limits[name];
  switch (name) {
    case "rounds":
      return `The work stopped after ${most} rounds (limit rounds). Send a message to let it go on.`;
    case "turnTokens":
      return `The work stopped after ${most} tokens (limit turnTokens). Send a message to let it go on.`;
    case "cutAnswers":
      return `The work stopped because ${most} answers in a row were cut off at the model's limit of tokens (limit cutAnswers). Ask for smaller steps, or choose a model with longer answers.`;
    case "sameCalls":
      return `The work stopped because the model made the same call with the same result ${most} times in a row (limit sameCalls). Say what else it could try, or choose another model.`;
    case "goOns":
      return `The work stopped although a Stop hook wants it to go on: it has had its way ${most} times (limit goOns). Send a message to let it go on.`;
    case "queued":
      return `${most} messages wait already (limit queued). Change or take back one of them, or stop the work.`;
    case "messageChars":
      return `A message may have ${most} characters (limit messageChars). Put the text into a file and say where it is.`;
    case "parallel":
      return `${most} calls run at the same time (limit parallel).`;
  }
}
