// The table below scripts that are compared: what each costs. A live run renews the column of its script.

import type { Counters, Exchange } from "../engine/types.ts";
import { bytes, duration, num, t } from "../ui/i18n.ts";

const percent = (n: number) => `${num(n)} %`;
export const WRITE: Record<string, (n: number) => string> = {
  bytes,
  elapsed: duration,
  p95: duration,
  refused: percent,
  hottest: percent,
};
export const YIELD = "returned"; // more of it is no better and no worse

/** Takes what a run cost into the table beside a script, if it is one of several. */
export function tally(cell: HTMLElement, counters: Counters, exchanges: readonly Exchange[]): void {
  const compare = cell.closest("cost-compare");
  if (!compare) return;
  const column = [...compare.querySelectorAll("run-cell")].indexOf(cell);
  for (const row of compare.querySelectorAll<HTMLTableRowElement>("tr[data-counter]"))
    renew(row, column, costsOf(counters, exchanges));
}

/** The counters of a run, and what its last load met. */
export function costsOf(counters: Counters, exchanges: readonly Exchange[]): Record<string, number> {
  const load = exchanges.findLast((x) => x.load)?.load;
  if (!load) return { ...counters, refused: 0, p95: 0, hottest: 0 };
  const attempts = load.accepted + load.throttled;
  return {
    ...counters,
    refused: attempts ? Math.round((1000 * load.throttled) / attempts) / 10 : 0,
    p95: load.p95,
    hottest: load.hottest,
  };
}

function renew(row: HTMLTableRowElement, column: number, costs: Readonly<Record<string, number>>): void {
  const name = row.dataset.counter ?? "";
  const cells = [...row.querySelectorAll("td")];
  const cell = cells[column];
  const value = costs[name];
  if (!cell || value === undefined) return;
  cell.dataset.value = String(value);
  cell.querySelector("b")?.replaceChildren((WRITE[name] ?? num)(value));
  if (value > 0) row.hidden = false;
  const least = leastOf(cells.map((c) => Number(c.dataset.value)));
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
