import type { ToolContext } from "../pipeline/tool.ts";

/** Most facts of one kind that a session remembers; the oldest go first. */
export const MAX_FACTS = 10_000;

/** Remembers a fact as the newest of its kind. */
export function rememberFact(facts: Map<string, string>, key: string, value: string): void {
  facts.delete(key);
  facts.set(key, value);
  if (facts.size <= MAX_FACTS) return;
  const [oldest] = facts.keys();
  if (oldest !== undefined) facts.delete(oldest);
}

/** Where a path really is, as `SessionFacts.seen` names it; the path itself where that cannot be told. */
export async function realPath(path: string, { host }: ToolContext): Promise<string> {
  const resolved = await host.files.resolve(path);
  return "real" in resolved ? resolved.real : path;
}
