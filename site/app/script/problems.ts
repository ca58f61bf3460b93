// The order of the problems of a script: remarks of the parser stand in lines, results that went wrong below them.
// Pure.

export interface Place {
  line: number;
  inResult: boolean; // below the line, not in it
}

export interface Problem {
  line: number;
  n: number; // of the request whose result it is, 0 of a remark
}

/** Returns the problem after a place (by 1) or before it (-1), round the ends; null if there is none. */
export function nextProblem(
  remarks: readonly number[],
  results: readonly Problem[],
  here: Place,
  by: 1 | -1,
): Problem | null {
  const list = [...remarks.map((line) => ({ line, n: 0 })), ...results].sort((a, b) => orderOf(a) - orderOf(b));
  const at = here.line * 2 + (here.inResult ? 1 : 0);
  const next = by > 0 ? list.find((p) => orderOf(p) > at) : list.findLast((p) => orderOf(p) < at);
  return next ?? list.at(by > 0 ? 0 : -1) ?? null;
}

const orderOf = (p: Problem): number => p.line * 2 + (p.n ? 1 : 0);
