import type { Meter } from "../meter.ts";
import type { Primitive } from "../primitive.ts";
import { definePrimitive } from "../primitive.ts";
import type { Value } from "../values.ts";
import { NIL, Str } from "../values.ts";
import { wrongType } from "./faults.ts";

/** A backup or version mark at the end: `~`, `.~1~`, `.~main~`, `.~HEAD~1~`. */
const VERSION = /(?:~|\.~[-\p{L}\p{M}\p{Nd}\p{Nl}:#@^._]+(?:~[0-9]+)?~)$/u;

function fileName(meter: Meter, name: string, value: Value): Str {
  if (value instanceof Str) {
    meter.work += value.bytes >> 3;
    return value;
  }
  throw wrongType(name, "stringp", value, 0);
}

/** Where the part after the last slash begins. */
function baseStart(text: string): number {
  return text.lastIndexOf("/") + 1;
}

/** Where the extension's period stands in `text`, or -1; a leading period begins no extension. Backup marks are no part of the name. */
function extensionStart(text: string): { readonly period: number; readonly end: number } {
  const start = baseStart(text);
  const base = text.slice(start);
  const end = base.endsWith("~") ? base.search(VERSION) : base.length;
  const period = base.slice(0, end).lastIndexOf(".");
  return { period: period > 0 ? start + period : -1, end: start + end };
}

/** A part of `whole` as a new string; measured without a pass where each unit is one byte. */
function part(meter: Meter, whole: Str, from: number, to: number): Str {
  meter.work += whole.bytes >> 2;
  if (whole.bytes === whole.text.length) return meter.strOf(whole.text.slice(from, to), to - from, to - from);
  return meter.str(whole.text.slice(from, to));
}

function withoutExtension(meter: Meter, name: Str): Str {
  const { period } = extensionStart(name.text);
  return period < 0 ? name : part(meter, name, 0, period);
}

function extension(meter: Meter, filename: Value, period: Value): Value {
  const name = fileName(meter, "file-name-extension", filename);
  const found = extensionStart(name.text);
  if (found.period >= 0) return part(meter, name, period === NIL ? found.period + 1 : found.period, found.end);
  return period === NIL ? NIL : meter.str("");
}

function concatenate(meter: Meter, components: readonly Value[]): Value {
  let text = "";
  let chars = 0;
  let bytes = 0;
  components.forEach((component, i) => {
    if (component === NIL) return;
    if (!(component instanceof Str)) throw wrongType("file-name-concat", "stringp", component, i);
    if (component.chars === 0) return;
    const joint = text === "" || text.endsWith("/") ? "" : "/";
    text += joint + component.text;
    chars += joint.length + component.chars;
    bytes += joint.length + component.bytes;
  });
  meter.work += bytes;
  return meter.strOf(text, chars, bytes);
}

/** Parts of file names (R058, R088–R093): syntax alone, no file is ever looked at. */
export const FILE_NAME_PRIMITIVES: readonly Primitive[] = [
  definePrimitive({
    signature: "(file-name-nondirectory filename)",
    doc: "The part of FILENAME after the last slash.",
    examples: [
      ['(file-name-nondirectory "/a/b/c.el")', '"c.el"'],
      ['(file-name-nondirectory "/a/b/")', '""'],
    ],
    fixed: (meter, filename) => {
      const name = fileName(meter, "file-name-nondirectory", filename);
      return part(meter, name, baseStart(name.text), name.text.length);
    },
  }),
  definePrimitive({
    signature: "(file-name-directory filename)",
    doc: "The part of FILENAME up to its last slash, slash included; nil when there is none.",
    examples: [
      ['(file-name-directory "/a/b/c.el")', '"/a/b/"'],
      ['(file-name-directory "c.el")', "nil"],
    ],
    fixed: (meter, filename) => {
      const name = fileName(meter, "file-name-directory", filename);
      const end = baseStart(name.text);
      return end === 0 ? NIL : part(meter, name, 0, end);
    },
  }),
  definePrimitive({
    signature: "(file-name-concat directory &rest components)",
    doc: "The parts joined with a slash where one is missing; nil and empty parts are left out.",
    examples: [
      ['(file-name-concat "a" "b" "c.el")', '"a/b/c.el"'],
      ['(file-name-concat "a/" nil "b")', '"a/b"'],
    ],
    rest: concatenate,
  }),
  definePrimitive({
    signature: "(file-name-extension filename &optional period)",
    doc: 'What stands after the last period of the file\'s name, or nil. With PERIOD the period comes along, and "" stands for none.',
    examples: [
      ['(file-name-extension "a/b.tar.gz")', '"gz"'],
      ['(file-name-extension "a.el" t)', '".el"'],
      ['(file-name-extension ".emacs")', "nil"],
    ],
    fixed: extension,
  }),
  definePrimitive({
    signature: "(file-name-sans-extension filename)",
    doc: "FILENAME without its extension; a name that begins with its only period has none.",
    examples: [
      ['(file-name-sans-extension "a/b.tar.gz")', '"a/b.tar"'],
      ['(file-name-sans-extension "/x/y.el~")', '"/x/y"'],
    ],
    fixed: (meter, filename) => withoutExtension(meter, fileName(meter, "file-name-sans-extension", filename)),
  }),
  definePrimitive({
    signature: "(file-name-base &optional filename)",
    doc: "The file's name without directory and extension. There is no current file, so FILENAME is needed.",
    examples: [['(file-name-base "/a/b/c.el")', '"c"']],
    fixed: (meter, filename) => {
      const name = fileName(meter, "file-name-base", filename);
      return withoutExtension(meter, part(meter, name, baseStart(name.text), name.text.length));
    },
  }),
];
