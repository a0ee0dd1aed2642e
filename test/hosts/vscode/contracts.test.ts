import { describe } from "vitest";
import { clockContract } from "../../contracts/clock.contract.ts";
import { filesContract } from "../../contracts/files.contract.ts";
import { processesContract } from "../../contracts/processes.contract.ts";
import { searchContract } from "../../contracts/search.contract.ts";
import { storeContract } from "../../contracts/store.contract.ts";
import { makeOpenWindowHost, makeWindowHost } from "./window-host.ts";

describe("the host of a window keeps the contract of", () => {
  describe("files", () => filesContract(makeWindowHost));
  describe("files that are open in editors", () => filesContract(makeOpenWindowHost));
  describe("search", () => searchContract(makeWindowHost));
  describe("search in JavaScript", () => searchContract((files) => makeWindowHost(files, { ripgrep: "none" })));
  describe("processes", () => processesContract(makeWindowHost));
  describe("the store", () => storeContract(makeWindowHost));
  describe("the clock", () => clockContract(makeWindowHost));
});
