import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchSession } from "./session.ts";
import { removeFolderSync } from "../support/remove-folder.ts";

/** A task done by one script, as a model would send it. */
interface Scenario {
  readonly task: string;
  readonly script: string;
}

/** Eight tasks on the generated repository; the last two are better done by a direct call, and the table says so. */
const SCENARIOS: readonly Scenario[] = [
  {
    task: "count TODOs by file",
    script:
      '(let ((out nil)) (dolist (p (split-string (Glob :pattern "src/*.ts") "\\n" t)) (let ((n (- (length (split-string (Read :file_path p) "TODO")) 1))) (when (> n 0) (push (list (file-name-nondirectory p) n) out)))) (reverse out))',
  },
  {
    task: "first line of every module",
    script:
      '(mapcar (lambda (text) (car (split-string text "\\n"))) (let ((paths (split-string (Glob :pattern "src/*.ts") "\\n" t))) (parallel-map (lambda (p) (Read :file_path p :limit 1)) paths)))',
  },
  {
    task: "largest module by lines",
    script:
      '(let ((best nil) (most 0)) (dolist (p (split-string (Glob :pattern "src/*.ts") "\\n" t)) (let ((n (length (split-string (Read :file_path p) "\\n")))) (when (> n most) (setq most n best p)))) (list best most))',
  },
  {
    task: "callers of a function, with their first lines",
    script:
      '(mapcar (lambda (p) (list (file-name-nondirectory p) (substring (Read :file_path p :limit 1) 0 20))) (take 5 (split-string (Grep :pattern "helper3\\\\b") "\\n" t)))',
  },
  {
    task: "modules without a test",
    script:
      '(let ((tests (Glob :pattern "test/*.ts")) (out nil)) (dolist (p (split-string (Glob :pattern "src/*.ts") "\\n" t)) (unless (string-search (concat (file-name-base p) ".test") tests) (push (file-name-nondirectory p) out))) (length out))',
  },
  {
    task: "sum of exported values",
    script:
      '(let ((sum 0)) (dolist (line (split-string (Grep :pattern "^export const value" :output_mode "content") "\\n" t)) (when (string-match-p "= [0-9]+;$" line) (setq sum (+ sum (string-to-number (cadr (split-string line "= ")))))) ) sum)',
  },
  { task: "read one file (direct wins)", script: '(let ((text (Read :file_path "src/module-1.ts"))) text)' },
  { task: "list files with a mark (direct wins)", script: '(progn (Grep :pattern "TODO"))' },
];

function repository(root: string): void {
  mkdirSync(join(root, "src"));
  mkdirSync(join(root, "test"));
  for (let i = 0; i < 30; i++) {
    const lines = Array.from(
      { length: 20 + i },
      (_, line) => `export const value${line} = ${line * i}; // ${line % 9 === 0 ? "TODO" : "fine"}`,
    );
    writeFileSync(
      join(root, "src", `module-${i}.ts`),
      `import { helper${i % 5} } from "./helpers.ts";\n${lines.join("\n")}\n`,
    );
    if (i % 3 !== 0) writeFileSync(join(root, "test", `module-${i}.test.ts`), `import "../src/module-${i}.ts";\n`);
  }
}

/** Prints what composed scripts keep out of the conversation, beside the same calls made one by one. Deterministic. */
export async function savings(): Promise<void> {
  console.log("\nsavings of a composed script beside the same calls made directly (negative: direct is cheaper)");
  console.log(
    `${"task".padEnd(48)}${"calls".padStart(6)}${"turns kept out".padStart(16)}${"bytes kept out".padStart(16)}`,
  );
  const root = mkdtempSync(join(tmpdir(), "toolcall-bench-repo-"));
  repository(root);
  const { session, end } = await benchSession(root);
  for (const { task, script } of SCENARIOS) {
    const { outcome, text, children, savings: saved } = await session.runScript({ expression: script });
    if (outcome !== "completed" || saved === undefined) throw new Error(`${task}: ${text}`);
    console.log(
      `${task.padEnd(48)}${String(children.length).padStart(6)}${String(saved.roundTrips).padStart(16)}${String(saved.bytes).padStart(16)}`,
    );
  }
  await end();
  removeFolderSync(root);
}
