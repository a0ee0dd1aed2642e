import { describe } from "vitest";
import type { MemoryHost } from "../../../src/hosts/memory/host.ts";
import { createMemoryHost } from "../../../src/hosts/memory/host.ts";
import type { Script } from "../../../src/hosts/memory/processes.ts";
import { createMemoryStore } from "../../../src/hosts/memory/store.ts";
import type { ProcessEnd } from "../../../src/ports/processes.ts";
import { clockContract } from "../../contracts/clock.contract.ts";
import type { MakeHost } from "../../contracts/contract-host.ts";
import { filesContract } from "../../contracts/files.contract.ts";
import { COMMANDS, processesContract } from "../../contracts/processes.contract.ts";
import { searchContract } from "../../contracts/search.contract.ts";
import { storeContract } from "../../contracts/store.contract.ts";

/** Plays the commands of the contract. */
const playing: Script = ({ spec, write, writeError, cancel }) => {
  switch (spec.command) {
    case COMMANDS.greet:
      write("hi there");
      break;
    case COMMANDS.fail:
      return { end: "exited", code: 3 };
    case COMMANDS.copy:
      write(spec.input ?? "");
      break;
    case COMMANDS.mixed:
      write("out");
      writeError("err");
      break;
    case COMMANDS.lines:
      for (let digit = 0; digit < 10; digit++) write(String(digit).repeat(10));
      break;
    case COMMANDS.wait:
      return new Promise<ProcessEnd>((resolve) => {
        cancel.onCancel(() => resolve({ end: "cancelled" }));
      });
  }
  return { end: "exited", code: 0 };
};

const makeMemoryHost: MakeHost = (files = {}) => {
  const placed = Object.fromEntries(Object.entries(files).map(([name, entry]) => [`/ws/${name}`, entry]));
  const host: MemoryHost = createMemoryHost({ files: placed, script: playing });
  const other = () => ({ ...host, store: createMemoryStore(host.clock.now, host.store) });
  return Promise.resolve({ host, root: "/ws", other, dispose: () => Promise.resolve() });
};

describe("the host in memory keeps the contract of", () => {
  describe("the clock", () => clockContract(makeMemoryHost));
  describe("files", () => filesContract(makeMemoryHost));
  describe("search", () => searchContract(makeMemoryHost));
  describe("processes", () => processesContract(makeMemoryHost));
  describe("the store", () => storeContract(makeMemoryHost));
});
