import { describe, expect, test } from "vitest";
import { createCancelSource } from "../../src/base/cancel.ts";
import type { Settled } from "../../src/pipeline/call.ts";
import type { Behaviour } from "./fake-run.ts";
import { after, echo, fakeRun, SIMPLE_TOOLS } from "./fake-run.ts";

describe("what a script answers", () => {
  test.each<[string, string, string]>([
    ["a string verbatim", '(concat "a" "b")', "ab"],
    ["nil as nil", "(progn nil)", "nil"],
    ["everything else readable", '(list "a" 1 :k)', '("a" 1 :k)'],
    ["a nested call's text exactly", '(progn (Echo :x "one"))', "one"],
    ["a failed call's error value", "(let ((r (Fail))) r)", '(:error "Error: no such file")'],
    [
      "a join's values in source order",
      '(parallel (Echo :x "a") (Fail) (Echo :x "b"))',
      '("a" (:error "Error: no such file") "b")',
    ],
  ])("%s", async (_title, source, text) => {
    const result = await fakeRun(source, SIMPLE_TOOLS).result;
    expect(result).toMatchObject({ outcome: "completed", status: "success", text, delivery: text });
  });
});

describe("a direct call is the tool's own", () => {
  test("text, media and status, however long the text", async () => {
    const text = "x".repeat(1_000_000);
    const media: Settled["media"] = [{ mime: "image/png", kind: "image", path: "/a.png", bytes: new Uint8Array(2) }];
    const result = await fakeRun("(Big)", { Big: () => ({ text, media }) }).result;
    expect(result).toMatchObject({ outcome: "completed", status: "success", direct: "Big", text, media });
  });

  test.each<[string, Partial<Settled>, string]>([
    ["an error", { status: "error", text: "Error: gone" }, "completed"],
    ["a denial", { status: "denied", text: "Permission denied: no" }, "denied"],
    ["a withdrawn prompt", { status: "interrupted", text: "Error: withdrawn" }, "interrupted"],
  ])("%s included", async (_title, settled, outcome) => {
    const result = await fakeRun('(T :x "a")', { T: () => settled }).result;
    expect(result).toMatchObject({ outcome, status: settled.status, text: settled.text });
  });

  test("and its refusal is in the tool's own short words", async () => {
    const result = await fakeRun("(Echo :y 1)", SIMPLE_TOOLS).result;
    expect(result).toMatchObject({ status: "error", text: "Error: Echo has no argument ‘y’; it accepts: x, ms" });
  });

  test("but media of a composed script's calls reach nobody", async () => {
    const media: Settled["media"] = [{ mime: "image/png", kind: "image", path: "/a.png", bytes: new Uint8Array(2) }];
    const result = await fakeRun("(progn (Pic))", { Pic: () => ({ text: "shown", media }) }).result;
    expect(result).toMatchObject({ text: "shown", media: [] });
  });
});

describe("a denial", () => {
  test("ends a script, which cannot catch it, with an account of its calls (report 12)", async () => {
    const run = fakeRun('(let ((a (Echo :x "one")) (b (Deny :x "two")) (c (Echo :x "three"))) :caught)', SIMPLE_TOOLS);
    expect(await run.result).toMatchObject({
      outcome: "denied",
      status: "denied",
      text: `Error: script aborted because nested Deny was denied: not today

Nested call audit:
- E/1 Echo (:x "one") (success)
- E/2 Deny (:x "two") (denied)`,
    });
    expect(run.calls).toHaveLength(2);
  });

  test("in a join cancels what runs, starts nothing more, and waits for what has begun", async () => {
    const slow: Behaviour = async (_input, { cancel }) => {
      await after(20);
      return cancel.cancelled ? { status: "cancelled", text: "stopped" } : "went on";
    };
    const stubborn: Behaviour = async () => {
      await after(40);
      return { text: "written", late: true };
    };
    const run = fakeRun('(parallel (Slow) (Stubborn) (Deny :x "c") (Echo :x "d") (Echo :x "e") (Echo :x "f"))', {
      ...SIMPLE_TOOLS,
      Slow: slow,
      Stubborn: stubborn,
      Echo: () => after(5).then(() => "echo"),
    });
    expect((await run.result).text).toBe(`Error: batch aborted because nested Deny was denied: not today

Nested call audit:
- E/1 Slow () (cancelled)
- E/2 Stubborn () (success, finished after it was told to stop)
- E/3 Deny (:x "c") (denied)
- E/4 Echo (:x "d") (success)
- E/5 Echo (:x "e") (cancelled, never started)
- E/6 Echo (:x "f") (cancelled, never started)`);
    expect(run.ended).toEqual(expect.arrayContaining(["E/1", "E/2", "E/3", "E/4"]));
    expect(run.calls).toHaveLength(4);
  });
});

