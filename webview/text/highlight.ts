import type { HighlighterCore, LanguageRegistration } from "@shikijs/core";
import toolcallGrammar from "../../syntaxes/toolcall.tmLanguage.json" with { type: "json" };

/** A stretch of a line in one colour; the class is empty where the text has the colour of the rest. */
export interface Token {
  readonly text: string;
  readonly classes: string;
}

/** UTF-16 units of one text that is coloured; a longer one stays plain. */
export const HIGHLIGHT_CHARS = 60_000;
/** UTF-16 units of all texts whose colours are kept; those used longest ago go first. */
const KEPT_CHARS = 1_000_000;
/** UTF-16 units of a line; a longer one stays plain. */
const LINE_CHARS = 1_000;
/** How long one line may take, in ms: much more with the first text of a language, whose patterns are made ready with it. */
const LINE_MS = 200;
const FIRST_LINE_MS = 5_000;

type Grammar = () => Promise<{ readonly default: LanguageRegistration[] }>;

/** Grammars by the names of languages that tools and Markdown give, each loaded when it is first wanted. */
const GRAMMARS: Readonly<Record<string, Grammar>> = {
  bash: () => import("@shikijs/langs/bash"),
  c: () => import("@shikijs/langs/c"),
  cpp: () => import("@shikijs/langs/cpp"),
  csharp: () => import("@shikijs/langs/csharp"),
  css: () => import("@shikijs/langs/css"),
  diff: () => import("@shikijs/langs/diff"),
  dockerfile: () => import("@shikijs/langs/dockerfile"),
  go: () => import("@shikijs/langs/go"),
  html: () => import("@shikijs/langs/html"),
  ini: () => import("@shikijs/langs/ini"),
  java: () => import("@shikijs/langs/java"),
  javascript: () => import("@shikijs/langs/javascript"),
  json: () => import("@shikijs/langs/json"),
  kotlin: () => import("@shikijs/langs/kotlin"),
  lua: () => import("@shikijs/langs/lua"),
  makefile: () => import("@shikijs/langs/make"),
  markdown: () => import("@shikijs/langs/markdown"),
  php: () => import("@shikijs/langs/php"),
  powershell: () => import("@shikijs/langs/powershell"),
  python: () => import("@shikijs/langs/python"),
  ruby: () => import("@shikijs/langs/ruby"),
  rust: () => import("@shikijs/langs/rust"),
  scss: () => import("@shikijs/langs/scss"),
  sql: () => import("@shikijs/langs/sql"),
  swift: () => import("@shikijs/langs/swift"),
  toml: () => import("@shikijs/langs/toml"),
  typescript: () => import("@shikijs/langs/typescript"),
  typescriptreact: () => import("@shikijs/langs/tsx"),
  xml: () => import("@shikijs/langs/xml"),
  yaml: () => import("@shikijs/langs/yaml"),
};

const ALIASES: Readonly<Record<string, string>> = {
  sh: "bash",
  shell: "bash",
  zsh: "bash",
  js: "javascript",
  mjs: "javascript",
  jsx: "typescriptreact",
  javascriptreact: "typescriptreact",
  tsx: "typescriptreact",
  ts: "typescript",
  py: "python",
  rs: "rust",
  rb: "ruby",
  yml: "yaml",
  jsonc: "json",
  "c++": "cpp",
  "c#": "csharp",
  md: "markdown",
  tcl: "toolcall",
  lisp: "toolcall",
  "emacs-lisp": "toolcall",
};

const TOOLCALL = "toolcall";

/** Colours texts, loading what it needs when it needs it. */
export interface Highlighter {
  /** The lines of a text in colours; undefined when they are not there (yet). `ready` is told when they are. */
  readonly lines: (text: string, language: string) => readonly (readonly Token[])[] | undefined;
}

/** A highlighter that tells `ready` each time something that was asked for can be had. */
export function createHighlighter(ready: () => void): Highlighter {
  const kept = new Map<string, readonly (readonly Token[])[]>();
  const asked = new Map<string, "loading" | "there" | "missing">();
  const warm = new Set<string>();
  let chars = 0;
  let creating: Promise<HighlighterCore> | undefined;
  let core: HighlighterCore | undefined;

  const load = async (language: string): Promise<void> => {
    try {
      // One for all languages, also when several are wanted at once.
      creating ??= createCore();
      core = await creating;
      if (language !== TOOLCALL) await core.loadLanguage((GRAMMARS[language] as Grammar)());
      asked.set(language, "there");
      ready();
    } catch {
      // Text without colours is still the text.
      asked.set(language, "missing");
    }
  };
  const keep = (key: string, lines: readonly (readonly Token[])[]): readonly (readonly Token[])[] => {
    kept.set(key, lines);
    chars += key.length;
    for (const [oldest] of kept) {
      if (chars <= KEPT_CHARS) break;
      kept.delete(oldest);
      chars -= oldest.length;
    }
    return lines;
  };

  return {
    lines: (text, name) => {
      const language = knownLanguage(name);
      if (language === undefined || text.length > HIGHLIGHT_CHARS || text === "") return undefined;
      const state = asked.get(language);
      if (state === undefined) {
        asked.set(language, "loading");
        void load(language);
      }
      if (state !== "there" || core === undefined) return undefined;
      const key = `${language}\n${text}`;
      const before = kept.get(key);
      if (before !== undefined) return before;
      const limit = warm.has(language) ? LINE_MS : FIRST_LINE_MS;
      warm.add(language);
      return keep(key, tokensOf(core, { text, language, limit }));
    },
  };
}

/** The language that a name stands for, if its grammar is there. */
export function knownLanguage(name: string): string | undefined {
  const language = Object.hasOwn(ALIASES, name) ? (ALIASES[name] as string) : name;
  return language === TOOLCALL || Object.hasOwn(GRAMMARS, language) ? language : undefined;
}

async function createCore(): Promise<HighlighterCore> {
  const { createCore: create } = await import("./highlighter-core.ts");
  return create({ ...(toolcallGrammar as unknown as LanguageRegistration), name: TOOLCALL });
}

/** Colours stand in the theme as variables; a class with the variable's name takes their place, for there are no inline styles. */
function tokensOf(
  core: HighlighterCore,
  { text, language, limit }: { readonly text: string; readonly language: string; readonly limit: number },
): readonly (readonly Token[])[] {
  const { tokens } = core.codeToTokens(text, {
    lang: language,
    theme: "toolcall",
    tokenizeMaxLineLength: LINE_CHARS,
    tokenizeTimeLimit: limit,
  });
  return tokens.map((line) => line.map(({ content, color }) => ({ text: content, classes: classOf(color) })));
}

function classOf(colour: string | undefined): string {
  const name = /^var\(--(code-[a-z-]+)\)$/.exec(colour ?? "")?.[1];
  return name === undefined || name === "code-foreground" ? "" : name;
}
