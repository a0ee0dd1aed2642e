import { Linter } from "eslint";
import { parser } from "typescript-eslint";
import { describe, expect, it } from "vitest";
import { documentedExports } from "../../src/build/documented-exports.mjs";

function findings(code: string): string[] {
  const config: Linter.Config = {
    languageOptions: { parser },
    plugins: { house: { rules: { "documented-exports": documentedExports } } },
    rules: { "house/documented-exports": "error" },
  };
  return new Linter().verify(code, config).map(({ message }) => /The exported (\S+)/.exec(message)?.[1] ?? message);
}

describe("documented-exports", () => {
  it.each([
    ["a documented function", "/** Adds. */\nexport function add(): void {}", []],
    ["a function without words", "export function add(): void {}", ["add"]],
    ["a comment that is no doc comment", "// Adds.\nexport function add(): void {}", ["add"]],
    ["a plain block comment", "/* Adds. */\nexport const one = [1];", ["one"]],
    ["a constant that is one number", "export const ADD = 4;", []],
    ["a type", "export type Width = 1 | 2;", ["Width"]],
    ["a class", "export class Meter {}", ["Meter"]],
    ["a destructured constant", "export const [a] = [1];", ["declaration"]],
    ["names that are exported again", 'export { add } from "./add.ts";', []],
    ["what stays inside", "function add(): void {}", []],
    ["overloads", "/** Adds. */\nexport function add(a: 1): 1;\nexport function add(a: 2): 2;", []],
    ["another function after it", "/** A. */\nexport function a(): void {}\nexport function b(): void {}", ["b"]],
  ])("judges %s", (_, code, expected) => {
    expect(findings(code)).toEqual(expected);
  });
});
