import type { LimitName, Limits } from "../dialect/index.ts";
import { DEFAULT_LIMITS, LIMITS } from "../dialect/index.ts";
import { RESULT_CHARS } from "../pipeline/present.ts";
import { COMPOSED_RESULT_CHARS } from "../script/settle-script.ts";

/** One setting: what front ends show and check. Numbers are whole and from `min` to `max`. */
export type SettingRecord =
  | {
      readonly type: "number";
      readonly default: number;
      readonly min: number;
      readonly max: number;
      readonly unit: string;
      readonly doc: string;
    }
  | { readonly type: "choice"; readonly default: string; readonly choices: readonly string[]; readonly doc: string }
  | { readonly type: "names"; readonly default: readonly string[]; readonly max: number; readonly doc: string };

/** The settings that are not limits of the dialect. */
const OWN = {
  "script.parallelism": {
    type: "number",
    default: 4,
    min: 1,
    max: 64,
    unit: "calls",
    doc: "Calls of one parallel form that run at the same time (R224).",
  },
  "script.result-chars": {
    type: "number",
    default: COMPOSED_RESULT_CHARS,
    min: 1_000,
    max: RESULT_CHARS,
    unit: "characters",
    doc: "A composed script's result that the model gets whole; a longer one is kept, and its head and tail are given (2.9).",
  },
  "script.admitted-tools": {
    type: "names",
    default: [],
    max: 200,
    doc: "Standalone-only tools that may also be called within a script, by the name that scripts use.",
  },
  "storage.artifact-bytes": {
    type: "number",
    default: 1_073_741_824,
    min: 16_777_216,
    max: 1_099_511_627_776,
    unit: "bytes",
    doc: "Long results and former contents of files that are kept; the longest unused go first.",
  },
  "storage.artifact-days": {
    type: "number",
    default: 30,
    min: 0,
    max: 3_650,
    unit: "days",
    doc: "For so long a kept result is not given up, whatever the quota.",
  },
  "permissions.mode": {
    type: "choice",
    default: "ask",
    choices: ["ask", "edits", "plan", "full-auto"],
    doc: "How much is allowed without asking when a session begins.",
  },
} as const satisfies Readonly<Record<string, SettingRecord>>;

type OwnName = keyof typeof OWN;

/** The name of a setting; those of the dialect's budgets are `script.` and the budget's name. */
export type SettingName = OwnName | `script.${LimitName}`;

/** Every setting of a session in one table (A38): the front ends' settings are made from it. */
export const SETTINGS: Readonly<Record<SettingName, SettingRecord>> = { ...OWN, ...limitSettings() };

function limitSettings(): Record<`script.${LimitName}`, SettingRecord> {
  const entries = Object.entries(LIMITS).map(([name, record]) => {
    const { max, unit, counts } = record;
    const doc = `Budget of a script: ${counts}.`;
    return [`script.${name}`, { type: "number", default: record.default, min: 0, max, unit, doc } as const] as const;
  });
  return Object.fromEntries(entries) as Record<`script.${LimitName}`, SettingRecord>;
}

/** Checked settings. */
export interface Settings {
  readonly limits: Limits;
  readonly parallelism: number;
  readonly resultChars: number;
  readonly admittedTools: ReadonlySet<string>;
  readonly artifactBytes: number;
  readonly artifactDays: number;
  readonly mode: "ask" | "edits" | "plan" | "full-auto";
}

/** What all settings are when nobody sets any. */
export const DEFAULT_SETTINGS: Settings = {
  limits: DEFAULT_LIMITS,
  parallelism: OWN["script.parallelism"].default,
  resultChars: OWN["script.result-chars"].default,
  admittedTools: new Set(),
  artifactBytes: OWN["storage.artifact-bytes"].default,
  artifactDays: OWN["storage.artifact-days"].default,
  mode: OWN["permissions.mode"].default,
};

/** Settings as they were given, checked; each problem is a sentence that names the setting and what it takes. */
export interface ReadSettings {
  readonly settings: Settings;
  readonly problems: readonly string[];
}

/** Reads settings by name. A setting with a problem keeps its default, so that one mistake does not lose the others. */
export function readSettings(values: Readonly<Record<string, unknown>>): ReadSettings {
  const problems: string[] = [];
  const taken = new Map<string, unknown>();
  for (const [name, value] of Object.entries(values)) {
    const problem = settingProblem(name, value);
    if (problem === undefined) taken.set(name, value);
    else problems.push(problem);
  }
  const numberOf = (name: SettingName): number => (taken.get(name) ?? SETTINGS[name].default) as number;
  const names = Object.keys(LIMITS) as LimitName[];
  const settings: Settings = {
    limits: Object.fromEntries(names.map((name) => [name, numberOf(`script.${name}`)])) as Limits,
    parallelism: numberOf("script.parallelism"),
    resultChars: numberOf("script.result-chars"),
    admittedTools: new Set((taken.get("script.admitted-tools") ?? []) as readonly string[]),
    artifactBytes: numberOf("storage.artifact-bytes"),
    artifactDays: numberOf("storage.artifact-days"),
    mode: (taken.get("permissions.mode") as Settings["mode"] | undefined) ?? DEFAULT_SETTINGS.mode,
  };
  return { settings, problems };
}

/** Why a setting cannot have this value, or undefined when it can. */
export function settingProblem(name: string, value: unknown): string | undefined {
  if (!Object.hasOwn(SETTINGS, name)) {
    return `there is no setting ${name}; the settings are ${Object.keys(SETTINGS).join(", ")}`;
  }
  const record = SETTINGS[name as SettingName];
  return takes(record, value) ? undefined : `${name} takes ${whatItTakes(record)}`;
}

function takes(record: SettingRecord, value: unknown): boolean {
  switch (record.type) {
    case "number":
      return Number.isSafeInteger(value) && (value as number) >= record.min && (value as number) <= record.max;
    case "choice":
      return record.choices.some((choice) => choice === value);
    case "names":
      return Array.isArray(value) && value.length <= record.max && value.every((item) => typeof item === "string");
  }
}

function whatItTakes(record: SettingRecord): string {
  switch (record.type) {
    case "number":
      return `a whole number of ${record.unit} from ${record.min} to ${record.max}`;
    case "choice":
      return `one of ${record.choices.join(", ")}`;
    case "names":
      return `a list of at most ${record.max} names`;
  }
}
