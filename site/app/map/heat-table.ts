// A heat map as a table: each range of keys with its average, its busiest moment and what was refused.
import { html, type TemplateResult } from "lit";
import { num, t } from "../ui/i18n.ts";
import { fold, heads } from "../ui/table.ts";
import { type HeatData, type HeatRange, type Metric, ratesOf } from "./heat-data.ts";
import { wholeOf } from "./heat-window.ts";
import { rangeWords, timeUnit, unitWords } from "./heat-words.ts";

export interface HeatRow {
  range: HeatRange;
  average: number; // a second
  peak: number;
  at: number; // ms: when the peak began
  refused: number; // the largest share of a cell
}

/** The rows of a map in numbers, those with the largest peak first. */
export function rowsOf(data: HeatData, metric: Metric): HeatRow[] {
  const { columns } = data;
  const rates = ratesOf(data, metric);
  const rows = data.ranges.map((range, y): HeatRow => {
    const row = rates.slice(y * columns, (y + 1) * columns);
    const peak = Math.max(0, ...row);
    return {
      range,
      average: row.reduce((a, b) => a + b, 0) / Math.max(columns, 1),
      peak,
      at: data.from + Math.max(0, row.indexOf(peak)) * data.step,
      refused: Math.max(0, ...data.refused.slice(y * columns, (y + 1) * columns)),
    };
  });
  return rows.sort((a, b) => b.peak - a.peak);
}

/** The map in numbers, behind its label. */
export function heatTable(data: HeatData, metric: Metric): TemplateResult {
  const unit = timeUnit(wholeOf(data));
  const rows = rowsOf(data, metric).map(
    (r) =>
      html`<tr><th scope="row" class="pk">${rangeWords(r.range)}</th><td
        class="num">${num(Math.round(r.average))}</td><td class="num">${num(
          Math.round(r.peak),
        )}</td><td class="num">${r.peak ? unit.at(r.at) : ""}</td><td
          class="num">${num(Math.round(100 * r.refused))} %</td></tr>`,
  );
  return fold(
    t("map.table", { unit: unitWords(metric) }),
    heads("map.keys", "#map.average", "#load.peak", "#map.when", "#map.refused.most"),
    rows,
  );
}
