// The rows of a store as far as a link carries them. Pure.
import { lineOf, type SharedRow } from "../../share/data.ts";

export interface RowsPart {
  text: string; // lines
  rows: number;
  of: number; // rows of the store
  whole: number; // rows that would have to be carried; more than rows if the link has a part of them
  changed: boolean; // only what differs from the sample
  cut: boolean; // more than a link carries
}

const LARGEST = 400_000; // characters

export const noRows = (changed: boolean): RowsPart => ({ text: "", rows: 0, of: 0, whole: 0, changed, cut: false });

/** A table of the store: the rows that were read of it, and how many it has. */
export interface ReadTable {
  rows: readonly SharedRow[];
  all: number;
}

/** Adds the rows of a table that it did not have before, null if nothing was there. */
export function takeRows(part: RowsPart, name: string, { rows, all }: ReadTable, before: ReadTable | null): void {
  const known = new Set(before?.rows.map((r) => r.json));
  const lines = rows.filter((r) => !known.has(r.json)).map((r) => lineOf(name, r));
  part.of += all;
  part.whole += lines.length + all - rows.length;
  part.cut ||= rows.length < all;
  if (!lines.length && !before) part.text += lineOf(name);
  const fitting = fittingOf(lines, LARGEST - part.text.length);
  part.cut ||= fitting < lines.length;
  part.text += lines.slice(0, fitting).join("");
  part.rows += fitting;
}

/** How many lines have at most so many characters together. */
function fittingOf(lines: readonly string[], most: number): number {
  let [n, left] = [0, most];
  for (const { length } of lines) {
    left -= length;
    if (left < 0) break;
    n++;
  }
  return n;
}
