import type { ReferenceEntry, ReferenceTopic } from "../../dialect/reference.ts";
import { reference, referenceEntry, referenceEverywhere, referenceTopic } from "../../dialect/reference.ts";
import { nearestOf } from "../../dialect/nearest.ts";
import type { Painter } from "./colours.ts";
import { painter } from "./colours.ts";
import type { Command, Invocation } from "./command.ts";
import { fold } from "./help.ts";
import type { CliIo } from "./io.ts";
import { EXIT } from "./io.ts";
import { writeJson } from "./report.ts";

/** `toolcall reference`. */
export const referenceCommand: Command = {
  name: "reference",
  operands: "[TOPIC [NAME]]",
  min: 0,
  max: 2,
  summary: "look up the dialect: forms, primitives, reader, limits and more",
  details: [
    "Without an argument the topics are listed, with a topic its entries, with a topic and a name that entry with its examples and their values. A single argument that is no topic is looked up in all topics.",
    "With --json: {ok, topics}, {ok, topic, entries} or {ok, known, topic, entry}; an unknown name gives {ok: false, known: false, nearest}. Exit code 1 for an unknown name.",
  ],
  options: [],
  examples: [
    "toolcall reference",
    "toolcall reference procedures",
    "toolcall reference procedures split-string",
    "toolcall reference mapcar",
  ],
  run: runReference,
};

function runReference({ operands, json, io }: Invocation): number {
  const [topicName, name] = operands;
  if (topicName === undefined) return listTopics(json, io);
  const topic = referenceTopic(topicName);
  if (topic === undefined)
    return name === undefined ? anywhere(topicName, json, io) : unknownTopic(topicName, json, io);
  if (name === undefined) return listEntries(topic, json, io);
  const found = referenceEntry(topic, name);
  if (!found.known) return unknown(`${topic.name} has no entry ${name}`, found.nearest, json, io);
  if (json) writeJson(io, { ok: true, known: true, topic: topic.name, entry: entryJson(found.entry) });
  else io.out(entryText(topic, found.entry, painter(io.colours.out)));
  return EXIT.ok;
}

function listTopics(json: boolean, io: CliIo): number {
  const topics = reference();
  if (json) {
    writeJson(io, {
      ok: true,
      topics: topics.map(({ name, summary, entries }) => ({ name, summary, entries: entries.length })),
    });
    return EXIT.ok;
  }
  const paint = painter(io.colours.out);
  const lines = topics.map(
    ({ name, summary, entries }) => `  ${paint("bold", name.padEnd(14))} ${summary} (${entries.length})`,
  );
  io.out(`${lines.join("\n")}\n\nMore: toolcall reference TOPIC, toolcall reference TOPIC NAME\n`);
  return EXIT.ok;
}

function listEntries(topic: ReferenceTopic, json: boolean, io: CliIo): number {
  if (json) {
    writeJson(io, { ok: true, topic: topic.name, entries: topic.entries.map(entryJson) });
    return EXIT.ok;
  }
  const paint = painter(io.colours.out);
  const lines = topic.entries.map((entry) => {
    const head = entry.signature === "" || entry.signature.startsWith("--") ? entry.name : entry.signature;
    const label = head.startsWith("(") ? head : `${entry.name}${head === entry.name ? "" : `  ${head}`}`;
    return `  ${paint("bold", label)}\n${fold(entry.doc, 6).join("\n")}`;
  });
  io.out(`${topic.summary}\n\n${lines.join("\n")}\n`);
  return EXIT.ok;
}

/** A lone argument that is no topic: the entries of that name in all topics. */
function anywhere(name: string, json: boolean, io: CliIo): number {
  const found = referenceEverywhere(name);
  if (found.length === 0) return unknownTopic(name, json, io);
  if (json) {
    const entries = found.map(([topic, entry]) => ({ topic: topic.name, ...entryJson(entry) }));
    writeJson(io, { ok: true, known: true, entries });
  } else io.out(found.map(([topic, entry]) => entryText(topic, entry, painter(io.colours.out))).join("\n"));
  return EXIT.ok;
}

function unknownTopic(name: string, json: boolean, io: CliIo): number {
  const topics = reference();
  const names = [
    ...topics.map((topic) => topic.name),
    ...topics.flatMap((topic) => topic.entries.map((entry) => entry.name)),
  ];
  const list = `the topics are ${topics.map((topic) => topic.name).join(", ")}`;
  return unknown(`there is no topic or entry ${name}; ${list}`, nearestOf(name, names), json, io);
}

function unknown(message: string, nearest: string | undefined, json: boolean, io: CliIo): number {
  if (json) writeJson(io, { ok: false, known: false, message, nearest });
  else io.err(`${message}.${nearest === undefined ? "" : ` Did you mean ${nearest}?`}\n`);
  return EXIT.script;
}

function entryJson({
  name,
  disposition,
  signature,
  doc,
  examples,
  facts,
}: ReferenceEntry): Readonly<Record<string, unknown>> {
  return {
    name,
    disposition,
    ...(signature !== "" && { signature }),
    doc,
    examples: examples.map(([script, value]) => ({ script, value })),
    ...Object.fromEntries(facts),
  };
}

/** An entry as a person reads it. */
export function entryText(topic: ReferenceTopic, entry: ReferenceEntry, paint: Painter): string {
  const { name, disposition, signature, doc, examples, facts } = entry;
  const heading = signature === "" ? name : signature.startsWith("(") ? signature : `${name}  ${signature}`;
  return [
    `${paint("bold", heading)}  ${paint("dim", disposition === "absent" ? "left out" : topic.name)}`,
    ...fold(doc, 2),
    ...facts.flatMap(([label, text]) => fold(`${label}: ${text}`, 2)),
    ...(examples.length > 0 ? [""] : []),
    ...examples.map(([script, value]) => `  ${script}\n    ${paint("cyan", `=> ${value}`)}`),
    "",
  ].join("\n");
}
