import { createStore } from "../../../../src/hosts/node/store.ts";

/** Appends numbered lines to a journal until it is killed, and says each number once it is on disk. */
const [folder = "", session = "", first = "0"] = process.argv.slice(2);
const store = createStore({ folder });
for (let number = Number(first); ; number += 1) {
  const problem = await store.append(session, [JSON.stringify({ number, pad: "x".repeat(number % 5_000) })], true);
  if (problem) {
    process.stdout.write(`${JSON.stringify(problem)}\n`);
    break;
  }
  process.stdout.write(`${number}\n`);
}
