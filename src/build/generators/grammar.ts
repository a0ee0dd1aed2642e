import { CONVENIENCES } from "../../dialect/conveniences.ts";
import { FORMS } from "../../dialect/forms.ts";
import { PRIMITIVES } from "../../dialect/primitives.ts";
import type { GeneratedFile } from "../generated-file.ts";

const PATH = "syntaxes/toolcall.tmLanguage.json";

/** A rule of a TextMate grammar, as far as this one uses them. */
interface Rule {
  readonly comment?: string;
  readonly name?: string;
  readonly contentName?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly include?: string;
  readonly captures?: Readonly<Record<string, Rule>>;
  readonly beginCaptures?: Readonly<Record<string, Rule>>;
  readonly endCaptures?: Readonly<Record<string, Rule>>;
  readonly patterns?: readonly Rule[];
}

/** What a bare token cannot hold, inside a character class. */
const STOPS = "\\s\"';()\\[\\]`,";
/** A place where a token begins, and one where it ends. */
const START = `(?<![^${STOPS}#])`;
const END = `(?![^${STOPS}])`;
/** The rest of a symbol after its first character; a backslash takes the next one along. */
const SYMBOL = `(?:[^${STOPS}\\\\]|\\\\.)+`;

/** The grammar of `.tcl` files, made from the tables of operators. */
export function generate(): GeneratedFile {
  const grammar = {
    $schema: "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
    name: "ToolCall",
    scopeName: "source.toolcall",
    fileTypes: ["tcl"],
    firstLineMatch: "^;+\\s*toolcall\\b",
    patterns: [include("form")],
    repository: {
      form: {
        patterns: [
          "comment",
          "string",
          "call",
          "character",
          "number",
          "quote",
          "vector",
          "stray",
          "constant",
          "keyword",
          "json",
          "variable",
        ].map(include),
      },
      comment: COMMENT,
      string: STRING,
      escape: ESCAPE,
      call: CALL,
      operator: { patterns: [...operators(), ...definitions()] },
      parameters: PARAMETERS,
      character: CHARACTER,
      number: NUMBER,
      quote: QUOTE,
      vector: VECTOR,
      stray: STRAY,
      constant: { name: "constant.language.toolcall", match: `${START}(?:nil|t)${END}` },
      keyword: { name: "constant.other.keyword.toolcall", match: `${START}:${SYMBOL}` },
      json: JSON_MARKS,
      datum: {
        patterns: [
          "comment",
          "string",
          "data",
          "character",
          "number",
          "quote",
          "vector",
          "stray",
          "constant",
          "keyword",
          "json",
          "symbol",
        ].map(include),
      },
      data: DATA,
      symbol: { name: "constant.other.symbol.toolcall", match: `${START}${SYMBOL}` },
      variable: { name: "variable.other.toolcall", match: `${START}${SYMBOL}` },
    } satisfies Record<string, Rule>,
  };
  return { path: PATH, text: `${JSON.stringify(grammar, null, 2)}\n` };
}

function include(name: string): Rule {
  return { include: `#${name}` };
}

const COMMENT: Rule = {
  name: "comment.line.semicolon.toolcall",
  begin: ";+",
  end: "$",
  beginCaptures: { 0: { name: "punctuation.definition.comment.toolcall" } },
};

const ESCAPE: Rule = {
  patterns: [
    {
      name: "constant.character.escape.toolcall",
      match:
        '\\\\(?:x[0-9A-Fa-f]+|u[0-9A-Fa-f]{4}|U00[0-9A-Fa-f]{6}|N\\{[^}"]*\\}|[0-7]{1,3}|(?:[CM]-|\\^)+(?:\\\\.|.)|$|.)',
    },
  ],
};

const STRING: Rule = {
  name: "string.quoted.double.toolcall",
  begin: '"',
  end: '"',
  beginCaptures: { 0: { name: "punctuation.definition.string.begin.toolcall" } },
  endCaptures: { 0: { name: "punctuation.definition.string.end.toolcall" } },
  patterns: [include("escape")],
};

/** A list; what stands first in it is its operator. */
const CALL: Rule = {
  name: "meta.list.toolcall",
  begin: "\\(",
  end: "\\)",
  beginCaptures: { 0: { name: "punctuation.section.list.begin.toolcall" } },
  endCaptures: { 0: { name: "punctuation.section.list.end.toolcall" } },
  patterns: [include("operator"), include("form")],
};

const PARAMETERS: Rule = {
  name: "meta.parameters.toolcall",
  begin: "\\G\\s*(\\()",
  end: "\\)",
  beginCaptures: { 1: { name: "punctuation.section.parameters.begin.toolcall" } },
  endCaptures: { 0: { name: "punctuation.section.parameters.end.toolcall" } },
  patterns: [
    include("comment"),
    { name: "keyword.other.parameter.toolcall", match: `${START}&(?:optional|rest)${END}` },
    { name: "invalid.illegal.parameter.toolcall", match: `${START}&${SYMBOL}` },
    { name: "variable.parameter.toolcall", match: `${START}${SYMBOL}` },
  ],
};

