import type { Pair } from "../values.ts";
import type { State } from "./state.ts";

/**
 * Where the element in a cell's car stands in the source: its own place, else that of the cell it stands for in an
 * expansion, else that of the macro call the running code came from. Only asked for when something failed or is called.
 */
export function placeIn(state: State, cell: Pair): number | undefined {
  const { places } = state.context.checked.program;
  const own = places.get(cell);
  if (own !== undefined) return own;
  const { moves, from } = state.proto;
  let at = cell;
  // An expansion inside an expansion: follow the cells outwards. The innermost was added last.
  for (const move of moves.toReversed()) {
    const found = move.find(({ to }) => to === at);
    if (found === undefined) continue;
    const place = places.get(found.from);
    if (place !== undefined) return place;
    at = found.from;
  }
  return from === undefined ? undefined : places.get(from);
}
