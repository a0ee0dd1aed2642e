/** A bug in this program, never a mistake in a script; caught at program edges only. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
}

/** Throws `InvariantError` unless `condition` holds. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new InvariantError(message);
}
