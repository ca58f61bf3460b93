// Money: what a month of a design costs at the prices of the sheet, and what it takes to move to it. Pure.
import type { DesignCosts, Usage } from "../../engine/types.ts";
import { plainNumber } from "../sheet/draft-text.ts";
import { EXAMPLE, type Prices, pricesOf } from "../sheet/prices.ts";

const PRICED = 10_000; // transactions that a price is for
const MONTH = 30; // days
export const YEAR = 365 / MONTH; // months

/** The prices of a sheet, those of the example if nobody entered any. */
export const pricesShown = (text: string): Prices => (text ? pricesOf(text) : EXAMPLE);

/** What a month costs, NaN while a price is not a number. */
export function priceOf(u: Usage, prices: Prices): number {
  const [transactions, storage] = [numberIn(prices.transactions), numberIn(prices.storage)];
  return (u.transactions / PRICED) * transactions + u.gib * storage;
}

const numberIn = (text: string): number => (text.trim() ? Number(plainNumber(text)) : Number.NaN);

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
