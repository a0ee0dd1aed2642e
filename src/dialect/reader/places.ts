import type { Pair } from "../values.ts";

/**
 * Where each list cell of a text came from: cells and offsets as they were found, made into a map when the first
 * question is asked, because making it costs as much as reading the text.
 */
export class Places implements ReadonlyMap<Pair, number> {
  private readonly cells: Pair[];
  private readonly offsets: number[];
  private known: Map<Pair, number> | undefined;

  /** `cells` and `offsets` go together by index; they are the map's own from here on. */
  constructor(cells: Pair[], offsets: number[]) {
    this.cells = cells;
    this.offsets = offsets;
    this.known = undefined;
  }

  private map(): Map<Pair, number> {
    if (this.known === undefined) {
      const map = new Map<Pair, number>();
      for (let i = 0; i < this.cells.length; i++) map.set(this.cells[i] as Pair, this.offsets[i] as number);
      this.known = map;
    }
    return this.known;
  }

  /** Gives a cell made later, such as a copy of one from the text, its place. */
  set(cell: Pair, offset: number): this {
    this.map().set(cell, offset);
    return this;
  }

  get size(): number {
    return this.known?.size ?? this.cells.length;
  }

  get(cell: Pair): number | undefined {
    return this.map().get(cell);
  }

  has(cell: Pair): boolean {
    return this.map().has(cell);
  }

  forEach(callback: (offset: number, cell: Pair, map: ReadonlyMap<Pair, number>) => void): void {
    this.map().forEach(callback);
  }

  entries(): MapIterator<[Pair, number]> {
    return this.map().entries();
  }

  keys(): MapIterator<Pair> {
    return this.map().keys();
  }

  values(): MapIterator<number> {
    return this.map().values();
  }

  [Symbol.iterator](): MapIterator<[Pair, number]> {
    return this.entries();
  }
}
