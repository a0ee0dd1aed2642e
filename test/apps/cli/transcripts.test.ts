import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { run } from "./memory-io.ts";

/**
 * Transcripts are data: `$ ` begins a command, `< ` gives a line of its standard input, `> ` and `! ` are lines of
 * standard output and standard error, `= ` is the exit code where it is not 0, `# ` is a comment. Files named in a
 * transcript begin with `@ NAME` and hold the lines after it that begin with `| `.
 * Expected forms, notes and remedies of diagnostics are left out.
 * With TOOLCALL_WRITE_TRANSCRIPTS=1 the answers are written instead of compared.
 */
const FOLDER = new URL("transcripts/", import.meta.url);

interface Step {
  readonly words: readonly string[];
  readonly stdin: string;
  readonly head: readonly string[];
  readonly answer: string;
}

interface Transcript {
  readonly opening: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

describe.each(readdirSync(FOLDER).sort())("the transcript %s", (name) => {
  const path = new URL(name, FOLDER);
  const transcript = parse(readFileSync(path, "utf8"));

  it("shows what the command line does", async () => {
    const written: string[] = [...transcript.opening];
    for (const step of transcript.steps) {
      const result = await run(step.words, { files: transcript.files, stdin: step.stdin });
      const code = result.code === 0 ? [] : [`= ${result.code}`];
      const answer = withoutAdvice([...marked("> ", result.out), ...marked("! ", result.err), ...code].join("\n"));
      if (process.env["TOOLCALL_WRITE_TRANSCRIPTS"] === "1") written.push([...step.head, answer].join("\n"), "");
      else expect(answer, step.head.join("\n")).toBe(step.answer);
    }
    if (process.env["TOOLCALL_WRITE_TRANSCRIPTS"] === "1") writeFileSync(path, written.join("\n"));
    expect(transcript.steps.length).toBeGreaterThan(0);
  });
});

/** Leaves out the advice of diagnostics: its words belong to the dialect, whose own tests read them. */
function withoutAdvice(answer: string): string {
  return answer
    .replaceAll(/^!   (?:expected|note|try): .*\n?/gm, "")
    .replaceAll(/"(expected|remedy)":"(?:\\.|[^"\\])*"/g, '"$1":"..."')
    .trimEnd();
}

function marked(mark: string, text: string): readonly string[] {
  return text === ""
    ? []
    : text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => `${mark}${line}`.trimEnd());
}

function parse(text: string): Transcript {
  const files: Record<string, string> = {};
  const opening: string[] = [];
  const steps: { words: string[]; stdin: string; head: string[]; answer: string[] }[] = [];
  let file = "";
  for (const line of text.split("\n")) {
    const step = steps.at(-1);
    if (line.startsWith("$ "))
      steps.push({ words: words(line.slice(2)).slice(1), stdin: "", head: [line], answer: [] });
    else if (step === undefined) {
      opening.push(line);
      if (line.startsWith("@ ")) files[(file = line.slice(2))] = "";
      else if (line.startsWith("|")) files[file] = `${files[file] ?? ""}${line.slice(2)}\n`;
    } else if (line.startsWith("<")) {
      step.stdin += `${line.slice(2)}\n`;
      step.head.push(line);
    } else if (line.startsWith("#")) step.head.push(line);
    else if (line !== "") step.answer.push(line);
  }
  return { opening, files, steps: steps.map((step) => ({ ...step, answer: step.answer.join("\n") })) };
}

/** Splits a command line as a shell does, with single and double quotes. */
function words(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"(?:\\.|[^"])*"|\\.|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(
      /'([^']*)'|"((?:\\.|[^"])*)"|\\(.)/g,
      (_, single?: string, double?: string, escaped?: string) =>
        single ?? double?.replaceAll(/\\([\\"$`])/g, "$1") ?? escaped ?? "",
    ),
  );
}
