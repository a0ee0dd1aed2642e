import type { Meter } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import { print, printPlain } from "../print.ts";
import { charText } from "../text/characters.ts";
import { fitColumns, textWidth } from "../text/width.ts";
import type { Value } from "../values.ts";
import { Str, str, Sym, utf8Length } from "../values.ts";
import { wrongType } from "./faults.ts";
import type { Directive } from "./format-control.ts";
import { badFormat, controlOf } from "./format-control.ts";
import { addAsciiCharacter, addNumber } from "./format-number.ts";
import { FormatOutput } from "./format-output.ts";

/** A precision beyond this is filled with zeros. */
const MOST_WORKED_DIGITS = 1_024;

function format(meter: Meter, args: readonly Value[]): Value {
  const string = args[0] as Value;
  if (!(string instanceof Str)) throw wrongType("format", "stringp", string, 0);
  const control = controlOf(string.text, meter);
  if (!control.changed) return string;
  if (control.largest > meter.maxValueBytes) meter.size(1, control.largest);
  // A control string of nothing but %s answers a string operand as it is, the same object.
  if (string.text === "%s" && args[1] instanceof Str) return args[1];
  const output = new FormatOutput(meter, control.bytes);
  let operand = 0;
  for (const directive of control.directives) {
    output.addReserved(directive.before);
    operand = directive.operand < 0 ? operand + 1 : directive.operand;
    const value = args[operand];
    if (value === undefined) {
      throw badFormat(`there is no argument for the directive %${directive.conversion}`, args.length - 1);
    }
    meter.work += directiveWork(directive);
    if (directive.plain) addPlain(meter, output, directive, { value, operand });
    else add(meter, output, directive, { value, operand });
  }
  output.addReserved(control.tail);
  meter.work += output.bytes;
  return meter.str(output.text);
}

/** Units of work of a directive beside the text it makes; digits that a precision asks for are worked out one by one. */
function directiveWork({ plain, precision }: Directive): number {
  return plain ? 4 : 32 + Math.max(0, Math.min(precision, MOST_WORKED_DIGITS));
}

/** A value to be written and its position among the operands. */
interface Operand {
  readonly value: Value;
  readonly operand: number;
}

/** A directive without flags, width and precision: the usual ones take the short way. */
function addPlain(meter: Meter, output: FormatOutput, directive: Directive, { value, operand }: Operand): void {
  const { conversion } = directive;
  if (typeof value === "number" && (conversion === "s" || conversion === "d" || conversion === "S")) {
    output.addAscii(String(value));
  } else if (value instanceof Str && conversion === "s") output.addString(value);
  else add(meter, output, directive, { value, operand });
}

function add(meter: Meter, output: FormatOutput, directive: Directive, { value, operand }: Operand): void {
  switch (directive.conversion) {
    case "s":
      addText(output, directive, plainText(meter, value));
      return;
    case "S":
      addText(output, directive, str(print(value, meter)));
      return;
    case "c":
      addCharacter(output, directive, { value, operand });
      return;
    default:
      addNumber(output, directive, value, operand);
  }
}

function plainText(meter: Meter, value: Value): Str {
  if (value instanceof Str) return value;
  return str(value instanceof Sym ? value.name : printPlain(value, meter));
}

function addCharacter(output: FormatOutput, directive: Directive, { value, operand }: Operand): void {
  if (typeof value !== "number") throw badFormat("%c takes a character code", operand);
  if (value >= 0 && value < 0x80) {
    addAsciiCharacter(output, directive, value);
    return;
  }
  const text = charText(value);
  if (text === undefined) throw wrongType("format", "characterp", value, operand);
  addText(output, directive, str(text));
}

/** Adds a string, cut to the precision and filled to the width, both in columns. */
function addText(output: FormatOutput, directive: Directive, value: Str): void {
  const { precision, width } = directive;
  if (precision < 0 && width === 0) {
    output.addString(value);
    return;
  }
  const fitting = precision < 0 ? { end: value.text.length, width: textWidth(value) } : fitColumns(value, precision);
  // A precision of 0 leaves nothing, not even characters that take no column.
  const text = precision === 0 ? "" : value.text.slice(0, fitting.end);
  const padding = Math.max(0, width - (precision === 0 ? 0 : fitting.width));
  output.reserve(padding + utf8Length(text));
  const blanks = " ".repeat(padding);
  output.addReserved(directive.minus ? text + blanks : blanks + text);
}

/** Text by a pattern (R084). */
export const FORMAT_PRIMITIVES: readonly Primitive[] = [
  definePrimitive({
    signature: "(format string &rest objects)",
    doc: "STRING with its directives replaced by the OBJECTS: %s %S %d %x %o %c %e %f %g, with flags, width, precision and %N$; %% is a percent sign.",
    examples: [
      ['(format "%s-%d" "a" 7)', '"a-7"'],
      ['(format "%5.2f|%-4s|" 3.14159 "ab")', '" 3.14|ab  |"'],
      ["(format \"%2$s %1$s\" 'a 'b)", '"b a"'],
    ],
    rest: format,
  }),
];
