// What a run costs in money. The reader enters the prices: they differ by region, redundancy and year, so none is claimed here.

export interface Prices {
  transactions: number; // price of 10,000 transactions
  stored: number; // price of one GB, kept for a month
  times: number; // how often the run happens in a month
}

export interface Bill {
  transactions: number;
  stored: number;
  sum: number;
}

const KEY = "rowkey/prices";
const LOT = 10_000; // transactions that a price is for
const GB = 2 ** 30;

/** Round numbers: whoever does not change them reads relations, not money. */
export const USUAL: Prices = { transactions: 1, stored: 1, times: 1_000_000 };

/** What a month costs: the run so many times, and the bytes that lie in the tables. */
export function billOf(prices: Prices, run: { transactions: number; bytes: number }): Bill {
  const transactions = (run.transactions * prices.times * prices.transactions) / LOT;
  const stored = (run.bytes / GB) * prices.stored;
  return { transactions, stored, sum: transactions + stored };
}

export function readPrices(): Prices {
  try {
    return { ...USUAL, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prices>) };
  } catch {
    return USUAL;
  }
}

export function writePrice(name: keyof Prices, value: number): Prices {
  const prices = { ...readPrices(), [name]: Number.isFinite(value) && value >= 0 ? value : USUAL[name] };
  try {
    localStorage.setItem(KEY, JSON.stringify(prices));
  } catch {
    // a private window: the price holds until the page is left
  }
  return prices;
}
