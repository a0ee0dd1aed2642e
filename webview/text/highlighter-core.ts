import type { HighlighterCore, LanguageRegistration, ThemeRegistration } from "@shikijs/core";
import { createHighlighterCore } from "@shikijs/core";
import { createJavaScriptRegexEngine } from "@shikijs/engine-javascript";

/** Scopes by the variable that colours them. Later ones win, and longer scopes win over shorter ones. */
const COLOURS: Readonly<Record<string, readonly string[]>> = {
  comment: ["comment", "punctuation.definition.comment"],
  string: ["string", "markup.inline.raw", "constant.other.symbol"],
  escape: ["constant.character.escape", "string.regexp"],
  number: ["constant.numeric", "constant.character"],
  constant: ["constant.language", "variable.language", "support.constant"],
  keyword: ["keyword", "storage", "entity.name.tag", "markup.heading"],
  operator: ["keyword.operator"],
  function: ["entity.name.function", "support.function"],
  tool: ["entity.name.function.tool"],
  type: ["entity.name.type", "support.type", "support.class", "entity.other.inherited-class", "entity.name.class"],
  property: [
    "constant.other.keyword",
    "variable.parameter",
    "entity.other.attribute-name",
    "support.type.property-name",
    "meta.object-literal.key",
  ],
  added: ["markup.inserted"],
  removed: ["markup.deleted"],
  invalid: ["invalid"],
};

const THEME: ThemeRegistration = {
  name: "toolcall",
  type: "dark",
  fg: "var(--code-foreground)",
  bg: "var(--code-background)",
  settings: Object.entries(COLOURS).map(([name, scope]) => ({
    scope: [...scope],
    settings: { foreground: `var(--code-${name})` },
  })),
};

/** A highlighter that knows scripts, and other languages once they are loaded into it. */
export function createCore(script: LanguageRegistration): Promise<HighlighterCore> {
  return createHighlighterCore({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [THEME],
    langs: [script],
  });
}
