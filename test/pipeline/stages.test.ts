import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { filesUnder } from "../../src/build/sources.mjs";
import type { Stop } from "../../src/pipeline/call.ts";
import type { PipelineContext } from "../../src/pipeline/context.ts";
import type { Hooked } from "../../src/pipeline/before-hooks.ts";
import { handle } from "../../src/pipeline/handle.ts";
import { permit } from "../../src/pipeline/permit.ts";
import type { Permitted } from "../../src/pipeline/permit.ts";
import { receive } from "../../src/pipeline/receive.ts";
import { snapshot } from "../../src/pipeline/snapshot.ts";
import { follow } from "../../src/pipeline/stage.ts";
import type { Validated } from "../../src/pipeline/validate.ts";
import { call, fakeTool, rig } from "./fakes.ts";

/** Source files of the product, with their text. */
const SOURCES = filesUnder("src", /\.ts$/).map((file) => ({ file, text: readFileSync(file, "utf8") }));

function filesWith(pattern: RegExp): string[] {
  return SOURCES.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
}

/** Calls that would leave a stage out. They are compiled and never made: each line has to be a type error. */
export function skipping(
  context: PipelineContext,
  validated: Validated,
  hooked: Hooked,
  permitted: Permitted,
): unknown[] {
  return [
    // @ts-expect-error -- hooks come before permission
    permit(context, validated),
    // @ts-expect-error -- permission comes before snapshots
    snapshot(context, hooked),
    // @ts-expect-error -- snapshots come before the handler
    handle(context, permitted),
    // @ts-expect-error -- nobody writes a permission down
    snapshot(context, { ...hooked, resources: [] }),
  ];
}

describe("the way to a handler", () => {
  it("is one: only the handler's stage runs a tool (report 8)", () => {
    expect(filesWith(/\btool\.run\(/)).toEqual(["src/pipeline/handle.ts"]);
  });

  it("leads through permission: only that stage makes a permitted call", () => {
    expect(filesWith(/\bas Permitted\b/)).toEqual(["src/pipeline/permit.ts"]);
  });

  it("is closed to a permission that was written by hand, whatever its type says", async () => {
    const { host, pipeline: _pipeline, events } = rig();
    const context = { host, emit: () => Promise.resolve(undefined), telemetry: () => undefined, trace: undefined };
    const received = receive(context as never, call(fakeTool("write")));
    const forged = { received, json: {}, input: { path: "a" }, resources: [] } as never as Permitted;
    const stopped = (await follow(context as never, forged, "snapshot", snapshot)) as Stop;
    expect(stopped).toMatchObject({
      stop: "failed",
      message: expect.stringContaining("without having been permitted") as string,
    });
    expect(events).toEqual([]);
  });
});
