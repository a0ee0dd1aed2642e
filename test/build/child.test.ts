import { describe, expect, it } from "vitest";
import { run } from "../../src/build/child.mjs";
import { ROOT } from "../../src/build/root.mjs";

const node = (script: string, env: Record<string, string> = {}) =>
  run(process.execPath, ["-e", script], { output: "kept", env });

describe("running a child program", () => {
  it("keeps what it writes to both streams", async () => {
    const { output } = await node('console.log("out"); console.error("err");');
    expect(output).toContain("out\n");
    expect(output).toContain("err\n");
  });

  it("passes on its exit code", async () => {
    expect((await node("process.exit(7)")).code).toBe(7);
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGKILL", 137],
  ])("answers 128 plus the signal's number when %s ended it", async (signal, code) => {
    expect((await node(`process.kill(process.pid, "${signal}"); setInterval(() => {}, 1000);`)).code).toBe(code);
  });

  it("runs it in the project's root, with the variables it is given", async () => {
    const { output } = await node("console.log(process.cwd(), process.env.TOOLCALL_WORD)", { TOOLCALL_WORD: "blue" });
    expect(output.trim()).toBe(`${ROOT} blue`);
  });

  it("is rejected when there is no such program", async () => {
    await expect(run("no-such-program-anywhere", [], { output: "kept" })).rejects.toThrow("ENOENT");
  });
});