/** Rules for the first element of a list, right after its parenthesis. */
function operators(): readonly Rule[] {
  return [
    operatorRule(
      "keyword.control.toolcall",
      Object.keys(FORMS).filter((name) => name !== "lambda"),
    ),
    operatorRule("keyword.control.convenience.toolcall", Object.keys(CONVENIENCES)),
    operatorRule("support.function.toolcall", [...PRIMITIVES.keys()]),
    {
      name: "entity.name.function.tool.toolcall",
      match: `\\G\\s*(?:[A-Z][A-Za-z0-9]*|[^${STOPS}:/]+/[^${STOPS}/]+)${END}`,
    },
  ];
}

function operatorRule(name: string, words: readonly string[]): Rule {
  return { name, match: `\\G\\s*(?:${alternatives(words)})${END}` };
}

/** `lambda`, `defun` and `defmacro` with what follows them: a name, and parameters. */
function definitions(): readonly Rule[] {
  return [
    {
      begin: `\\G\\s*(lambda)${END}`,
      end: "(?=\\))",
      beginCaptures: { 1: { name: "storage.type.function.toolcall" } },
      patterns: [include("parameters"), include("form")],
    },
    {
      begin: `\\G\\s*(defun|defmacro)${END}(?:\\s+(${SYMBOL}))?`,
      end: "(?=\\))",
      beginCaptures: {
        1: { name: "keyword.declaration.toolcall" },
        2: { name: "entity.name.function.toolcall" },
      },
      patterns: [include("parameters"), include("form")],
    },
  ];
}

const CHARACTER: Rule = {
  name: "constant.character.toolcall",
  match: `${START}\\?(?:\\\\(?:x[0-9A-Fa-f]+|u[0-9A-Fa-f]{4}|U00[0-9A-Fa-f]{6}|N\\{[^}]*\\}|[0-7]{1,3}|(?:[CMSHAs]-\\\\?|\\^)*.)|.)${END}`,
};

const NUMBER: Rule = {
  patterns: [
    { name: "constant.numeric.special.toolcall", match: `${START}[-+]?\\d+\\.\\d+e\\+(?:INF|NaN)${END}` },
    {
      name: "constant.numeric.float.toolcall",
      match: `${START}[-+]?(?:\\d+\\.\\d*[eE][-+]?\\d+|\\d*\\.\\d+(?:[eE][-+]?\\d+)?|\\d+[eE][-+]?\\d+)${END}`,
    },
    { name: "constant.numeric.integer.toolcall", match: `${START}[-+]?\\d+\\.?${END}` },
    {
      name: "constant.numeric.radix.toolcall",
      match: `${START}#(?:[xX][-+]?[0-9A-Fa-f]+|[oO][-+]?[0-7]+|[bB][-+]?[01]+|\\d+[rR][-+]?[0-9A-Za-z]+)${END}`,
    },
  ],
};

const QUOTE: Rule = {
  patterns: [
    {
      comment: "a quoted name, such as a function passed to mapcar",
      match: `(#?')(${SYMBOL})`,
      captures: {
        1: { name: "keyword.operator.quote.toolcall" },
        2: {
          name: "constant.other.symbol.toolcall",
          patterns: ["character", "number", "constant", "keyword", "json"].map(include),
        },
      },
    },
    {
      comment: "quoted data: nothing in it is called",
      begin: "(#?')\\s*(\\()",
      end: "\\)",
      beginCaptures: {
        1: { name: "keyword.operator.quote.toolcall" },
        2: { name: "punctuation.section.list.begin.toolcall" },
      },
      endCaptures: { 0: { name: "punctuation.section.list.end.toolcall" } },
      patterns: [include("datum")],
    },
    { name: "keyword.operator.quote.toolcall", match: "#?'" },
    { name: "keyword.operator.backquote.toolcall", match: "`" },
    { name: "keyword.operator.unquote.toolcall", match: ",@?" },
  ],
};

const VECTOR: Rule = {
  name: "meta.vector.toolcall",
  begin: "\\[",
  end: "\\]",
  beginCaptures: { 0: { name: "punctuation.section.vector.begin.toolcall" } },
  endCaptures: { 0: { name: "punctuation.section.vector.end.toolcall" } },
  patterns: [include("datum")],
};

/** A list inside quoted data. */
const DATA: Rule = { ...CALL, patterns: [include("datum")] };

const STRAY: Rule = { name: "invalid.illegal.stray-bracket.toolcall", match: "[)\\]]" };

const JSON_MARKS: Rule = { name: "invalid.illegal.json.toolcall", match: "[{}]" };

function alternatives(words: readonly string[]): string {
  // Longest first, so that let* is not taken for let.
  return [...words]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&"))
    .join("|");
}
