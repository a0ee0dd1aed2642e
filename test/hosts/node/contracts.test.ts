import { describe } from "vitest";
import { clockContract } from "../../contracts/clock.contract.ts";
import { filesContract } from "../../contracts/files.contract.ts";
import { processesContract } from "../../contracts/processes.contract.ts";
import { searchContract } from "../../contracts/search.contract.ts";
import { storeContract } from "../../contracts/store.contract.ts";
import { makeNodeHost } from "./node-host.ts";

describe("the files of this machine", () => filesContract(makeNodeHost));
describe("the search of this machine by ripgrep", () => searchContract(makeNodeHost));
describe("the search of this machine in JavaScript", () =>
  searchContract((files) => makeNodeHost(files, { ripgrep: "none" })));
describe("the processes of this machine", () => processesContract(makeNodeHost));
describe("the store of this machine", () => storeContract(makeNodeHost));
describe("the clock of this machine", () => clockContract(makeNodeHost));
