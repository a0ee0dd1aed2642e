import { describe, expect, it } from "vitest";
import { welcomesColours } from "../../../src/apps/cli/colours.ts";
import { inputLines } from "../../../src/apps/cli/input-lines.ts";
import { looksLikeExpression } from "../../../src/apps/cli/source.ts";
import { run, runJson } from "./memory-io.ts";

const latin1 = Uint8Array.from(Buffer.from('(list 1)\n"caf\xe9"', "latin1"));

describe("files", () => {
  it("that are not UTF-8 are refused with the offset and the line of the byte", async () => {
    const { code, out, err } = await run(["check", "a.tcl"], { files: { "a.tcl": latin1 } });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("a.tcl is not UTF-8: byte 0xe9 at offset 13, line 2");
    const [object] = await runJson(["eval", "-"], { stdin: latin1 });
    expect(object).toMatchObject({ ok: false, kind: "utf-8", file: "<stdin>", offset: 13, line: 2 });
  });

  it("may begin with a byte order mark and end their lines as Windows does", async () => {
    const text = "\uFEFF; a comment\r\n(list 1\r\n  2)\r\n";
    expect(await run(["eval", "a.tcl"], { files: { "a.tcl": text } })).toMatchObject({ code: 0, out: "(1 2)\n" });
    const [object] = await runJson(["eval", "-"], { stdin: "\uFEFF(list 1\r\n  (car 2))\r\n" });
    expect(object).toMatchObject({ diagnostics: [{ line: 2, column: 8 }] });
  });

  it("are read to a bound that the message names", async () => {
    const { code, err } = await run(["check", "big.tcl"], {
      files: { "big.tcl": new Uint8Array(64 * 1024 * 1024 + 1) },
    });
    expect(code).toBe(2);
    expect(err).toContain("max-file-bytes");
  });

  it("with NUL bytes and other odd text are read and reported", async () => {
    for (const text of ["\0", "(\0)", "(list 1\u0001)", ")", "\u2028", "#", "?", "\\", '"']) {
      const { code } = await run(["check", "-"], { stdin: text });
      expect([0, 1]).toContain(code);
    }
  });

  it.each([
    ["(+ 1 2)", true],
    ["'a", true],
    ["[1 2]", true],
    ["-1.5e3", true],
    [":key", true],
    ["nil", true],
    ["script", false],
    ["./script.tcl", false],
    ["C:\\script.tcl", false],
  ])("and expressions are told apart: %s", (text, isExpression) => {
    expect(looksLikeExpression(text)).toBe(isExpression);
  });

  it("win over expressions of the same spelling, except behind a parenthesis", async () => {
    const files = { "42": "(+ 40 4)", "(x)": "1" };
    expect((await run(["eval", "42"], { files })).out).toBe("44\n");
    expect((await run(["eval", "(x)"], { files })).code).toBe(1);
    expect((await run(["eval", "--file", "(x)"], { files })).out).toBe("1\n");
    expect((await run(["eval", "-e", "42"], { files })).out).toBe("42\n");
  });
});

describe("eval", () => {
  it("stops when the clock says so", async () => {
    const world = { tick: 400 };
    const [object] = await runJson(["eval", "(while t)", "--limit", "max-seconds=1"], world);
    expect(object).toMatchObject({ ok: false, kind: "time", diagnostics: [{ code: "E411" }] });
  });

  it("stops on Ctrl-C with exit code 130", async () => {
    const world = { tick: 1, interrupts: true };
    const { code, err } = await run(["eval", "(while t)"], world);
    expect(code).toBe(130);
    expect(err).toMatch(/^interrupted after \d+ steps\n$/);
    const [object] = await runJson(["eval", "(while t)"], world);
    expect(object).toMatchObject({ ok: false, kind: "interrupted", diagnostics: [] });
  });

  it("gives the input as data with the script's own symbols", async () => {
    const value = async (input: string, script: string): Promise<unknown> =>
      ((await runJson(["eval", "-e", script, "--input", input]))[0] as { value: unknown }).value;
    expect(await value('(a (b . nil) [c :k] "s" \'q)', "(list input (eq (car input) 'a))")).toBe(
      '((a (b) [c :k] "s" \'q) t)',
    );
    expect(await value("nil", "(null input)")).toBe("t");
    expect(await value("(#1=(a) #1#)", "(eq (car input) (cadr input))")).toBe("t");
  });

  it("answers the readable form and the final text of a string", async () => {
    const [object] = await runJson(["eval", '"a\\nb"']);
    expect(object).toMatchObject({ ok: true, value: '"a\nb"', text: "a\nb", steps: 2, route: "vm" });
  });

  it("gives places, expected form, remedy, notes and the correction in JSON", async () => {
    const [object] = await runJson(["check", "-e", "(list 1\n (car '(1)) "]);
    expect(object).toMatchObject({
      ok: false,
      files: [
        { file: "<expression>", diagnostics: [{ code: "E101", severity: "error", line: 1, column: 1, endLine: 1 }] },
      ],
    });
    const [second] = await runJson(["check", "-e", "(mapcar #'upcase nil)"]);
    expect(second).toMatchObject({
      ok: true,
      files: [
        {
          diagnostics: [
            { code: "W310", kind: "warning", fix: { edits: [{ line: 1, column: 9, endColumn: 11, text: "'" }] } },
          ],
        },
      ],
    });
  });
});

describe("colours", () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: "1" }, false],
    [true, { NO_COLOR: "" }, true],
    [true, { TERM: "dumb" }, false],
  ])("are used on a terminal only, and not against NO_COLOR: %s %j", (isTerminal, env, welcome) => {
    expect(welcomesColours(isTerminal, env)).toBe(welcome);
  });

  it("mark the code and the caret line and nothing else", async () => {
    const plain = await run(["check", "-e", "(car 1 2"]);
    const coloured = await run(["check", "-e", "(car 1 2"], { colours: true });
    expect(plain.err).not.toContain("\u001b");
    expect(coloured.err).toContain("\u001b[31mE101\u001b[0m");
    expect(coloured.err.replaceAll(/\u001b\[\d+m/g, "")).toBe(plain.err);
  });
});

describe("lines of input", () => {
  const lines = async (...chunks: (string | Uint8Array)[]): Promise<readonly string[]> => {
    async function* stream(): AsyncGenerator<Uint8Array> {
      for (const chunk of chunks) {
        await Promise.resolve();
        yield typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
      }
    }
    const found: string[] = [];
    for await (const line of inputLines(stream())) found.push(line);
    return found;
  };

  it("come one by one whatever the pieces they arrive in", async () => {
    expect(await lines("a\nb", "c\r", "\n", "\n", "d")).toEqual(["a", "bc", "", "d"]);
    expect(await lines(Uint8Array.of(0xc3), Uint8Array.of(0xa9, 0x0a))).toEqual(["é"]);
    expect(await lines("\uFEFFa\n\uFEFFb\n")).toEqual(["a", "\uFEFFb"]);
  });

  it("that are not UTF-8 are refused with their place in the whole input", async () => {
    await expect(lines("ab\nc", Uint8Array.of(0xff), "\n")).rejects.toMatchObject({ offset: 4, line: 2 });
  });
});
