import { describe, expect, it } from "vitest";
import { createCancelSource, NEVER } from "../../src/base/cancel.ts";
import type { ProcessSpec } from "../../src/ports/processes.ts";
import type { ContractHost, MakeHost } from "./contract-host.ts";
import { withHost } from "./contract-host.ts";

/** Commands of which a host under contract that only plays commands has to know the effect. */
export const COMMANDS = {
  greet: "printf 'hi there'",
  fail: "exit 3",
  copy: "cat",
  mixed: "printf out; printf err >&2",
  lines: "for n in 0 1 2 3 4 5 6 7 8 9; do printf '%s' \"$n$n$n$n$n$n$n$n$n$n\"; done",
  wait: "sleep 600",
} as const;

/** What every host's processes promise. */
export function processesContract(make: MakeHost): void {
  const rule = (title: string, work: (made: ContractHost) => Promise<void>) =>
    it(title, () => withHost(make, {}, work));
  const run = async ({ host, root }: ContractHost, spec: Pick<ProcessSpec, "command"> & Partial<ProcessSpec>) => {
    const started = host.processes.start({ cwd: root, timeoutMs: 60_000, keepChars: 1_000, ...spec }, NEVER);
    const end = await started.done;
    return { end, output: started.output() };
  };

  describe("a command", () => {
    rule("ends with its exit code, and its output is there", async (made) => {
      const { end, output } = await run(made, { command: COMMANDS.greet });
      expect(end).toEqual({ end: "exited", code: 0 });
      expect(output).toEqual({ head: "hi there", tail: "", omitted: 0, bytes: 8, file: undefined });
      expect((await run(made, { command: COMMANDS.fail })).end).toEqual({ end: "exited", code: 3 });
    });

    rule("gets the input it is given, and else none", async (made) => {
      expect((await run(made, { command: COMMANDS.copy, input: "grüße 日本" })).output.head).toBe("grüße 日本");
      expect((await run(made, { command: COMMANDS.copy })).output.head).toBe("");
    });

    rule("has both streams in one, in order, or apart", async (made) => {
      expect((await run(made, { command: COMMANDS.mixed })).output).toMatchObject({ head: "outerr", bytes: 6 });
      const { output } = await run(made, { command: COMMANDS.mixed, apart: true });
      expect(output).toMatchObject({ head: "out", errors: "err", bytes: 3 });
    });

    rule("keeps head and tail of an output that is too long, and says how much lies between", async (made) => {
      const { output } = await run(made, { command: COMMANDS.lines, keepChars: 20 });
      expect(output).toMatchObject({ head: "0000000000", tail: "9999999999", omitted: 80, bytes: 100 });
    });

    rule("is listed while it runs and no longer", async ({ host, root }) => {
      const source = createCancelSource();
      const spec = { command: COMMANDS.wait, cwd: root, timeoutMs: 60_000, keepChars: 100 };
      const started = host.processes.start(spec, source.token);
      expect(host.processes.running().map(({ id }) => id)).toEqual([started.id]);
      source.cancel("enough");
      expect(await started.done).toEqual({ end: "cancelled" });
      expect(host.processes.running()).toEqual([]);
    });

    rule("is not started when it was cancelled before", async ({ host, root }) => {
      const source = createCancelSource();
      source.cancel("never mind");
      const spec = { command: COMMANDS.greet, cwd: root, timeoutMs: 60_000, keepChars: 100 };
      const started = host.processes.start(spec, source.token);
      expect(await started.done).toEqual({ end: "cancelled" });
      expect(started.output().bytes).toBe(0);
    });

    rule("has a name of its own", async ({ host, root }) => {
      const spec = { command: COMMANDS.greet, cwd: root, timeoutMs: 60_000, keepChars: 100 };
      const started = Array.from({ length: 5 }, () => host.processes.start(spec, NEVER));
      expect(new Set(started.map(({ id }) => id)).size).toBe(5);
      await Promise.all(started.map(({ done }) => done));
    });
  });
}
