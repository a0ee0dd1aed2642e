import { describe, expect, it } from "vitest";
import { encodeUtf8 } from "../../../src/base/utf8.ts";
import { createMemoryHost } from "../../../src/hosts/memory/host.ts";
import { look, talkRig } from "./talk-rig.ts";
import { outline } from "./well-formed.ts";

const bytes = encodeUtf8("a picture");
const picture = look(() => ({
  status: "success",
  text: "A picture.",
  media: [{ mime: "image/png", kind: "image", path: "/ws/a.png", bytes }],
}));
const CALL = { calls: [{ name: "Look", arguments: { path: "a.png" } }] };
const SCRIPT = { calls: [{ name: "ToolCall", arguments: { expression: '(list (Look :path "a.png"))' } }] };

describe("media of a result", () => {
  it("go to a model that takes them, also after a restart, and stay out of the journal", async () => {
    const host = createMemoryHost();
    const rig = await talkRig([CALL, { text: "seen" }], { tools: [picture], on: host });
    await rig.ask("go");
    await rig.session.close();
    const again = await talkRig([{ text: "ok" }], { tools: [picture], on: host, resume: rig.session.id });
    await again.ask("And?");
    await again.session.close();
    for (const request of [rig.model.requests[1], again.model.requests[0]]) {
      const result = request?.messages.find(({ role }) => role === "tool");
      expect(result).toMatchObject({
        parts: [
          { part: "text", text: "A picture." },
          { part: "media", kind: "image", mime: "image/png", bytes },
        ],
      });
    }
    expect(host.store.journals.get(rig.session.id)).not.toContain("a picture");
  });

  it("are named to a model that takes none", async () => {
    const { session, model, ask } = await talkRig([CALL, { text: "ok" }], {
      tools: [picture],
      scripted: { info: { images: false } },
    });
    await ask("go");
    expect(outline(model.requests[1] ?? { messages: [] }).at(-1)).toBe(
      "tool: A picture. [image /ws/a.png: not given, this model does not take it]",
    );
    await session.close();
  });

  it("of a composed script's calls are not sent (A42)", async () => {
    const { session, model, ask } = await talkRig([SCRIPT, { text: "ok" }], { tools: [picture] });
    await ask("go");
    expect(outline(model.requests[1] ?? { messages: [] }).at(-1)).toBe('tool: ("A picture.")');
    await session.close();
  });
});
