import type { CliIo } from "../../../src/apps/cli/io.ts";
import { FileError } from "../../../src/apps/cli/io.ts";
import { runCli } from "../../../src/apps/cli/run-cli.ts";

/** What a command line may find. */
export interface World {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly colours?: boolean;
  readonly outIsTerminal?: boolean;
  /** Milliseconds that each look at the clock adds. */
  readonly tick?: number;
  readonly home?: string;
  /** Presses Ctrl-C when the command begins to listen for it. */
  readonly interrupts?: boolean;
}

/** What a command line did. */
export interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Files after it, as text. */
  readonly files: Readonly<Record<string, string>>;
}

/** Runs a command line in memory. */
export async function run(argv: readonly string[], world: World = {}): Promise<Result> {
  const memory = memoryIo(world);
  const code = await runCli(argv, memory.io);
  return { code, out: memory.out(), err: memory.err(), files: memory.files() };
}

/** Runs a command line with `--json` and answers the objects it wrote. */
export async function runJson(argv: readonly string[], world: World = {}): Promise<readonly unknown[]> {
  const { out } = await run([...argv, "--json"], world);
  return out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

/** An in-memory world and what became of it. */
export function memoryIo(world: World): {
  io: CliIo;
  out: () => string;
  err: () => string;
  files: () => Record<string, string>;
} {
  const written = { out: "", err: "" };
  const files = new Map(Object.entries(world.files ?? {}).map(([path, content]) => [path, bytesOf(content)]));
  let time = 0;
  const io: CliIo = {
    stdin: chunksOf(bytesOf(world.stdin ?? "")),
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    files: {
      exists: (path) => files.has(path),
      read(path, maxBytes) {
        const bytes = files.get(path);
        if (bytes === undefined) throw new FileError(`${path} cannot be read: there is no such file.`);
        if (bytes.length > maxBytes)
          throw new FileError(`${path} has more than ${maxBytes} bytes (limit max-file-bytes).`);
        return bytes;
      },
      write: (path, text) => void files.set(path, bytesOf(text)),
    },
    now: () => {
      time += world.tick ?? 0;
      return time;
    },
    env: world.env ?? {},
    platform: "linux",
    home: world.home ?? "/home/ada",
    outIsTerminal: world.outIsTerminal ?? false,
    colours: { out: world.colours ?? false, err: world.colours ?? false },
    onInterrupt: (listener) => {
      if (world.interrupts === true) listener();
      return () => undefined;
    },
  };
  const texts = (): Record<string, string> =>
    Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString("utf8")]));
  return { io, out: () => written.out, err: () => written.err, files: texts };
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

/** The bytes in uneven pieces, as streams deliver them. */
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size % 7) + 1) {
    await Promise.resolve();
    yield bytes.subarray(at, at + size);
  }
}
