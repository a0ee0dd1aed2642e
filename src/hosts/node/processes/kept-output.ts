/** Text of a stream: its head and its tail, and how much lies between them. */
export interface KeptText {
  readonly head: string;
  readonly tail: string;
  readonly omitted: number;
}

/** Keeps the head and the tail of a stream of text. */
export interface KeptOutput {
  readonly add: (text: string) => void;
  readonly text: () => KeptText;
}

/** Whether a text would be cut inside a surrogate pair at `index`. */
function splitsPair(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return index > 0 && index < text.length && code >= 0xdc00 && code <= 0xdfff;
}

/** Keeps at most `limit` characters: half at the head, half at the tail. Never more than twice that is in memory. */
export function createKeptOutput(limit: number): KeptOutput {
  const headLimit = Math.ceil(limit / 2);
  const tailLimit = Math.floor(limit / 2);
  let head = "";
  let tail = "";
  let dropped = 0;
  let isHeadFull = false;

  const shorten = (text: string): string => {
    if (text.length <= tailLimit) return text;
    let cut = text.length - tailLimit;
    if (splitsPair(text, cut)) cut += 1;
    dropped += cut;
    return text.slice(cut);
  };
  const add = (text: string): void => {
    let rest = text;
    if (!isHeadFull) {
      const room = headLimit - head.length;
      const cut = splitsPair(text, room) ? room - 1 : room;
      head += text.slice(0, cut);
      rest = text.slice(cut);
      isHeadFull = rest !== "";
    }
    tail += rest;
    // Cut now and then, so that each character is copied a bounded number of times.
    if (tail.length > 2 * tailLimit) tail = shorten(tail);
  };
  return {
    add,
    text: () => {
      tail = shorten(tail);
      return dropped === 0 ? { head: head + tail, tail: "", omitted: 0 } : { head, tail, omitted: dropped };
    },
  };
}
