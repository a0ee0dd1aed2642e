import { limitsOf, programText, timed } from "./engines.ts";
import { drive } from "./drive.ts";

/** Data sizes, as multiples of the program's own. */
const FACTORS = [1, 2, 4, 8];
const ROUNDS = 9;

/** A program with its data multiplied: only the count of generated items changes. */
export function scaled(program: "strings" | "lists", factor: number): string {
  const source = programText(program, "tcl") ?? "";
  return source.replace("(dotimes (i 2000)", `(dotimes (i ${2_000 * factor})`);
}

/** Prints how time grows with the data: linear growth doubles with it. */
export function growth(): void {
  console.log("\ngrowth of the vm's time with the data (×1 ×2 ×4 ×8), ratio to the size before; the bar is 2.3");
  for (const program of ["strings", "lists"] as const) {
    const limits = limitsOf(program);
    const best = FACTORS.map(() => Infinity);
    for (let round = 0; round < ROUNDS; round++) {
      FACTORS.forEach((factor, index) => {
        const source = scaled(program, factor);
        best[index] = Math.min(
          best[index] as number,
          timed(() => void drive(source, limits)),
        );
      });
    }
    const ratios = best.map((time, index) =>
      index === 0 ? "" : ` (×${(time / (best[index - 1] as number)).toFixed(2)})`,
    );
    console.log(
      `${program.padEnd(10)}${best.map((time, index) => `${time.toFixed(2)}${ratios[index] ?? ""}`).join("  ")}`,
    );
  }
}
