// What the learner has solved. One record in this browser; pure functions over it, and two that touch storage.

export interface StepProgress {
  s: 0 | 1; // solved
  p?: 0 | 1; // at par or better
  best: Record<string, number>; // lowest counter of each kind
  seen: 0 | 1; // the solution was opened
  d: string; // day of the last change, local time
}

export interface Place {
  id: string; // "<lesson>/<n>"
  path: string; // relative to the root of the site
  title: string; // of the lesson
  n: number;
}

export interface Progress {
  v: 1;
  lessons: Record<string, StepProgress>; // by "<lesson>/<n>"
  last?: Place;
}

const KEY = "rowkey/progress";

/** Returns progress with a step that was solved with some counters. */
export function solve(p: Progress, id: string, counters: Record<string, number>, par: Record<string, number>, day: string): Progress {
  const old = p.lessons[id];
  const fresh = !old?.seen || old.d !== day; // a solution that was read today earns no par today
  const best = { ...old?.best };
  for (const [name, n] of Object.entries(counters)) best[name] = Math.min(n, best[name] ?? n);
  const pars = Object.entries(par); // none if the step scores nothing: then it is solved, and no more
  const atPar = pars.length > 0 && pars.every(([name, n]) => (counters[name] ?? Infinity) <= n);
  const step: StepProgress = { s: 1, p: old?.p || (atPar && fresh) ? 1 : 0, best, seen: old?.seen ?? 0, d: day };
  return { ...p, lessons: { ...p.lessons, [id]: step } };
}

/** Returns progress in which the solution of a step was opened. A step that is solved already keeps its marks. */
export function see(p: Progress, id: string, day: string): Progress {
  const old = p.lessons[id];
  if (old?.s) return p;
  return { ...p, lessons: { ...p.lessons, [id]: { s: 0, best: {}, ...old, seen: 1, d: day } } };
}

export function visit(p: Progress, last: Place): Progress {
  return { ...p, last };
}

/** Reads a record that a browser or a file holds, null if it is none. */
export function parseProgress(text: string): Progress | null {
  try {
    const p = JSON.parse(text) as Partial<Progress> | null;
    return p?.v === 1 && typeof p.lessons === "object" && p.lessons !== null ? { ...p, v: 1, lessons: p.lessons } : null;
  } catch {
    return null;
  }
}

/** The state of a step as marks show it. */
export function stateOf(p: Progress, id: string): "par" | "solved" | "todo" {
  const step = p.lessons[id];
  return !step?.s ? "todo" : step.p ? "par" : "solved";
}

/** Today in local time: "2026-11-20". */
export function today(now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export function readProgress(): Progress {
  try {
    return parseProgress(localStorage.getItem(KEY) ?? "") ?? { v: 1, lessons: {} };
  } catch {
    return { v: 1, lessons: {} };
  }
}

export function writeProgress(p: Progress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(p));
  } catch {
    // a private window keeps nothing
  }
  dispatchEvent(new Event("rowkey:progress"));
}
