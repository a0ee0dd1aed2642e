import { describe } from "vitest";
import type { ContractTurn } from "../../../contracts/model.contract.ts";
import { modelContract } from "../../../contracts/model.contract.ts";
import type { ServedRound } from "../../../support/model-server.ts";
import { startModelServer } from "../../../support/model-server.ts";
import type { ServedWire } from "../../../support/model-server-wires.ts";
import { REFUSALS, streamOf } from "../../../support/model-server-wires.ts";
import { modelOf, settingsFor, WIRES } from "./served-model.ts";

/** Pieces that end an answer. */
const ENDING: Readonly<Record<ServedWire, number>> = { anthropic: 2, openai: 3, ollama: 1 };

function served(wire: ServedWire, { cut, hangs, refusal, ...turn }: ContractTurn): ServedRound {
  const pieces = streamOf(wire, turn, "m").length;
  return {
    ...turn,
    bytesEach: 7,
    ...(cut === true && { cutAfter: Math.floor(pieces / 2) }),
    ...(hangs === true && { hangsAfter: pieces - ENDING[wire] }),
    ...(refusal !== undefined && { refusal: REFUSALS[wire][refusal] }),
  };
}

describe.each(WIRES)("a model behind the wire format of %s keeps the contract of", (wire) => {
  modelContract(async (turns) => {
    const server = await startModelServer(turns.map((turn) => served(wire, turn)));
    return { model: modelOf(settingsFor(wire, server.origin)), dispose: server.stop };
  });
});
