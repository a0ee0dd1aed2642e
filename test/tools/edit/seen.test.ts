import { describe, expect, it } from "vitest";
import type { SessionFacts } from "../../../src/pipeline/tool.ts";
import { noteSeen, textFromRead, unchangedSince } from "../../../src/tools/edit/seen.ts";
import { openWorkspace } from "../../support/edit-workspace.ts";

describe("the text of a file from what Read answered", () => {
  it.each([
    ["1\tone\n2\ttwo", "one\ntwo"],
    [" 9\tx", undefined],
    ["1\t\n2\t\ttab", "\n\ttab"],
    ["1\tone\n\n... Read output truncated.", undefined],
    [`1\t${"x".repeat(2_000)} [...]`, undefined],
    ["<system-reminder>empty</system-reminder>", undefined],
    ["2\tsecond\n3\tthird", undefined],
  ])("is there only when all of it was shown: %j", (answer, text) => {
    expect(textFromRead(answer)).toBe(text);
  });

  it("is the same for numbers that are right-aligned", () => {
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
    const answer = lines.map((line, index) => `${`${index + 1}`.padStart(2)}\t${line}`).join("\n");
    expect(textFromRead(answer)).toBe(lines.join("\n"));
  });
});

describe("a file whose fingerprint is another", () => {
  const { host, remove } = openWorkspace();
  remove();
  const target = { path: "a.txt", real: "/w/a.txt", linked: false };
  const session = (): SessionFacts => ({ seen: new Map(), conversationReads: new Map() });
  const now = (text: string) => ({ bytes: new TextEncoder().encode(text), fingerprint: "new" });

  it("is as it was seen when its text is the same, whatever its line ends", () => {
    const facts = session();
    noteSeen(facts, target.real, { fingerprint: "old", text: "one\ntwo" });
    expect(unchangedSince({ host, session: facts }, target, now("one\r\ntwo\r\n"))).toBeUndefined();
    expect(facts.seen.get(target.real)).toBe("new");
  });

  it("has its difference from what Read told of it, when that was all of it", () => {
    const facts = session();
    noteSeen(facts, target.real, { fingerprint: "old", answer: "1\tone\n2\ttwo" });
    expect(unchangedSince({ host, session: facts }, target, now("one\n2\n"))?.refused).toContain("-two\n+2");
    noteSeen(facts, target.real, { fingerprint: "old", answer: "2\ttwo" });
    expect(unchangedSince({ host, session: facts }, target, now("one\n2\n"))?.refused).toContain("Read it again");
  });

  it("is not as it was seen when its text was never known, and stays so", () => {
    const facts = session();
    noteSeen(facts, target.real, { fingerprint: "old" });
    expect(unchangedSince({ host, session: facts }, target, now("one\n"))?.refused).toContain("Read it again");
    expect(facts.seen.get(target.real)).toBe("old");
  });

  it("is not compared when the session never saw it", () => {
    expect(unchangedSince({ host, session: session() }, target, now("one\n"))).toBeUndefined();
  });

  it("has its difference as long as the session remembers texts, the newest of them", () => {
    const facts = session();
    for (let file = 0; file < 12; file += 1) {
      noteSeen(facts, `/w/${file}`, { fingerprint: "old", text: `${"long line\n".repeat(100_000)}old\n` });
    }
    const state = now(`${"long line\n".repeat(100_000)}new\n`);
    const refused = (real: string) => unchangedSince({ host, session: facts }, { ...target, real }, state)?.refused;
    expect(refused("/w/0")).toContain("Read it again");
    expect(refused("/w/11")).toContain("-old\n+new");
  });
});
