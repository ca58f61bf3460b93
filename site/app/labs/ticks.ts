// Where the marks of orders are: one mark for each order, grouped by outcome, or one bar for each outcome when there
// are too many to tell apart. Places are shares of the width.

export interface Tick {
  from: number;
  width: number;
  group: number; // place of its outcome
}

export interface Ticks {
  ticks: Tick[];
  single: boolean; // each mark is one order
}

const MOST = 200; // marks of single orders
const FILL = 0.62; // of its place that a mark covers
const GAP = 1; // places between two groups
const LEAST = 0.006; // width of a bar: rare outcomes stay visible

/** Lays out so many orders of each outcome. */
export function layoutTicks(groups: readonly number[]): Ticks {
  const all = groups.reduce((a, b) => a + b, 0);
  return all <= MOST ? { ticks: singles(groups, all), single: true } : { ticks: bars(groups), single: false };
}

function singles(groups: readonly number[], all: number): Tick[] {
  const place = 1 / (all + GAP * Math.max(0, groups.length - 1) - (1 - FILL));
  let at = 0;
  return groups.flatMap((n, group) => {
    const ticks = Array.from({ length: n }, (_, i) => ({ from: (at + i) * place, width: place * FILL, group }));
    at += n + GAP;
    return ticks;
  });
}

/** Bars as wide as their share, but none so narrow that it is lost. */
function bars(groups: readonly number[]): Tick[] {
  const gap = Math.min(0.01, 0.2 / groups.length);
  const all = groups.reduce((a, b) => a + b, 0);
  const wide = groups.map((n) => Math.max(n / all, LEAST));
  const room = (1 - gap * (groups.length - 1)) / wide.reduce((a, b) => a + b, 0);
  let at = 0;
  return wide.map((w, group) => {
    const tick = { from: at, width: w * room, group };
    at += w * room + gap;
    return tick;
  });
}

/** The place of the mark of an order that is shown: the middle of the first mark of its outcome. */
export function markOf({ ticks }: Ticks, group: number): number {
  const first = ticks.find((x) => x.group === group);
  return first ? first.from + first.width / 2 : 0;
}
