import type { SessionOptions } from "../../../src/agent/session.ts";
import { DEFAULT_SETTINGS } from "../../../src/agent/settings.ts";
import type { Worked } from "../../../src/agent/conversation/work-on-request.ts";
import type { MemoryFixture, MemoryHost } from "../../../src/hosts/memory/host.ts";
import type { Scripted, ScriptedModel, ScriptedOptions } from "../../../src/hosts/memory/model.ts";
import { createScriptedModel } from "../../../src/hosts/memory/model.ts";
import type { Tool } from "../../../src/pipeline/tool.ts";
import { rowsOf } from "../../../src/protocol/draw.ts";
import type { RigRun, SessionRig } from "../session-rig.ts";
import { rigTool, sessionRig } from "../session-rig.ts";
import { expectWellFormed } from "./well-formed.ts";

/** A session and a model that plays turns in it. */
export interface TalkRig extends SessionRig {
  readonly model: ScriptedModel;
  readonly ask: (text: string) => Promise<Worked>;
  /** What a person sees: the header and the status of each row. */
  readonly rows: () => readonly string[];
}

/** What a rig is made with. */
export interface TalkOptions extends Omit<Partial<SessionOptions>, "show"> {
  readonly fixture?: MemoryFixture;
  readonly on?: MemoryHost;
  readonly scripted?: Omit<ScriptedOptions, "clock">;
}

/** A tool that only reads; its text is the product's own. */
export const look = (run?: RigRun, more: Partial<Tool> = {}): Tool =>
  rigTool("Look", "read", run, { trusted: true, ...more });

/** Opens a session with a model that plays these turns. Every round that it is asked for has to be well-formed. */
export async function talkRig(turns: readonly Scripted[], options: TalkOptions = {}): Promise<TalkRig> {
  const { scripted, ...more } = options;
  const rig = await sessionRig({
    tools: [look()],
    settings: { ...DEFAULT_SETTINGS, mode: "full-auto" },
    random: () => 0.5,
    ...more,
  });
  const played = createScriptedModel(turns, { ...scripted, clock: rig.host.clock });
  const model: ScriptedModel = {
    ...played,
    chat: (request, sink, cancel) => {
      expectWellFormed(request);
      return played.chat(request, sink, cancel);
    },
  };
  return {
    ...rig,
    model,
    ask: (text) => rig.session.ask(text, { model }),
    rows: () => rowsOf(rig.session.view()).map(({ header, status }) => `${header} [${status}]`),
  };
}
