// The table below scripts that are compared: what each costs. A live run renews the column of its script.
import { bytes, duration, num, t } from "./i18n.ts";
import type { Counters } from "./types.ts";

const WRITE: Partial<Record<keyof Counters, (n: number) => string>> = { bytes, elapsed: duration };
const YIELD = "returned"; // more of it is no better and no worse

/** Takes the counters of a run into the table beside a script, if it is one of several. */
export function tally(cell: HTMLElement, counters: Counters): void {
  const compare = cell.closest("cost-compare");
  if (!compare) return;
  const column = [...compare.querySelectorAll("run-cell")].indexOf(cell);
  for (const row of compare.querySelectorAll<HTMLTableRowElement>("tr[data-counter]")) renew(row, column, counters);
}

function renew(row: HTMLTableRowElement, column: number, counters: Counters): void {
  const name = row.dataset["counter"] as keyof Counters;
  const cells = [...row.querySelectorAll("td")];
  const cell = cells[column];
  const value = counters[name];
  if (!cell || value === undefined) return;
  cell.dataset["value"] = String(value);
  cell.querySelector("b")?.replaceChildren((WRITE[name] ?? num)(value));
  if (value > 0) row.hidden = false;
  const least = leastOf(cells.map((c) => Number(c.dataset["value"])));
  for (const [i, c] of cells.entries()) {
    const best = name !== YIELD && least.includes(i);
    c.toggleAttribute("data-best", best);
    c.querySelector("span")?.replaceChildren(best ? t("compare.least") : "");
  }
}

/** Returns the places of the smallest values, none if all are the same. */
export function leastOf(values: readonly number[]): number[] {
  const least = Math.min(...values);
  return values.every((v) => v === least) ? [] : values.flatMap((v, i) => (v === least ? [i] : []));
}