describe("the person's stop", () => {
  test("interrupts the script, which settles only after its calls have", async () => {
    const stop = createCancelSource();
    const wrote: string[] = [];
    const run = fakeRun(
      "(parallel (Deaf) (Deaf))",
      {
        Deaf: async () => {
          stop.cancel("stop");
          await after(100);
          wrote.push("done");
          return { text: "late", late: true };
        },
      },
      { cancel: stop.token, parallelism: 1 },
    );
    const result = await run.result;
    expect(wrote).toEqual(["done"]);
    expect(result).toMatchObject({
      outcome: "interrupted",
      status: "interrupted",
      text: `Error: script interrupted

Nested call audit:
- E/1 Deaf () (success, finished after it was told to stop)
- E/2 Deaf () (cancelled, never started)`,
    });
  });

  test("ends an endless loop between two slices", async () => {
    const stop = createCancelSource();
    setTimeout(() => stop.cancel("stop"), 5);
    const result = await fakeRun("(while t)", {}, { cancel: stop.token, limits: { "max-steps": 1_000_000_000 } })
      .result;
    expect(result).toMatchObject({ outcome: "interrupted", text: "Error: script interrupted" });
  });

  test("and a withdrawn prompt interrupt alike", async () => {
    const result = await fakeRun("(progn (W) :caught)", { W: () => ({ status: "interrupted", text: "withdrawn" }) })
      .result;
    expect(result).toMatchObject({ outcome: "interrupted", value: undefined });
  });
});

describe("what becomes an error value and not an end", () => {
  test.each<[string, string, string]>([
    ["an argument that cannot become JSON", "(list (Echo :x (lambda () 1)))", "E370"],
  ])("is not %s: the machine refuses it", async (_title, source, code) => {
    const result = await fakeRun(source, SIMPLE_TOOLS).result;
    expect(result.diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
  });

  test("is an unknown argument: it becomes an error child that the pipeline never sees", async () => {
    const run = fakeRun('(list (Echo :y 1) (Echo :x "go on"))', SIMPLE_TOOLS);
    const text = "Error: Echo has no argument ‘y’; it accepts: x, ms";
    expect(await run.result).toMatchObject({
      outcome: "completed",
      text: `((:error "${text}") "go on")`,
      children: [{ status: "error", preview: text, neverStarted: false }, { status: "success" }],
    });
    expect(run.calls.map(({ id }) => id)).toEqual(["E/2"]);
    expect(run.facts.filter((fact) => "id" in fact && fact.id === "E/1").map(({ kind }) => kind)).toEqual([
      "call-received",
      "call-settled",
    ]);
  });

  test("is a result over the value budget, whose record names the budget", async () => {
    const run = fakeRun(
      "(list (Big) (Fine))",
      { Big: () => "é".repeat(600), Fine: () => "fine" },
      {
        limits: { "max-value-bytes": 1_000 },
      },
    );
    const result = await run.result;
    expect(result.text).toBe('((:error "Nested tool result rejected") "fine")');
    expect(result.children[0]).toMatchObject({
      status: "error",
      preview: expect.stringContaining("max-value-bytes") as string,
    });
    expect(run.facts).toContainEqual(expect.objectContaining({ kind: "call-settled", id: "E/1", status: "error" }));
  });

  test("is not a successful result whose text begins like an error", async () => {
    const result = await fakeRun("(list (Odd))", { Odd: () => "Error: not really" }).result;
    expect(result.text).toBe('("Error: not really")');
  });
});

describe("a script that is refused", () => {
  test.each<[string, string, string]>([
    ["unknown names, all in one report", "(progn (Nope) (Nada))", "Nope"],
    ["an open parenthesis, with its place", '(Echo :x "a"', "script:1:1"],
    ["an open parenthesis, with a caret under it", '(list\n  (Echo :x "a"', "^"],
    ["a tool that this request does not have", '(Edit :x "a")', "Edit"],
    ["a shell command", "ls -la", "Bash"],
    ["a standalone-only tool within a script", "(let ((a (Echo :x 1))) (Plan))", "Plan"],
    ["a computed list of standalone-only tools", "(mapcar 'Plan (list 1))", "Plan"],
  ])("makes no call: %s", async (_title, source, part) => {
    const run = fakeRun(source, { ...SIMPLE_TOOLS, Plan: echo }, { standalone: ["Plan"] });
    const result = await run.result;
    expect(result).toMatchObject({ outcome: "script-error", status: "error", children: [] });
    expect(result.text).toMatch(/^Error: /u);
    expect(result.text).toContain(part);
    expect(run.calls).toEqual([]);
  });

  test("at run time for a computed standalone-only call keeps what it did before", async () => {
    const run = fakeRun(
      "(list (Echo :x 1) (funcall (car (list 'Plan))))",
      { ...SIMPLE_TOOLS, Plan: echo },
      {
        standalone: ["Plan"],
      },
    );
    const result = await run.result;
    expect(result).toMatchObject({ outcome: "script-error", children: [{ id: "E/1", status: "success" }] });
    expect(run.calls.map(({ id }) => id)).toEqual(["E/1"]);
  });

  test("is not a standalone-only tool that is the whole expression", async () => {
    const result = await fakeRun('(Plan :x "p")', { Plan: echo }, { standalone: ["Plan"] }).result;
    expect(result).toMatchObject({ outcome: "completed", direct: "Plan", text: "p" });
  });
});
