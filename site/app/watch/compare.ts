// Two recordings side by side: the same shapes, and shapes that took the place of others. Pure.
import type { Watched, WatchedShape } from "../engine/types.ts";
import { nameOf } from "./arrange.ts";

/** A shape of the recording before, and one of that after; null if there is none. */
export interface Pair {
  a: WatchedShape | null;
  b: WatchedShape | null;
  same: boolean; // they are one shape
}

const LEAST = 3; // of likeness, from which a shape took the place of another

/** Pairs shapes; what changed most comes first, and what did not change at the end. */
export function compared(before: Watched, after: Watched): Pair[] {
  const rest = new Map(after.shapes.map((s) => [idOf(s), s]));
  const pairs: Pair[] = [];
  const alone: WatchedShape[] = [];
  for (const a of before.shapes) {
    const b = rest.get(idOf(a));
    rest.delete(idOf(a));
    if (b) pairs.push({ a, b, same: true });
    else alone.push(a);
  }
  const left = [...rest.values()];
  for (const a of alone.sort(byWeight)) {
    const b = likest(a, left);
    if (b) left.splice(left.indexOf(b), 1);
    pairs.push({ a, b, same: false });
  }
  pairs.push(...left.map((b) => ({ a: null, b, same: false })));
  return pairs.sort((x, y) => changeOf(y) - changeOf(x) || weightOf(y) - weightOf(x));
}

/** Tells whether a shape was sent as often, and read as much. */
export function unchanged({ a, b, same }: Pair): boolean {
  return same && a?.calls === b?.calls && a?.read === b?.read && a?.refused === b?.refused;
}

const idOf = (s: WatchedShape): string => `${nameOf(s).toLowerCase()}\n${s.class}`;

const weight = (s: WatchedShape | null): number => (s ? 10 * s.calls + s.read : 0);

const byWeight = (x: WatchedShape, y: WatchedShape): number => weight(y) - weight(x);

const weightOf = ({ a, b }: Pair): number => Math.max(weight(a), weight(b));

function changeOf(p: Pair): number {
  return unchanged(p) ? -1 : Math.abs(weight(p.a) - weight(p.b));
}

/** The shape that most likely does the same work now: of the same kind, the same or a related table, as often. */
function likest(a: WatchedShape, among: readonly WatchedShape[]): WatchedShape | null {
  let best: WatchedShape | null = null;
  let most = LEAST - 1;
  for (const b of among) {
    const n = likeness(a, b);
    if (n > most) [best, most] = [b, n];
  }
  return best;
}

function likeness(a: WatchedShape, b: WatchedShape): number {
  if (Boolean(a.class) !== Boolean(b.class) || a.write !== b.write) return 0;
  const [x, y] = [a.table.toLowerCase(), b.table.toLowerCase()];
  const table = x === y ? 3 : x && y && (x.startsWith(y) || y.startsWith(x)) ? 2 : 0;
  if (!table) return 0;
  const often = a.calls === b.calls ? 2 : 0;
  const returned = a.returned > 0 && a.returned === b.returned ? 1 : 0;
  return table + often + returned;
}
