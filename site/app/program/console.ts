// The console of a program: lines that go to the page, each with the line of the program that printed it.
import { textOf } from "./inspect.ts";
import { lineOf } from "./lines.ts";
import type { FromProgram, Level } from "./messages.ts";

const MOST = 1000; // lines that are shown; the others are counted

const LEVELS: readonly [method: string, level: Level][] = [
  ["log", "log"],
  ["info", "log"],
  ["debug", "log"],
  ["dir", "log"],
  ["table", "log"],
  ["trace", "log"],
  ["warn", "warn"],
  ["error", "error"],
];

/** Returns what tells the page how many lines are not shown. */
export function replaceConsole(post: (message: FromProgram) => void): () => void {
  let printed = 0;
  const print = (level: Level, values: readonly unknown[]): void => {
    printed++;
    if (printed <= MOST) post({ print: textOf(values), level, line: lineIn(values) });
    else if (printed === MOST + 1) post({ more: 1 });
  };
  for (const [method, level] of LEVELS)
    Object.assign(console, { [method]: (...values: unknown[]) => print(level, values) });
  Object.assign(console, {
    assert: (holds: unknown, ...values: unknown[]) => holds || print("error", ["Assertion failed:", ...values]),
  });
  return () => {
    if (printed > MOST) post({ more: printed - MOST });
  };
}

/** The line that prints; if that is one of the browser's, the line of the error that is printed. */
function lineIn(values: readonly unknown[]): number {
  return lineOf(new Error("where").stack) || lineOf(values.find((v) => v instanceof Error)?.stack);
}
