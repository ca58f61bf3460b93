// Steps that have moved: what a browser or a file knows of them by an old address is brought to the new one. Pure.
import type { Progress, StepProgress } from "./progress.ts";

/** The moves of one day, which happened together: what is at an address now, by the one before. */
export type Moves = ReadonlyMap<string, string>;

const GONE = "gone"; // in place of the address of a step whose task is nowhere any more

/** Reads tutorials/moved.txt, which the build has checked. */
export function movesIn(text: string): Moves[] {
  const days: Map<string, string>[] = [];
  for (const line of text.split("\n")) {
    if (/^\d/.test(line)) days.push(new Map());
    const [, from, how, to] = /^([\w/-]+) ([-=])> ([\w/-]+)$/.exec(line.trim()) ?? [];
    if (from && to) days.at(-1)?.set(from, how === "-" ? to : GONE);
  }
  return days;
}

/** Returns where something is after some moves that was at an address before them. */
export function placeAfter(at: string, days: readonly Moves[]): string {
  return days.reduce((place, moves) => moves.get(place) ?? place, at);
}

/** Returns progress as it is after all moves. It knows how many of them it has seen. */
export function movedProgress(p: Progress, all: readonly Moves[]): Progress {
  const days = all.slice(p.moved ?? 0);
  if (!days.length) return p;
  const { last, ...rest } = p;
  const lessons: Record<string, StepProgress> = {};
  for (const [id, step] of Object.entries(p.lessons)) {
    const at = placeAfter(id, days);
    if (at.includes("/")) lessons[at] = better(step, lessons[at]); // else its task is gone
  }
  const place = last && movedPlace(last, days);
  return { ...rest, moved: all.length, lessons, ...(place ? { last: place } : {}) };
}

/** Two steps that became one are as far as the better of them. */
function better(a: StepProgress, b: StepProgress | undefined): StepProgress {
  return !b || worth(a) > worth(b) ? a : b;
}

function worth({ s, p, seen }: StepProgress): number {
  return 4 * s + 2 * (p ?? 0) + seen;
}

/** A place in a lesson of another name is given up, because its title is not known here. */
function movedPlace(last: NonNullable<Progress["last"]>, days: readonly Moves[]): Progress["last"] {
  const id = placeAfter(last.id, days);
  const [lesson, n] = id.split("/");
  if (lesson !== last.id.split("/")[0] || !n) return undefined;
  return { ...last, id, n: Number(n), path: last.path.replace(/\d+(\/(index\.html)?)$/, `${n}$1`) };
}

/** Returns the addresses that move to another step, each with that: what is kept by an address goes along. */
export function movedNames(days: readonly Moves[]): [from: string, to: string][] {
  const old = new Set(days.flatMap((moves) => [...moves.keys()]));
  const pairs = [...old].map((from): [string, string] => [from, placeAfter(from, days)]);
  return pairs.filter(([from, to]) => from !== to && to.includes("/"));
}
