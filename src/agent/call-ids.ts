import { CALL_ID } from "../ports/model.ts";
import { envelopeOf } from "../protocol/view.ts";

/** Names calls that models ask for. */
export interface CallIds {
  /** The provider's id where it can be kept, else one of ours: ids are unique, and every wire takes them. */
  readonly take: (given: string) => string;
}

/** Ids beside those that `taken` knows; `make` makes one of ours. */
export function createCallIds(taken: (id: string) => boolean, make: () => string): CallIds {
  const given = new Set<string>();
  const isFree = (id: string): boolean => !given.has(id) && !taken(id);
  return {
    take: (id) => {
      let chosen = id;
      while (!CALL_ID.test(chosen) || envelopeOf(chosen) !== undefined || !isFree(chosen)) chosen = make();
      given.add(chosen);
      return chosen;
    },
  };
}
