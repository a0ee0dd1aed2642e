import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { detectTcl } from "../../../src/apps/extension/tcl-detection.ts";

const TCL: readonly (readonly [what: string, text: string])[] = [
  ["a program for tclsh", "#!/usr/bin/env tclsh\nputs hello\n"],
  ["a program for expect", "#!/usr/bin/expect -f\nspawn ssh host\n"],
  ["a procedure", 'proc greet {name} {\n  puts "hello $name"\n}\n'],
  ["a procedure after a comment", "# greets\n\nproc greet name {\n  puts $name\n}\n"],
  ["a package", "package require Tk 8.6\n"],
  ["a namespace", "namespace eval ::app {\n  variable x 1\n}\n"],
  ["variables", "set x 5\nset y [expr {$x + 1}]\n"],
  ["a condition", "if {$argc > 0} {\n  exit\n}\n"],
  ["constraints of a chip", "create_clock -period 10 [get_ports clk]\n"],
  ["a class", "oo::class create Animal {\n}\n"],
  ["windows line ends", "# x\r\nproc a {} {\r\n}\r\n"],
  ["a byte order mark", "\uFEFFputs hello\n"],
  ["comments alone", "# only a comment\n# and another\n"],
];

const SCRIPTS: readonly (readonly [what: string, text: string])[] = [
  ["nothing", ""],
  ["blanks", " \n\n"],
  ["a call", '(Grep :pattern "TODO")'],
  ["a call after comments", ';; finds\n\n(Read :file_path "a")'],
  ["a quoted list", "'(1 2 3)"],
  ["a name alone", "x"],
  ["a text about Tcl", '(list "proc greet {name} {")'],
  ["Tcl inside of a string over lines", '(Write :file_path "a.tcl" :content "\nproc a {} {\n}\nset x 5\n")'],
  ["comments alone", ";; nothing yet\n"],
  ["a first line that settles it", ";; toolcall\nset x 5\nputs hello\n"],
  ["a function quote", "#'car"],
];

describe("a .tcl file", () => {
  it.each(TCL)("is Tcl when it has %s", (_what, text) => {
    expect(detectTcl(text)).toBe("tcl");
  });

  it.each(SCRIPTS)("is a script when it has %s", (_what, text) => {
    expect(detectTcl(text)).toBe("script");
  });

  it("of this project is a script", () => {
    const folder = "test/scripts";
    for (const name of readdirSync(folder))
      expect([name, detectTcl(readFileSync(`${folder}/${name}`, "utf8"))]).toEqual([name, "script"]);
  });
});
