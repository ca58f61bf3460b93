// Scripts that are compared: below each other, then a table of what each costs. The least of a row has a word.
import { html, nothing, type TemplateResult } from "lit";
import { num, t } from "../ui/i18n.ts";
import { costsOf, leastOf, WRITE, YIELD } from "./compare.ts";
import { cell, type Place, type Ran } from "./static-cell.ts";

const ROWS = 5; // of an answer: the table below is what counts
const COUNTERS = [
  "requests",
  "transactions",
  "roundtrips",
  "read",
  "returned",
  "bytes",
  "elapsed",
  "refused",
  "p95",
  "hottest",
] as const;

type Counter = (typeof COUNTERS)[number];

export function compare(scripts: readonly (Place & { ran: Ran })[]): TemplateResult {
  const label = t("compare.label");
  const costs = scripts.map(({ ran }) => costsOf(ran.counters, ran.exchanges));
  return html`<cost-compare>${scripts.map(
    (s, i) => html`<p class="cmp-name"><b>${letter(i)}</b> ${s.title}</p>${cell(s.ran, s, ROWS)}`,
  )}<div class="grid-scroll" tabindex="0" role="group" aria-label=${label}><table class="compare"><caption
      class="vh">${label}</caption>
    <thead><tr><td></td>${scripts.map(
      (s, i) => html`<th scope="col"><b>${letter(i)}</b> <span>${s.title}</span></th>`,
    )}</tr></thead>
    <tbody>${COUNTERS.map((name) =>
      row(
        name,
        costs.map((c) => c[name] ?? 0),
      ),
    )}</tbody></table></div></cost-compare>`;
}

function letter(i: number): string {
  return String.fromCharCode("A".charCodeAt(0) + i);
}

/** What one counter is for each script; a row without any cost is hidden until a run has some. */
function row(name: Counter, values: readonly number[]): TemplateResult {
  const least = name === YIELD ? [] : leastOf(values);
  return html`<tr data-counter=${name} ?hidden=${values.every((v) => v === 0)}><th
    scope="row">${t(`counter.${name}`)}</th>${values.map(
      (v, i) =>
        html`<td data-best=${least.includes(i) ? "" : nothing} data-value=${v}><span>${
          least.includes(i) ? t("compare.least") : nothing
        }</span> <b>${(WRITE[name] ?? num)(v)}</b></td>`,
    )}</tr>`;
}
