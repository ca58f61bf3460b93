// What a run costs in money. The reader enters the prices: they differ by region, redundancy and year, so none is
// claimed here.

import { keepText, objectOf, readJSON, readText, type Trouble } from "./storage.ts";

export interface Prices {
  transactions: number; // price of 10,000 transactions
  stored: number; // price of one GiB, kept for a month
  times: number; // how often the run happens in a month
}

export interface Bill {
  transactions: number;
  stored: number;
  sum: number;
}

const KEY = "rowkey/prices";
const LOT = 10_000; // transactions that a price is for
const GIB = 2 ** 30;

/** Round numbers: whoever does not change them reads relations, not money. */
export const USUAL: Prices = { transactions: 1, stored: 1, times: 1_000_000 };

/** What a form begins with before a price was entered: it shows none. */
export const NONE: Prices = { ...USUAL, transactions: 0, stored: 0 };

/** What a month costs: the run so many times, and the bytes that lie in the tables. */
export function billOf(prices: Prices, run: { transactions: number; bytes: number }): Bill {
  const transactions = (run.transactions * prices.times * prices.transactions) / LOT;
  const stored = (run.bytes / GIB) * prices.stored;
  return { transactions, stored, sum: transactions + stored };
}

/** Tells whether the reader has entered prices. */
export function hasPrices(): boolean {
  return readText(KEY) !== null;
}

export function readPrices(): Prices {
  return pricesOf(readJSON(KEY));
}

/** Reads prices of any origin; what is missing or cannot be a price is as usual. */
export function pricesOf(x: unknown): Prices {
  const kept = objectOf(x);
  const of = (name: keyof Prices): number => {
    const value = kept[name];
    return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : USUAL[name];
  };
  return { transactions: of("transactions"), stored: of("stored"), times: of("times") };
}

/** Keeps prices, or returns why not. */
export function keepPrices(prices: Prices): Trouble | null {
  return keepText(KEY, JSON.stringify(prices));
}
