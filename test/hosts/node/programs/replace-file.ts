import { createFiles } from "../../../../src/hosts/node/files.ts";

/** Writes a file again and again, each time with another letter, until it is killed. */
const [path = "", size = "1"] = process.argv.slice(2);
const files = createFiles();
for (let round = 0; ; round += 1) {
  await files.write(path, new Uint8Array(Number(size)).fill(97 + (round % 26)), "anything");
  process.stdout.write(".");
}
