import { spawn } from "node:child_process";

/** How much of a program's output an error tells. */
const TOLD_CHARACTERS = 1_500;

/** How a step is run. */
export interface StepOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
  /** After so long the step, and whatever it started, is ended. */
  readonly timeoutMs: number;
}

/** Runs a program to its end. Answers its standard output; rejects with the end of all it wrote when it fails or takes too long. */
export function runStep(command: string, args: readonly string[], options: StepOptions): Promise<string> {
  const { cwd, env = process.env, timeoutMs } = options;
  const isGroup = process.platform !== "win32";
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: isGroup });
  const kill = () => {
    if (child.pid !== undefined) killGroup(isGroup ? -child.pid : child.pid);
  };
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  process.once("exit", kill);
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      kill();
    }, timeoutMs);
    const settle = () => {
      clearTimeout(timer);
      process.off("exit", kill);
    };
    child.on("error", (error) => {
      settle();
      reject(new Error(`${command} cannot be started: ${error.message}`));
    });
    child.on("close", (code, signal) => {
      settle();
      if (code === 0) resolve(output);
      else {
        const end = isLate ? `took longer than ${timeoutMs} ms` : `ended with ${signal ?? code ?? "nothing"}`;
        const told = (output + errors).trim().slice(-TOLD_CHARACTERS);
        reject(new Error(`${[command, ...args].join(" ").slice(0, TOLD_CHARACTERS)} ${end}: ${told}`));
      }
    });
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
