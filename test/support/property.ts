/**
 * How many runs a property gets: `TOOLCALL_PROPERTY_RUNS` when set, otherwise 2,000 where `CI=true` and 300 elsewhere.
 * Give it to fast-check as `fc.assert(property, { numRuns: RUNS })`.
 */
export const RUNS = runsFrom(process.env);

function runsFrom(env: NodeJS.ProcessEnv): number {
  const asked = Number(env["TOOLCALL_PROPERTY_RUNS"] ?? "");
  if (Number.isInteger(asked) && asked > 0) return asked;
  return env["CI"] === "true" ? 2_000 : 300;
}
