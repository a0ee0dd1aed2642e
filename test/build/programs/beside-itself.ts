/** Uses what programs look for beside themselves, and prints what was found as JSON. */
import iconv from "iconv-lite";
import { grammar } from "../../../src/hosts/node/commands/grammar.ts";
import { findRipgrep } from "../../../src/hosts/node/search/find-ripgrep.ts";

async function main(): Promise<void> {
  const bash = await grammar("bash");
  const editor = process.argv[2];
  const found = {
    bash: bash.parse("pwd")?.rootNode.toString(),
    text: iconv.decode(Buffer.from([0x82, 0xa0]), "shift_jis"),
    ripgrep: await findRipgrep(editor === undefined ? {} : { editor }),
  };
  process.stdout.write(JSON.stringify(found));
}

void main();
