// Says hello to a served model of each wire format and prints what came back; bundled as the command line is.
import { NEVER } from "../../../src/base/cancel.ts";
import { createModel } from "../../../src/hosts/node/models/create-model.ts";
import { resolveModel } from "../../../src/hosts/node/models/model-settings.ts";

const [origin = ""] = process.argv.slice(2);
const SETTINGS = [
  { provider: "anthropic", name: "claude-opus-5-5", baseUrl: origin },
  { provider: "openai", name: "gpt-6-sol", baseUrl: `${origin}/v1` },
] as const;

const answers = [];
for (const settings of SETTINGS) {
  const resolved = resolveModel(settings);
  if ("unusable" in resolved) throw new Error(resolved.unusable);
  const model = createModel(resolved.model, { key: () => Promise.resolve("test-key") });
  const messages = [{ role: "user", parts: [{ part: "text", text: "Hello" }] } as const];
  answers.push(await model.chat({ messages, tools: [] }, () => undefined, NEVER));
}
process.stdout.write(JSON.stringify(answers));
