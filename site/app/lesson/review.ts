// Mistakes of the learner, which come back as questions: on the day after, and after longer and longer pauses while the
// answer is right. Pure.
import { objectOf } from "../ui/storage.ts";

/** A run that failed a check, with what is asked about it. */
export interface Mistake {
  id: string; // of the step
  lesson: string; // title
  step: string; // title
  script: string; // as it ran
  failed: string; // title of the check
  why: string; // its feedback
  checks: string[]; // titles of all checks of the step, in order
  day: string; // on which it was made
  due: string; // when it is asked next
  gap: number; // days until then
}

export const MISTAKES = "rowkey/mistakes";
export const ASKED = 3; // questions of a day

const KEPT = 60;
const LONGEST = 2000; // characters of a script that is asked about
const PATIENCE = 27; // days; what is still right after such a pause is known

/** Returns the mistakes with one more. Of each check there is one, the last. */
export function note(list: readonly Mistake[], m: Omit<Mistake, "due" | "gap">): Mistake[] {
  if (m.script.length > LONGEST || m.checks.length < 2) return [...list];
  const others = list.filter((x) => x.id !== m.id || x.failed !== m.failed);
  return [...others, { ...m, due: dayAfter(m.day, 1), gap: 1 }].slice(-KEPT);
}

/** The questions of a day: those that wait longest, of different steps as far as there are some. */
export function dueOn(list: readonly Mistake[], day: string): Mistake[] {
  const due = list.filter((m) => m.due <= day).sort((a, b) => (a.due < b.due ? -1 : a.due > b.due ? 1 : 0));
  const firsts = due.filter((m, i) => due.findIndex((x) => x.id === m.id) === i);
  return [...firsts, ...due.filter((m) => !firsts.includes(m))].slice(0, ASKED);
}

/** Returns the mistakes after an answer: a right one makes the pause three times as long, a wrong one a day. */
export function answered(list: readonly Mistake[], m: Mistake, right: boolean, day: string): Mistake[] {
  if (right && m.gap >= PATIENCE) return list.filter((x) => x !== m);
  const gap = right ? m.gap * 3 : 1;
  return list.map((x) => (x === m ? { ...m, gap, due: dayAfter(day, gap) } : x));
}

/** "2026-12-01" is the day after "2026-11-30". */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T12:00:00Z`); // noon: no change of the clock moves it to another day
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Reads a list of any origin; what makes no sense is left out. */
export function mistakesOf(x: unknown): Mistake[] {
  return Array.isArray(x) ? x.flatMap((m) => mistakeOf(m) ?? []) : [];
}

function mistakeOf(x: unknown): Mistake | null {
  const { id, lesson, step, script, failed, why, checks, day, due, gap } = objectOf(x);
  const texts = [id, lesson, step, script, failed, why, day, due];
  const sound =
    texts.every((s) => typeof s === "string") &&
    /^[a-z0-9-]+\/\d+$/.test(String(id)) &&
    [day, due].every((d) => /^\d{4}-\d\d-\d\d$/.test(String(d))) &&
    Array.isArray(checks) &&
    checks.every((c) => typeof c === "string") &&
    typeof gap === "number" &&
    gap >= 1;
  return sound ? ({ id, lesson, step, script, failed, why, checks, day, due, gap } as Mistake) : null;
}
