// Which line of the program a stack leads to. Pure.

/** The name that the program has in stacks. */
export const FILE = "program.mjs";

const FRAME = /\bprogram\.mjs:(\d+):\d+/;

/** Returns the line of the newest frame of the program, 0 if the stack does not lead there. */
export function lineOf(stack: string | undefined): number {
  const [, line = "0"] = FRAME.exec(stack ?? "") ?? [];
  return Number(line);
}
