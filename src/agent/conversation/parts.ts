import type { CancelToken } from "../../base/cancel.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Settled } from "../../pipeline/call.ts";
import type { SessionHooks } from "../../pipeline/session-hooks.ts";
import type { Tool } from "../../pipeline/tool.ts";
import type { Host } from "../../ports/host.ts";
import type { Model, ToolSchema } from "../../ports/model.ts";
import type { Emit } from "../../protocol/emit.ts";
import type { Catalogue } from "../../tools/catalogue.ts";
import type { CallIds } from "../call-ids.ts";
import type { Trust } from "../trust.ts";
import type { ScriptEnd } from "./deliver.ts";
import type { Fitting } from "./fitting.ts";
import type { History } from "./history.ts";
import type { ConversationLimits } from "./limits.ts";
import type { LoadKept } from "./load-kept.ts";

/** What a session lends to its conversation. */
export interface ConversationHost {
  /** The name of the conversation for providers' caches. */
  readonly name: string;
  readonly host: Host;
  readonly emit: Emit;
  /** Settles when everything said so far is written. */
  readonly flush: () => Promise<unknown>;
  readonly history: History;
  readonly hooks: SessionHooks;
  /** Makes a call by the name that scripts use. */
  readonly call: (request: {
    readonly tool: string;
    readonly input: JsonObject;
    readonly id: string;
    readonly cancel: CancelToken;
  }) => Promise<Settled | undefined>;
  /** How the script of this call ended; known once. */
  readonly scriptEnd: (callId: string) => ScriptEnd | undefined;
  /** The tools that a model is given. */
  readonly native: () => readonly Tool[];
  readonly catalogue: () => Catalogue;
  /** An id for a call whose provider gave none that can be used. */
  readonly newCallId: () => string;
  /** Whether the session has something of this id already. */
  readonly hasId: (id: string) => boolean;
  readonly random: () => number;
  readonly limits?: Partial<ConversationLimits>;
}

/** What is the same for all rounds of a conversation, and what they share. */
export interface Conversation extends Omit<ConversationHost, "limits"> {
  readonly limits: ConversationLimits;
  readonly system: string;
  /** The advertised tools: the same bytes for the whole session (R271). */
  readonly schemas: readonly ToolSchema[];
  readonly tools: ReadonlyMap<string, Tool>;
  readonly trust: Trust;
  readonly load: LoadKept;
  readonly callIds: CallIds;
  readonly fitting: Fitting;
  /** `message-N`. */
  readonly newMessageId: () => string;
}

/** The work on one request. */
export interface Turn {
  readonly model: Model;
  readonly cancel: CancelToken;
}
