// Geometry of a key line: shares of the width, no drawing.

import type { KeyLine, KeyLinePart } from "../engine/types.ts";
import { num, tn } from "../ui/i18n.ts";

/** One partition, or several folded into one band. Numbers are shares between 0 and 1. */
export interface Band {
  name: string;
  n: number;
  fold: number;
  x: number;
  width: number;
  read: { x: number; width: number; whole: boolean } | null; // of the band; null also for a single row
  touched: boolean;
  end: number; // where reading ended, of the band; 0 if nothing was read
  hits: number[]; // of the band
  tight: boolean; // no room for the name on a phone
  late: boolean; // but there is if it ends with the band, because the band before has room to spare
  crowded: boolean; // no room for name and count in a pane
  left: string[]; // what is left out, as others have the room: the name on a "wide" line or in a "pane", or a "count"
}

/** A bracket under neighbouring bands that were read. Shares of the whole line. */
export interface Bracket {
  from: number;
  to: number;
  read: number; // entities
  returned: number;
  single: boolean; // one row: a pin instead of a bracket
}

export interface Layout {
  bands: Band[];
  brackets: Bracket[];
  read: number;
  returned: number;
  total: number;
}

const SLIMMEST = 1 / 120; // of the line: a partition of one row stays visible
const TICKS = 400; // distinguishable places of a returned row in one line
const PHONE = 340; // px
const PANE = 560; // px
const LETTER = 6.3; // px
const WIDE = 704; // px, where each name may have its count
const LEAST = 416; // px of a line that is not on a phone
const LARGE = 7.5; // px, a letter there: of the widest monospaced font that systems bring along, 0.62 em

/** Lays out a line. Bands are as wide as they have rows, but never invisible. */
export function layout(line: KeyLine): Layout {
  const weights = line.parts.map((p) => Math.max(p.n, line.total * SLIMMEST, 1));
  const sum = weights.reduce((a, b) => a + b, 0) || 1;
  let x = 0;
  const bands = line.parts.map((p, i) => {
    const width = (weights[i] ?? 0) / sum;
    const made = band(p, x, width);
    x += width;
    return made;
  });
  leaveOut(bands);
  for (const [i, b] of bands.entries()) b.late = b.tight && leftOver(bands[i - 1]) >= -leftOver(b);
  const brackets = bracketsOf(line.parts, bands);
  return {
    bands,
    brackets,
    read: brackets.reduce((s, b) => s + b.read, 0),
    returned: brackets.reduce((s, b) => s + b.returned, 0),
    total: line.parts.reduce((s, p) => s + p.n, 0),
  };
}

/** What a band is called: several partitions are only counted. */
export const labelOf = ({ name, fold }: { name: string; fold: number }): string =>
  fold > 1 ? tn("keyline.partitions", fold) : name;

/** Leaves out names that would be printed over each other: those that fit into their bands come first, then those of
 * bands that were read, and at last the counts. */
function leaveOut(bands: readonly Band[]): void {
  const named = bands.filter((b) => b.name !== "");
  const roomOf = (b: Band, count: boolean) => (labelOf(b).length + (count ? 1 + num(b.n).length : 0)) * LARGE + 8;
  for (const [at, px] of [
    ["wide", WIDE],
    ["pane", LEAST],
  ] as const) {
    const rank = (b: Band) => (roomOf(b, false) <= b.width * px ? 0 : b.touched ? 1 : 2);
    const taken = new Map<Band, { from: number; to: number }>();
    const fits = (b: Band, count: boolean) => {
      const from = b.x * px;
      const to = from + roomOf(b, count);
      const free = [...taken].every(([o, t]) => o === b || t.from >= to || from >= t.to);
      if (free && (to <= px || (b === bands.at(-1) && b.fold === 1))) return taken.set(b, { from, to });
      return null;
    };
    for (const b of [...named].sort((one, other) => rank(one) - rank(other))) if (!fits(b, false)) b.left.push(at);
    if (at === "wide") for (const b of named) if (!taken.has(b) || !fits(b, true)) b.left.push("count");
  }
}

function band(p: KeyLinePart, x: number, width: number): Band {
  const n = Math.max(p.n, 1);
  const rows = p.read ? p.read[1] - p.read[0] : 0;
  const drawn = p.read && (rows > 1 || p.n <= 1) && rows > 0;
  return {
    name: p.name,
    n: p.n,
    fold: p.fold,
    x,
    width,
    read: drawn && p.read ? { x: p.read[0] / n, width: rows / n, whole: rows >= p.n } : null,
    touched: rows > 0,
    end: p.read && rows > 0 ? p.read[1] / n : 0,
    hits: ticks(p.hits, n, width),
    tight: width * PHONE < labelOf(p).length * LETTER + 4,
    late: false,
    left: [],
    crowded: width * PANE < (labelOf(p).length + 1 + num(p.n).length) * LETTER + 8,
  };
}

/** What a band has beside its name on a phone, in pixels; less than nothing if the name is too long, or has another
 * place. */
function leftOver(b: Band | undefined): number {
  return b && !b.late ? b.width * PHONE - labelOf(b).length * LETTER - 4 : Number.NEGATIVE_INFINITY;
}

/** Places of returned rows; those that would be drawn upon each other count once. */
function ticks(rows: number[], n: number, width: number): number[] {
  const places = Math.max(1, Math.round(TICKS * width));
  const seen = new Map<number, number>();
  for (const row of rows) {
    const at = (row + 0.5) / n;
    const place = Math.round(at * places);
    if (!seen.has(place)) seen.set(place, at);
  }
  return [...seen.values()];
}

function bracketsOf(parts: KeyLinePart[], bands: Band[]): Bracket[] {
  const out: Bracket[] = [];
  let open: Bracket | null = null;
  parts.forEach((p, i) => {
    const b = bands[i];
    if (!b || !p.read || p.read[1] <= p.read[0]) {
      open = null;
      return;
    }
    const n = Math.max(p.n, 1);
    const rows = p.read[1] - p.read[0];
    if (!open) {
      open = { from: b.x + (p.read[0] / n) * b.width, to: 0, read: 0, returned: 0, single: false };
      out.push(open);
    }
    open.to = b.x + (p.read[1] / n) * b.width;
    open.read += rows;
    open.returned += p.hits.length;
    open.single = open.read === 1 && p.n > 1;
  });
  return out;
}
