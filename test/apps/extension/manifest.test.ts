import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { COMMAND_IDS, CONTEXT_KEYS, EDITOR_PANEL_TYPE, VIEW_ID } from "../../../src/apps/extension/command-ids.ts";
import { WORDS } from "../../../src/apps/extension/words.ts";
import { editorSettingName, PANEL_SETTINGS } from "../../../src/agent/panel-settings.ts";
import { SETTINGS } from "../../../src/agent/settings.ts";

interface Menu {
  readonly command: string;
  readonly when?: string;
}

interface Manifest {
  readonly activationEvents: readonly string[];
  readonly l10n: string;
  readonly contributes: {
    readonly commands: readonly { command: string; title: string; category: string }[];
    readonly menus: Readonly<Record<string, readonly Menu[]>>;
    readonly keybindings: readonly Menu[];
    readonly views: Readonly<Record<string, readonly { id: string; type: string }[]>>;
    readonly configuration: readonly {
      properties: Readonly<Record<string, { markdownDescription: string; scope: string }>>;
    }[];
    readonly languages: readonly { id: string; configuration: string; icon: Record<string, string> }[];
    readonly grammars: readonly { path: string }[];
    readonly snippets: readonly { path: string }[];
  };
}

const MANIFEST = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const TEXTS = JSON.parse(readFileSync("package.nls.json", "utf8")) as Readonly<Record<string, string>>;
const { contributes } = MANIFEST;

/** Keys of `when` clauses that VS Code itself sets. */
const EDITORS_KEYS = new Set([
  "view",
  "resourceLangId",
  "resourceExtname",
  "explorerResourceIsFolder",
  "editorLangId",
  "editorHasSelection",
  "editorTextFocus",
]);

/** Where settings may be made that no workspace may make, by their group. */
const SCOPES: Readonly<Record<string, string>> = { permissions: "application", storage: "machine" };

/** The keys that a clause asks. */
const keysOf = (when: string): readonly string[] =>
  when.split(/&&|\|\|/).map(
    (part) =>
      part
        .trim()
        .replace(/^!/, "")
        .split(/\s*(?:==|!=|=~)/)[0] ?? "",
  );

describe("the manifest", () => {
  it("names every command that there is, with a title in the table of texts", () => {
    expect(contributes.commands.map(({ command }) => command)).toEqual(COMMAND_IDS);
    for (const { title, category } of contributes.commands) {
      expect(TEXTS[title.replaceAll("%", "")]).toBeTruthy();
      expect(category).toBe("ToolCall");
    }
  });

  it("puts only commands that there are into menus and on keys", () => {
    const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].map(({ command }) => command);
    expect(used.filter((command) => !COMMAND_IDS.some((id) => id === command))).toEqual([]);
  });

  it("asks in clauses only for keys that somebody sets", () => {
    const clauses = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].flatMap(
      ({ when }) => when ?? [],
    );
    const unknown = clauses
      .flatMap(keysOf)
      .filter((key) => !EDITORS_KEYS.has(key) && !CONTEXT_KEYS.some((own) => own === key));
    expect(unknown).toEqual([]);
  });

  it("contributes the view and the tab that the extension provides", () => {
    expect(Object.values(contributes.views).flat()).toMatchObject([{ id: VIEW_ID, type: "webview" }]);
    expect(MANIFEST.activationEvents).toContain(`onWebviewPanel:${EDITOR_PANEL_TYPE}`);
  });

  it("has a described setting for each in the tables, and lets no workspace set what is allowed or kept", () => {
    const properties = Object.assign({}, ...contributes.configuration.map((group) => group.properties)) as Record<
      string,
      { markdownDescription: string; scope: string }
    >;
    const names = [...Object.keys(PANEL_SETTINGS), ...Object.keys(SETTINGS)];
    expect(Object.keys(properties).sort()).toEqual(names.map((name) => `toolcall.${editorSettingName(name)}`).sort());
    for (const [name, { markdownDescription, scope }] of Object.entries(properties)) {
      expect(TEXTS[markdownDescription.replaceAll("%", "")]).toBeTruthy();
      expect([name, scope]).toEqual([name, SCOPES[name.split(".")[1] ?? ""] ?? "window"]);
    }
  });

  it("uses every text of its table, and has every text it uses", () => {
    const used = new Set([...JSON.stringify(MANIFEST).matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key));
    expect(Object.keys(TEXTS).filter((key) => !used.has(key))).toEqual([]);
    expect([...used].filter((key) => key === undefined || TEXTS[key] === undefined)).toEqual([]);
  });

  it("points to files that are there", () => {
    const { languages, grammars, snippets } = contributes;
    const files = [
      ...languages.flatMap(({ configuration, icon }) => [configuration, ...Object.values(icon)]),
      ...[...grammars, ...snippets].map(({ path }) => path),
    ];
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it("offers translators every sentence that the extension says", () => {
    const bundle = JSON.parse(readFileSync(`${MANIFEST.l10n}/bundle.l10n.json`, "utf8")) as Readonly<
      Record<string, string>
    >;
    expect(bundle).toEqual(Object.fromEntries(Object.values(WORDS).map((sentence) => [sentence, sentence])));
  });
});
