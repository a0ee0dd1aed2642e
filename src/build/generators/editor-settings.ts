import { readFileSync } from "node:fs";
import type { PanelSettingRecord } from "../../agent/panel-settings.ts";
import { editorSettingName, PANEL_SETTINGS } from "../../agent/panel-settings.ts";
import type { SettingRecord } from "../../agent/settings.ts";
import { SETTINGS } from "../../agent/settings.ts";
import type { GeneratedFile } from "../generated-file.ts";
import { inRoot } from "../root.mjs";

/** Groups of settings in the editor, by how their names begin. */
const GROUPS = [
  ["panel.", "Panel"],
  ["permissions.", "Permissions"],
  ["script.", "Scripts"],
  ["storage.", "Storage"],
] as const;

/** Settings that no workspace may make: what is allowed is the person's choice, and what is kept the machine's. */
const SCOPES = { "permissions.": "application", "storage.": "machine" };

const TEXT_PREFIX = "setting.";

type AnyRecord = SettingRecord | PanelSettingRecord;
type Json = Readonly<Record<string, unknown>>;

/** The manifest's settings and their texts, from the tables that all front ends read; the rest of both files stays. */
export function generate(): GeneratedFile[] {
  const records: Readonly<Record<string, AnyRecord>> = { ...PANEL_SETTINGS, ...SETTINGS };
  const manifest = parse("package.json");
  const texts = parse("package.nls.json");
  const contributes = manifest["contributes"] as Json;
  const capabilities = manifest["capabilities"] as Record<string, Json>;
  const restricted = Object.keys(SETTINGS).map((name) => `toolcall.${editorSettingName(name)}`);
  const written = {
    ...manifest,
    capabilities: {
      ...capabilities,
      untrustedWorkspaces: { ...capabilities["untrustedWorkspaces"], restrictedConfigurations: restricted },
    },
    contributes: { ...contributes, configuration: GROUPS.map(([prefix, title]) => group(records, prefix, title)) },
  };
  const others = Object.entries(texts).filter(([key]) => !key.startsWith(TEXT_PREFIX));
  const docs = Object.entries(records).map(([name, { doc }]) => [textKey(name), withoutReferences(doc)] as const);
  return [
    { path: "package.json", text: JSON.stringify(written, null, 2) },
    { path: "package.nls.json", text: JSON.stringify(Object.fromEntries([...others, ...docs]), null, 2) },
  ];
}

function parse(path: string): Json {
  return JSON.parse(readFileSync(inRoot(path), "utf8")) as Json;
}

function group(records: Readonly<Record<string, AnyRecord>>, prefix: string, title: string): Json {
  const own = Object.entries(records).filter(([name]) => name.startsWith(prefix));
  return {
    title,
    properties: Object.fromEntries(
      own.map(([name, record]) => [`toolcall.${editorSettingName(name)}`, property(name, record)]),
    ),
  };
}

function property(name: string, record: AnyRecord): Json {
  return {
    ...typeOf(record),
    default: record.default,
    scope: Object.entries(SCOPES).find(([prefix]) => name.startsWith(prefix))?.[1] ?? "window",
    markdownDescription: `%${textKey(name)}%`,
  };
}

function typeOf(record: AnyRecord): Json {
  switch (record.type) {
    case "number":
      return { type: "integer", minimum: record.min, maximum: record.max };
    case "boolean":
      return { type: "boolean" };
    case "choice":
      return { type: "string", enum: record.choices };
    case "names":
      return { type: "array", items: { type: "string" }, maxItems: record.max, uniqueItems: true };
    case "choices":
      return { type: "object", additionalProperties: { type: "string", enum: record.choices } };
  }
}

function textKey(name: string): string {
  return `${TEXT_PREFIX}${name}`;
}

/** A text for persons: without the numbers of the requirements it came from. */
function withoutReferences(doc: string): string {
  return doc.replaceAll(/ \((?:[RA]?\d[\d., –-]*)\)/g, "");
}
