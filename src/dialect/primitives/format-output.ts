import type { Meter } from "../meter.ts";
import type { Str } from "../values.ts";

/** The text that `format` is building; every piece is charged before it is made. */
export class FormatOutput {
  declare text: string;
  /** Bytes of the text so far, and of the literal text that is still to come. */
  declare bytes: number;
  declare private readonly meter: Meter;

  constructor(meter: Meter, literalBytes: number) {
    this.text = "";
    this.bytes = literalBytes;
    this.meter = meter;
    this.reserve(0);
  }

  /** Fails when `bytes` more bytes would be over the value budget. */
  reserve(bytes: number): void {
    const sum = this.bytes + bytes;
    if (sum > this.meter.maxValueBytes) this.meter.size(1, sum);
    this.bytes = sum;
  }

  /** Adds text of ASCII characters. */
  addAscii(text: string): void {
    this.reserve(text.length);
    this.text += text;
  }

  /** Adds a whole string. */
  addString(value: Str): void {
    this.reserve(value.bytes);
    this.text += value.text;
  }

  /** Adds text that `reserve` has already accounted for. */
  addReserved(text: string): void {
    this.text += text;
  }
}
