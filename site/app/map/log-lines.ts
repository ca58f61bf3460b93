// Loads over time on a log scale, with the target as a line: one picture for a few partitions, whose numbers are in a
// table.
import { html, type nothing, svg, type TemplateResult } from "lit";
import { num, t } from "../ui/i18n.ts";
import { fold } from "../ui/table.ts";

export interface LogLine {
  name: string;
  values: readonly number[]; // a second, in each column
}

export interface LogLines {
  lines: readonly LogLine[]; // three at most: each has a stroke of its own
  target: number;
  label: string; // of the picture
  from: number; // ms
  step: number; // ms of a column
  at: (ms: number) => string; // a moment in words
}

const WIDTH = 1000;
const HEIGHT = 100;

/** The decades that a picture spans: from the one below the smallest value to the one above the largest, at least
 * two. */
export function decadesOf(values: readonly number[]): { low: number; high: number } {
  const some = values.filter((n) => n > 0);
  const high = Math.ceil(Math.log10(Math.max(10, ...some) * 1.05));
  const low = Math.min(high - 2, Math.floor(Math.log10(Math.max(1, Math.min(...some, 10 ** high)))));
  return { low: Math.max(0, low), high };
}

/** Where a value stands, from 0 at the top to 1; below the picture is at its foot. */
export function heightOf(n: number, { low, high }: { low: number; high: number }): number {
  if (n <= 0) return 1;
  return 1 - Math.min(1, Math.max(0, (Math.log10(n) - low) / (high - low)));
}

export function logLines(o: LogLines): TemplateResult {
  const decades = decadesOf([...o.lines.flatMap((l) => l.values), o.target]);
  const steps = Array.from({ length: decades.high - decades.low + 1 }, (_, i) => 10 ** (decades.high - i));
  const percent = (n: number) => `${Number((100 * heightOf(n, decades)).toFixed(2))}%`;
  const target = percent(o.target);
  return html`<figure class="ll"><div class="ll-pic"><svg class="ll-y" aria-hidden="true">${steps.map(
    (n) => svg`<text x="100%" y=${percent(n)} dy="0.36em" text-anchor="end">${num(n)}</text>`,
  )}</svg><div class="ll-wrap"><svg class="ll-lines" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none"
  role="img" aria-label=${o.label}>
    <path class="ll-grid" d=${steps
      .map((n) => `M0 ${round(heightOf(n, decades) * HEIGHT)}h${WIDTH}`)
      .join("")}></path>${o.lines.map(
      (l, i) => svg`<path data-line=${"abc"[i] ?? "c"} d=${path(l.values, decades)}></path>`,
    )}</svg><svg class="ll-over" aria-hidden="true"><line class="ll-target" x1="0" x2="100%" y1=${target}
    y2=${target}></line><text class="ll-name" x="100%" y=${target} dy="1.1em" text-anchor="end">${t(
      "map.lines.target",
      { n: num(o.target) },
    )}</text></svg></div></div>
    <p class="ll-legend">${o.lines.map(
      (l, i) => html`<span>${sign("abc"[i] ?? "c")}<span class="pk">${l.name}</span></span>`,
    )}<span class="muted">${t("map.lines.unit")}</span></p>
    ${table(o)}</figure>`;
}

/** A line from column to column; where nothing was asked it is interrupted. */
function path(values: readonly number[], decades: { low: number; high: number }): string {
  const width = WIDTH / values.length;
  let drawn = false;
  return values
    .map((n, i) => {
      const y = round(heightOf(n, decades) * HEIGHT);
      const part = n > 0 ? `${drawn ? "L" : "M"}${round(i * width)} ${y}H${round((i + 1) * width)}` : "";
      drawn = n > 0;
      return part;
    })
    .join("");
}

function sign(kind: string): TemplateResult {
  return html`<svg class="ll-lines ll-sign" viewBox="0 0 20 6" aria-hidden="true">${svg`<path data-line=${kind}
    d="M0 3h20"></path>`}</svg>`;
}

const ROWS = 20; // of the table: a column each, or some of them

function table(o: LogLines): TemplateResult | typeof nothing {
  const columns = o.lines[0]?.values.length ?? 0;
  const every = Math.max(1, Math.ceil(columns / ROWS));
  const rows = Array.from({ length: Math.ceil(columns / every) }, (_, i) => i * every);
  const head = html`<thead><tr><th scope="col">${t("map.when")}</th>${o.lines.map(
    (l) => html`<th scope="col" class="num pk">${l.name}</th>`,
  )}</tr></thead>`;
  return fold(
    t("map.lines.table"),
    head,
    rows.map(
      (x) =>
        html`<tr><th scope="row">${o.at(o.from + x * o.step)}</th>${o.lines.map(
          (l) => html`<td class="num">${num(Math.round(Math.max(...l.values.slice(x, x + every))))}</td>`,
        )}</tr>`,
    ),
  );
}

const round = (n: number): number => Math.round(10 * n) / 10;
