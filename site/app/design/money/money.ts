// Money: what it takes to move from one design to another, and how long a year is. Pure.
import type { DesignCosts } from "../../engine/types.ts";

const MONTH = 30; // days
export const YEAR = 365 / MONTH; // months

/** What it takes to move once. */
export interface Move {
  entities: number; // that are written
  transactions: number; // to read what there is, and to write what is new
}

/** The move from one design to another: all bases are read, and the stores that are not there yet are written. */
export function moveBetween(from: DesignCosts, to: DesignCosts): Move {
  const there = new Set(from.stores.map((s) => s.text));
  const written = to.stores.filter((s) => !there.has(s.text));
  const reads = written.length ? sum(from.stores.filter((s) => s.base).map((s) => s.reads)) : 0;
  return { entities: sum(written.map((s) => s.entities)), transactions: reads + sum(written.map((s) => s.writes)) };
}

const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
