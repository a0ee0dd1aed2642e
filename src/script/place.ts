/** Where a part of a call's arguments stands: the argument, then the keys and positions that lead into it. */
export interface Place {
  readonly tool: string;
  readonly step: string;
  readonly parent: Place | undefined;
  readonly depth: number;
  /** Whether the tool's contract is known; only then is undescribed data held to one spelling (A25). */
  readonly strict: boolean;
}

/** The place one level further in. */
export function inner(place: Place, step: string): Place {
  return { tool: place.tool, step, parent: place, depth: place.depth + 1, strict: place.strict };
}

/** The argument a place is in, as the subject of a sentence: `Read: argument :file_path`. */
export function top(place: Place): string {
  let outermost = place;
  while (outermost.parent !== undefined) outermost = outermost.parent;
  return `${outermost.tool}: argument ${outermost.step}`;
}

/** The place as the subject of a sentence; positions count from 0: `Probe: argument :payload, part :list 0 :label`. */
export function where(place: Place): string {
  const steps: string[] = [];
  for (let at = place; at.parent !== undefined; at = at.parent) steps.push(at.step);
  return steps.length === 0 ? top(place) : `${top(place)}, part ${steps.reverse().join(" ")}`;
}
