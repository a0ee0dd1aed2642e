import { describe, expect, it } from "vitest";
import { createCancelSource, NEVER } from "../../src/base/cancel.ts";
import type { MakeHost } from "./contract-host.ts";
import { withHost } from "./contract-host.ts";

/** What every host's clock promises. */
export function clockContract(make: MakeHost): void {
  describe("the clock", () => {
    it("never goes back", () =>
      withHost(make, {}, async ({ host: { clock } }) => {
        const first = clock.elapsed();
        await clock.yield();
        expect(clock.elapsed()).toBeGreaterThanOrEqual(first);
        expect(clock.now()).toBeGreaterThan(Date.UTC(2020, 0));
      }));

    it("wakes a sleeper at once when it is cancelled, before or while it sleeps", () =>
      withHost(make, {}, async ({ host: { clock } }) => {
        const source = createCancelSource();
        const sleep = clock.sleep(3_600_000, source.token);
        source.cancel("enough");
        await sleep;
        await clock.sleep(3_600_000, source.token);
      }));

    it("wakes a sleeper at once when there is nothing to wait for", () =>
      withHost(make, {}, async ({ host: { clock } }) => {
        await clock.sleep(0, NEVER);
        await clock.sleep(-5, NEVER);
      }));
  });
}
