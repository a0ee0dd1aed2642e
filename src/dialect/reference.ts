import { CONVENIENCES } from "./conveniences.ts";
import type { DiagnosticRecord } from "./diagnostics.ts";
import { DIAGNOSTICS } from "./diagnostics.ts";
import type { Form } from "./forms.ts";
import { FORMS } from "./forms.ts";
import type { LimitRecord } from "./limits.ts";
import { LIMITS } from "./limits.ts";
import { idiomFor, nearestOf } from "./nearest.ts";
import type { Example } from "./primitive.ts";
import { PRIMITIVES } from "./primitives.ts";
import type { ProseEntry } from "./reference-prose.ts";
import {
  ABSENT_PROCEDURES,
  DEFINITION_ENTRIES,
  READER_ENTRIES,
  REGEXP_ENTRIES,
  ROUTE_ENTRIES,
  TOOL_ENTRIES,
} from "./reference-prose.ts";

/** What the manual says about one name (R307–R310). */
export interface ReferenceEntry {
  readonly name: string;
  /** `absent` for a name of other Lisps that is left out; `doc` then says what to do instead. */
  readonly disposition: "present" | "absent";
  /** How it is written; empty where there is nothing to write. */
  readonly signature: string;
  readonly doc: string;
  readonly examples: readonly Example[];
  /** Further facts as label and text, such as a limit's default. */
  readonly facts: readonly (readonly [label: string, text: string])[];
}

/** One topic of the manual with its entries in order. */
export interface ReferenceTopic {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly entries: readonly ReferenceEntry[];
}

/** What looking a name up gives. */
export type Lookup =
  | { readonly known: true; readonly entry: ReferenceEntry }
  | { readonly known: false; readonly nearest: string | undefined };

/** The whole manual, made from the tables. */
export function reference(): readonly ReferenceTopic[] {
  return [
    {
      name: "forms",
      summary: "The special forms.",
      entries: Object.entries(FORMS).map(([name, form]) => formEntry(name, form)),
    },
    {
      name: "conveniences",
      summary: "Short forms that expand into special forms, and the backquote.",
      entries: [...conveniences(), ...named(READER_ENTRIES, "backquote")],
    },
    {
      name: "procedures",
      summary: "The primitives: functions that are always there.",
      entries: [...PRIMITIVES.values()].map(({ name, signature, doc, examples }) =>
        entry({ name, signature, doc, examples }),
      ),
    },
    {
      name: "definitions",
      summary: "Functions and macros that a script defines.",
      entries: DEFINITION_ENTRIES.map(entry),
    },
    { name: "reader", summary: "How text becomes data, and data text.", entries: READER_ENTRIES.map(entry) },
    { name: "regexps", summary: "The regexps and what bounds them.", entries: REGEXP_ENTRIES.map(entry) },
    { name: "tools", summary: "Calling tools.", entries: TOOL_ENTRIES.map(entry) },
    {
      name: "resources",
      summary: "The budgets of a script; going over one ends it.",
      entries: Object.entries(LIMITS).map(([name, record]) => limitEntry(name, record)),
    },
    { name: "routes", summary: "The two evaluators.", entries: ROUTE_ENTRIES.map(entry) },
    {
      name: "diagnostics",
      summary: "Everything that can be wrong, by code.",
      entries: Object.entries(DIAGNOSTICS).map(([code, record]) => diagnosticEntry(code, record)),
    },
  ];
}

/** The topic of that name, or undefined. */
export function referenceTopic(name: string): ReferenceTopic | undefined {
  return reference().find((topic) => topic.name === name);
}

/** Looks an exact name up in a topic; among the procedures also those that are left out on purpose. */
export function referenceEntry(topic: ReferenceTopic, name: string): Lookup {
  const found = topic.entries.find((candidate) => candidate.name === name);
  if (found !== undefined) return { known: true, entry: found };
  const instead = topic.name === "procedures" ? absentProcedure(name) : undefined;
  if (instead !== undefined) {
    return { known: true, entry: { ...entry({ name, doc: instead, examples: [] }), disposition: "absent" } };
  }
  return {
    known: false,
    nearest: nearestOf(
      name,
      topic.entries.map((candidate) => candidate.name),
    ),
  };
}

/** Every topic's entry of that name; a name such as `parallel` has several. */
export function referenceEverywhere(
  name: string,
): readonly (readonly [topic: ReferenceTopic, entry: ReferenceEntry])[] {
  return reference().flatMap((topic) => {
    const found = referenceEntry(topic, name);
    return found.known ? [[topic, found.entry] as const] : [];
  });
}

/** Why a procedure of other Lisps is left out and what to write instead, or undefined. */
function absentProcedure(name: string): string | undefined {
  if (Object.hasOwn(ABSENT_PROCEDURES, name)) return ABSENT_PROCEDURES[name];
  const idiom = idiomFor(name);
  return idiom === undefined ? undefined : `Not part of the dialect: ${idiom}.`;
}

function entry(prose: ProseEntry): ReferenceEntry {
  return { disposition: "present", facts: [], ...prose, signature: prose.signature ?? "" };
}

function named(entries: readonly ProseEntry[], name: string): readonly ReferenceEntry[] {
  return entries.filter((prose) => prose.name === name).map(entry);
}

function formEntry(name: string, { shape, doc, examples }: Pick<Form, "shape" | "doc" | "examples">): ReferenceEntry {
  return entry({ name, signature: shape, doc, examples });
}

function conveniences(): readonly ReferenceEntry[] {
  return Object.entries(CONVENIENCES).map(([name, convenience]) => formEntry(name, convenience));
}

function limitEntry(name: string, record: LimitRecord): ReferenceEntry {
  return {
    ...entry({ name, signature: `--limit ${name}=N`, doc: `It counts ${record.counts}.`, examples: [] }),
    facts: [
      ["default", `${record.default} ${record.unit}`],
      ["largest", `${record.max} ${record.unit}`],
      ["error kind", record.kind],
    ],
  };
}

function diagnosticEntry(code: string, record: DiagnosticRecord): ReferenceEntry {
  const { wrong, right } = record.example ?? {};
  return {
    ...entry({ name: code, doc: record.condition, examples: [] }),
    facts: [
      ["severity", record.severity],
      ["phase", record.phase],
      ["family", record.family],
      ["message", record.message],
      ...(record.expected === undefined ? [] : [["expected", record.expected] as const]),
      ["remedy", record.remedy],
      ...(wrong === undefined ? [] : [["wrong", wrong] as const]),
      ...(right === undefined ? [] : [["right", right] as const]),
    ],
  };
}
