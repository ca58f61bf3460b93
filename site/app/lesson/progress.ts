// What the learner has solved. One record in this browser; pure functions over it, and a few that touch storage.
import { parseJson } from "../ui/json.ts";
import { dropAside, keepText, objectOf, readAside, readJSON, setAside, type Trouble } from "../ui/storage.ts";

export interface StepProgress {
  s: 0 | 1; // solved
  p?: 0 | 1; // at par or better
  best: Record<string, number>; // lowest counter of each kind
  seen: 0 | 1; // the solution was opened
  d: string; // day of the last change, local time
}

export interface Place {
  id: string; // "<lesson>/<n>"
  path: string; // relative to the home page
  title: string; // of the lesson
  n: number;
}

export interface Progress {
  v: 1;
  moved?: number; // how often steps had moved when it was written
  lessons: Record<string, StepProgress>; // by "<lesson>/<n>"
  last?: Place;
}

const KEY = "rowkey/progress";

/** Before the id of a step: the key of the script that solved it last. */
export const SOLVED = "rowkey/solved/";

function stepAt(p: Progress, id: string): StepProgress | undefined {
  return Object.hasOwn(p.lessons, id) ? p.lessons[id] : undefined;
}

/** Returns progress with a step that was solved with some counters. */
export function solve(
  p: Progress,
  id: string,
  counters: Record<string, number>,
  par: Record<string, number>,
  day: string,
): Progress {
  const old = stepAt(p, id);
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
  const old = stepAt(p, id);
  if (old?.s) return p;
  return { ...p, lessons: { ...p.lessons, [id]: { s: 0, best: {}, ...old, seen: 1, d: day } } };
}

/** Returns progress in which a step without a task was read: nothing more can be done there, so it counts as solved. */
export function read(p: Progress, id: string, day: string): Progress {
  return stepAt(p, id)?.s ? p : { ...p, lessons: { ...p.lessons, [id]: { s: 1, best: {}, seen: 0, d: day } } };
}

export function visit(p: Progress, last: Place): Progress {
  return { ...p, last };
}

/** Returns progress that goes on with the step after one, if that was visited last and is not the end of its lesson. */
export function goOn(p: Progress, id: string, steps: number): Progress {
  const { last } = p;
  if (last?.id !== id || last.n >= steps) return p;
  const n = last.n + 1;
  const after = (x: string) => x.replace(/\d+(\/?)$/, `${n}$1`);
  return visit(p, { ...last, n, id: after(last.id), path: after(last.path) });
}

/** Reads a record that a file holds, null if it is none. */
export function parseProgress(text: string): Progress | null {
  return progressOf(parseJson(text));
}

/** Reads a record of any origin, null if it is none. Steps and a last place that make no sense are left out. */
export function progressOf(x: unknown): Progress | null {
  const { v, lessons, last, moved } = objectOf(x);
  if (v !== 1 || typeof lessons !== "object" || lessons === null) return null;
  const steps = Object.entries(lessons).flatMap(([id, step]): [string, StepProgress][] =>
    isObject(step) ? [[id, stepOf(step)]] : [],
  );
  const place = placeOf(last);
  const days = typeof moved === "number" && Number.isInteger(moved) && moved > 0 ? { moved } : {};
  return { v: 1, ...days, lessons: Object.fromEntries(steps), ...(place ? { last: place } : {}) };
}

function stepOf(x: object): StepProgress {
  const { s, p, best, seen, d } = objectOf(x);
  const counters = Object.entries(objectOf(best)).filter((c): c is [string, number] => Number.isFinite(c[1]));
  const step: StepProgress = {
    s: s ? 1 : 0,
    best: Object.fromEntries(counters),
    seen: seen ? 1 : 0,
    d: typeof d === "string" ? d : "",
  };
  return p === undefined ? step : { ...step, p: p ? 1 : 0 };
}

/** The path leads to a page of the course, and nowhere else. */
function placeOf(x: unknown): Place | null {
  const { id, path, title, n } = objectOf(x);
  const known =
    typeof id === "string" &&
    typeof path === "string" &&
    /^learn\/[\w-]+\/\d+\/(index\.html)?$/.test(path) &&
    typeof title === "string" &&
    typeof n === "number";
  return known ? { id, path, title, n } : null;
}

function isObject(x: unknown): x is object {
  return typeof x === "object" && x !== null;
}

/** The state of a step as marks show it. */
export function stateOf(p: Progress, id: string): "par" | "solved" | "todo" {
  const step = stepAt(p, id);
  return !step?.s ? "todo" : step.p ? "par" : "solved";
}

/** Today in local time: "2026-11-20". */
export function today(now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Returns the progress of this browser. A record that cannot be read is set aside. */
export function readProgress(): Progress {
  const known = progressOf(readJSON(KEY));
  if (!known) setAside(KEY);
  const moved = moves();
  return known ?? { v: 1, ...(moved ? { moved } : {}), lessons: {} };
}

/** How often steps have moved, as the page knows. */
function moves(): number {
  return Number(document.documentElement.dataset.moves ?? 0);
}

/** Tells whether steps have moved since progress was written. */
export function isBehind(p: Progress): boolean {
  return (p.moved ?? 0) < moves();
}

/** Keeps the progress, or returns why not. */
export function writeProgress(p: Progress): Trouble | null {
  const why = keepText(KEY, JSON.stringify(p));
  dispatchEvent(new Event("rowkey:progress"));
  return why;
}

/** The record that could not be read, null if there is none. */
export function unreadProgress(): string | null {
  return readAside(KEY);
}

export function dropUnread(): void {
  dropAside(KEY);
}
