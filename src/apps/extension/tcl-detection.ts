/** What a `.tcl` file may be. */
export type TclKind = "script" | "tcl";

/** Characters of a file that are looked at. */
export const LOOKED_AT_CHARS = 20_000;

/** Begins a script whatever follows: the first line says so. */
const SETTLED = /^;+[ \t]*toolcall\b/i;
/** A program that runs Tcl. */
const HASHBANG = /^#!.*\b(?:tclsh|wish|expect|jimsh)/;
/** How commands of Tcl begin a line, and no script: words before a brace, a variable or another word. */
const TCL_COMMANDS: readonly RegExp[] = [
  /^[ \t]*proc[ \t]+[\w:.-]+[ \t]+(?:\{|\w+[ \t]*\{)/m,
  /^[ \t]*package[ \t]+(?:require|provide|ifneeded)[ \t]+[\w:]/m,
  /^[ \t]*namespace[ \t]+(?:eval|import|export)[ \t]+[\w:*]/m,
  /^[ \t]*(?:if|while|foreach|for|switch|catch)[ \t]+(?:[\w:]+[ \t]+)?[{[$]/m,
  /^[ \t]*set[ \t]+[\w:()$]+[ \t]+(?:[\w"'{[$/.-])/m,
  /^[ \t]*(?:puts|return|lappend|append|incr|global|variable|upvar|source|exec|eval|expr)[ \t]+[-\w"{[$:]/m,
  /^[ \t]*oo::(?:class|define|objdefine)[ \t]/m,
  /^[ \t]*(?:create_clock|set_property|create_project|add_files|set_false_path|read_verilog|spawn|expect)[ \t]/m,
];

/**
 * What a `.tcl` file is by its text: Tcl only when it plainly is, for `.tcl` is the ending of both. What nobody can tell is a
 * script. A first line `;; toolcall` settles it.
 */
export function detectTcl(text: string): TclKind {
  const head = text.slice(0, LOOKED_AT_CHARS).replace(/^\uFEFF/, "");
  if (SETTLED.test(head)) return "script";
  if (HASHBANG.test(head)) return "tcl";
  const rest = withoutComments(head);
  if (rest === "") return /^[ \t]*#/m.test(head) ? "tcl" : "script";
  // A script's forms begin with a parenthesis; no command of Tcl does.
  if (/^[ \t]*['`]?\(/.test(rest)) return "script";
  return TCL_COMMANDS.some((command) => command.test(rest)) ? "tcl" : "script";
}

/** The text from the first line on that is neither blank nor a comment of either language. */
function withoutComments(text: string): string {
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => !/^[ \t]*(?:$|;|#(?![('`xobXOB]))/.test(line));
  return first < 0 ? "" : lines.slice(first).join("\n");
}
