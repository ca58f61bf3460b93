// For tests: checks that a reader of text from outside takes work in proportion to the length of the text. Work is
// what the process used of its processor: a count of our own steps would not see what the engine of the browser does
// in one of them, such as a search through the rest of a text or a pattern that goes back. The wall's time depends on
// other load as well.

import { cpuUsage } from "node:process";

/** What a text of any length is made of: a unit, between a beginning and an end. */
export type Shape = readonly [before: string, unit: string, after: string];

const FIRST = 4000; // characters of the shorter text
const TIMES = 16; // four doublings: work that grows with the square is 256 times as much
const MOST = 4 * TIMES; // room for what does not fit into a cache, and for rows that live through a collection
const NOISE = 6000; // microseconds: other threads of the process collect and compile
const TRIES = 6; // the least counts

/** Signs that open, end, separate or escape something in what is read here, and plain text. */
export const SIGNS: readonly string[] = [
  ..."()[]{}<>\"'`\\&%+-,;:=/|*?!.#@$x9",
  ..."\n\t é\u0000\uFEFF",
  ...[
    "\r\n",
    "\n\n",
    "''",
    '""',
    '\\"',
    "\\u0041",
    "%41",
    "&amp;",
    "😀",
    "a,",
    "a;",
    "a\t",
    "a\n",
    '"a"\n',
    '"a""b",',
    "1,2\n",
    " \n",
    "a ",
  ],
  ...[
    '{"a":',
    '{"a":1},',
    '{"a":1}\n',
    '"a":1,',
    "[1],",
    "[]",
    "{}",
    "{{a}}",
    '{"table":"abc"}\n',
    '"entity":{"a":1}',
    '{"rowkey":1,',
  ],
  ...[
    "### a\n",
    "# @a b\n",
    "GET /a\n",
    "sig=",
    "?sig=abcdefghijklmnopq&",
    "Bearer abcdefghijklmnopqrstuv ",
    "AccountKey=",
    "SharedKey a:",
  ],
];

/** Returns what is wrong: the shapes, around each sign, that a reader does not take in linear work. */
export async function notLinear(
  read: (text: string) => unknown,
  around: readonly (readonly [string, string])[],
  signs = SIGNS,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [before, after] of [["", ""] as const, ...around])
    for (const unit of signs) {
      const line = await excess(read, [before, unit, after]);
      if (line) wrong.push(line);
    }
  return wrong;
}

async function excess(read: (text: string) => unknown, shape: Shape): Promise<string> {
  const [short, long] = [textOf(shape, FIRST), textOf(shape, FIRST * TIMES)];
  let a = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES; n++) a = Math.min(a, await work(read, short)); // the first are not compiled yet
  let b = await work(read, long);
  for (let n = 0; n < 4 * TRIES && b > MOST * a + NOISE; n++) {
    a = Math.min(a, await work(read, short));
    b = Math.min(b, await work(read, long));
  }
  if (b <= MOST * a + NOISE) return "";
  return `${JSON.stringify(shape[1])} after ${JSON.stringify(shape[0])}: ${a} µs, ${TIMES} times as many ${b} µs`;
}

function textOf([before, unit, after]: Shape, length: number): string {
  return before + unit.repeat(Math.ceil(length / unit.length)) + after;
}

/** The microseconds of the processor that a reading takes. That it refuses the text is as good as that it reads it. */
async function work(read: (text: string) => unknown, text: string): Promise<number> {
  const began = cpuUsage();
  try {
    await read(text);
  } catch {
    // refused
  }
  const { user, system } = cpuUsage(began);
  return user + system;
}
