import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCommands } from "../../../../src/hosts/node/commands/commands.ts";
import type { CommandAnalysis } from "../../../../src/ports/commands.ts";
import { RUNS } from "../../../support/property.ts";
import { removeFolderSync } from "../../../support/remove-folder.ts";

/** Pieces of lines that grammar and shell might read differently; `mark` is the program that must not go unnoticed. */
const PIECES = [
  "mark", "mark", "mark x", "echo", "a", "x=", "x=1", " ", " ", " ", ";", "&", "&&", "||", "|", "|&", "\n", "\t", "\\", "\\\n", "'", '"',
  "`", "$(", ")", "(", "{ ", "; }", "$'", "$\"", "$((", "))", "((", "${x:-", "${x:=", "${x", "}", "$x", "#", "!", "[[ ", " ]]", "[ ", " ]",
  "<(", ">(", "<<EOF\n", "<<'EOF'\n", "<<-EOF\n", "<<EOF", "\nEOF\n", "EOF", "<<<", ">f", "<f", ">&", "2>&1", "&>f", ">|", "<>", "<&-",
  "if ", "then ", "else ", "fi", "for x in a; do ", "while ", "do ", "done", "case a in ", "a) ", ";;", "esac", "f() ", "function f ",
  "time ", "eval ", "eval 'mark'", "exec ", "command ", "builtin ", "coproc ", "until ", "select x in a; do ", "*", "?", "[", "]", "~",
  "{a,b}", "=", "+=", "-c ", "bash -c ", "env ", "trap ", "EXIT", "\u00a0", "\r", "é",
]; // prettier-ignore

/** Lines that are mostly right, with one piece put in somewhere. */
const { line: STRUCTURED } = fc.letrec<{ line: string; word: string }>((tie) => {
  const line = tie("line");
  const word = tie("word");
  const form = (template: string): fc.Arbitrary<string> =>
    fc
      .tuple(line, line, word, word)
      .map(([one, two, first, second]) =>
        template.replaceAll(/[ABXY]/g, (slot) => ({ A: one, B: two, X: first, Y: second })[slot] ?? ""),
      );
  const forms = [
    "A; B",
    "A && B",
    "A || B",
    "A | B",
    "A & B",
    "A\nB",
    "(A)",
    "{ A; }",
    "! A",
    "echo X Y",
    "X Y",
    "x=X A",
    "x=X; A",
    "A > X",
    "A < X",
    "A <<EOF\nX $(B)\nEOF\n",
    "A <<'EOF'\nX\nEOF\nB",
    "A <<-EOF | B\n\tX\n\tEOF\n",
    "A <<< X",
    "A 2>&1 | B",
    "if A; then B; fi",
    "while A; do B; break; done",
    "for x in X Y; do A; done",
    "case X in Y) A;; *) B;; esac",
    "f() { A; }; f",
    "f() (A); f X",
    "[[ X == Y ]] && A",
    "[ X = Y ] || A",
    "((x=1)) ; A",
    "echo $((1+X))",
    "eval 'A'",
    "bash -c 'A'",
    "env A",
    "time A",
    "command A",
    "exec A",
    "trap 'A' EXIT",
    "A # B",
    "A \\\n B",
    "until A; do B; break; done",
    "A |& B",
    "A &> X",
    "A >&2",
    "select x in X; do A; break; done < /dev/null",
    "function g { A; }; g",
  ];
  return {
    line: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("mark", "echo a", ":", "mark x"),
      ...forms.map(form),
    ),
    word: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom("a", "'a b'", '"a b"', "$x", "a\\ b", "*", "{a,b}", "$'a'", "~", "#", "a#b"),
      line.map((inner) => `$(${inner})`),
      line.map((inner) => `"a $(${inner}) b"`),
      line.map((inner) => `\`${inner}\``),
      line.map((inner) => `<(${inner})`),
      line.map((inner) => `\${x:-$(${inner})}`),
    ),
  };
});

const MUTATED = fc
  .tuple(STRUCTURED, fc.constantFrom("", ...PIECES), fc.nat(), fc.nat(3))
  .map(([line, piece, at, drop]) => {
    const place = at % (line.length + 1);
    return piece === "" ? line : line.slice(0, place) + piece + line.slice(place + drop);
  });

/** How long a line may run. */
const LINE_MS = 1_000;
/** Lines of one test run: each starts a shell. */
const MAX_LINES = 600;

/** Whether the analysis notices that `mark` may run: it lists it, cannot name what runs, or does not understand the line. */
function notices({ unparsed, commands }: CommandAnalysis): boolean {
  return (
    unparsed !== undefined ||
    commands.some(
      ({ words, opaque }) =>
        opaque !== undefined || words[0]?.dynamic === true || words[0]?.wildcard === true || words[0]?.text === "mark",
    )
  );
}

describe.skipIf(!existsSync("/bin/bash"))("whatever Bash would run", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "toolcall-test-"));
    mkdirSync(join(folder, "bin"));
    for (const [name, script] of [
      ["mark", '#!/bin/bash\n: > "$MARKED"\n'],
      ["bash", '#!/bin/bash\nexec /bin/bash "$@"\n'],
      ["env", '#!/bin/bash\nexec /usr/bin/env "$@"\n'],
    ] as const) {
      writeFileSync(join(folder, "bin", name), script);
      chmodSync(join(folder, "bin", name), 0o755);
    }
    mkdirSync(join(folder, "cwd"));
  });
  afterAll(() => removeFolderSync(folder));

  /**
   * Runs a line with nothing but `mark` at hand; answers whether `mark` ran. The line leads its own process group, and
   * nothing of the group is left afterwards; Bash itself bounds how deep functions call one another.
   */
  async function marks(line: string): Promise<boolean> {
    const marked = join(folder, "marked");
    rmSync(marked, { force: true });
    const env = { PATH: join(folder, "bin"), MARKED: marked, FUNCNEST: "10" };
    const child = spawn("/bin/bash", ["-c", line], { cwd: join(folder, "cwd"), env, stdio: "ignore", detached: true });
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LINE_MS);
      child.on("close", () => {
        clearTimeout(timer);
        resolve();
      });
    });
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // Nothing of the group was left.
    }
    return existsSync(marked);
  }

  it("is noticed by the analysis", async () => {
    const commands = createCommands();
    const pieces = fc
      .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 9 })
      .map((chosen) => chosen.join(""));
    const lines = fc.oneof(pieces, STRUCTURED, MUTATED);
    await fc.assert(
      fc.asyncProperty(lines, async (line) => {
        const analysis = await commands.analyse(line, "bash");
        if (!notices(analysis)) expect({ line, marked: await marks(line) }).toEqual({ line, marked: false });
      }),
      { numRuns: Math.min(RUNS, MAX_LINES) },
    );
  });
});
