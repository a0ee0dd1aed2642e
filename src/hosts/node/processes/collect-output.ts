import { unlinkSync } from "node:fs";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { ProcessOutput } from "../../../ports/processes.ts";
import { createKeptOutput } from "./kept-output.ts";
import { createOutputFile } from "./output-file.ts";

/** How output is collected. */
export interface CollectOptions {
  /** Characters kept in memory. */
  readonly keepChars: number;
  /** Where all of it goes when that is not enough. */
  readonly path: string;
  readonly apart: boolean;
}

/** The output of a process while it comes in. */
export interface Collector {
  readonly output: () => ProcessOutput;
  /** Time since anything came in, in ms. */
  readonly idle: () => number;
  /** Whether it is us who keep the process waiting, because the disk is slower than it. */
  readonly isWaiting: () => boolean;
  /** Takes no more and settles when everything taken is on disk. */
  readonly end: () => Promise<void>;
}

/** Collects what the streams of a process bring, decoded as UTF-8 wherever it is cut into chunks. */
export function collectOutput(stdout: Readable, stderr: Readable, options: CollectOptions): Collector {
  const kept = createKeptOutput(options.keepChars);
  // Only its head is asked for.
  const errors = createKeptOutput(2 * options.keepChars);
  let bytes = 0;
  let isWaiting = false;
  let latest = performance.now();
  const resume = (): void => {
    isWaiting = false;
    latest = performance.now();
    stdout.resume();
    stderr.resume();
  };
  const file = createOutputFile({ path: options.path, memoryBytes: options.keepChars, onDrained: resume });
  const follow = (
    stream: Readable,
    target: { readonly add: (text: string) => void },
    isMain: boolean,
  ): StringDecoder => {
    const decoder = new StringDecoder("utf8");
    stream.on("data", (chunk: Buffer) => {
      latest = performance.now();
      target.add(decoder.write(chunk));
      if (!isMain) return;
      bytes += chunk.length;
      if (!file.add(chunk)) return;
      isWaiting = true;
      stdout.pause();
      stderr.pause();
    });
    return decoder;
  };
  const main = follow(stdout, kept, true);
  const second = follow(stderr, options.apart ? errors : kept, !options.apart);
  return {
    output: () => {
      const text = kept.text();
      const shown = { ...text, bytes, file: text.omitted > 0 ? file.path() : undefined };
      return options.apart ? { ...shown, errors: errors.text().head } : shown;
    },
    idle: () => performance.now() - latest,
    isWaiting: () => isWaiting,
    end: async () => {
      stdout.destroy();
      stderr.destroy();
      kept.add(main.end());
      (options.apart ? errors : kept).add(second.end());
      await file.end();
      const path = file.path();
      // Many bytes can be few characters.
      if (path !== undefined && kept.text().omitted === 0) unlinkSync(path);
    },
  };
}
