// The designs side by side: questions and writes down, designs across, then the facts of each design as a whole.
import { html, nothing, type TemplateResult } from "lit";
import type { Comparison, DesignReport, SegmentReport, StoreReport } from "../../engine/types.ts";
import { num, t, tn } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { behind, behindWrite } from "./behind.ts";
import { problemText } from "./design-problems.ts";
import { broken, budgetsOf, letterOf, question, type Show, write } from "./duel-cells.ts";
import { factRows } from "./facts.ts";
import type { Checks } from "./sample-view.ts";
import { shardsOf } from "./write-steps.ts";

/** What a reader can do with the designs. A page that was built offers none of it. */
export interface DuelActions {
  open: string; // the row that is open: "ask-2", "do-0"
  checks: Checks;
  undecided: readonly string[]; // attributes of which the sheet has to say whether case counts
  toggle: (row: string) => void;
  assumed: (path: string) => string; // what a path of the sheet assumes, in words
  run: (row: string, name: string, design: number) => void; // the requests behind it, in the playground
  edit: (design: number) => void;
  add: (() => void) | null; // null if there is no room for another design
}

export function duel(report: Comparison, actions: DuelActions | null, meta: (row: string) => string): TemplateResult {
  const { designs } = report;
  const [first] = designs;
  const count = designs.length;
  return html`<div class="dd-scroll" tabindex="0" role="group" aria-label=${t("bench.duel.table")}><table class="dd"
    data-designs=${count}><caption class="vh">${t("bench.duel.table")}</caption>
    <thead><tr><td>${actions?.add ? addButton(count, actions.add) : nothing}</td>${designs.map((d, i) =>
      head(d, i, actions),
    )}</tr></thead>
    <tbody>${group("bench.duel.asks", count)}${first?.questions.map((q, i) => {
      const row = `ask-${i}`;
      return html`${line(row, i, q.name, meta(row), actions, designs, (d, show) => question(d, i, show))}${
        actions?.open === row
          ? behind(designs, i, actions.assumed, actions.checks, (j) => actions.run(row, q.name, j))
          : nothing
      }`;
    })}</tbody>
${first?.writes.length ? writes(designs, first, actions, meta) : nothing}${
  first?.facts.entities.v
    ? html`<tbody class="dd-facts">${group("bench.duel.facts", count)}${factRows(designs)}</tbody>`
    : nothing
}</table></div>`;
}

function writes(
  designs: readonly DesignReport[],
  first: DesignReport,
  actions: DuelActions | null,
  meta: (row: string) => string,
): TemplateResult {
  return html`<tbody>${group("bench.duel.does", designs.length)}${first.writes.map((w, i) => {
    const row = `do-${i}`;
    return html`${line(row, i, w.name, meta(row), actions, designs, (d, show) =>
      write(d, i, show, actions?.undecided ?? []),
    )}${
      actions?.open === row
        ? behindWrite(
            designs,
            i,
            actions.undecided,
            (j) => actions.run(row, w.name, j),
            (j) => actions.run(`race-${i}`, w.name, j),
          )
        : nothing
    }`;
  })}</tbody>`;
}

function group(key: "bench.duel.asks" | "bench.duel.does" | "bench.duel.facts", count: number): TemplateResult {
  return html`<tr class="dd-group"><th scope="rowgroup" colspan=${count + 1}>${t(key)}</th></tr>`;
}

function line(
  row: string,
  i: number,
  name: string,
  meta: string,
  actions: DuelActions | null,
  designs: readonly DesignReport[],
  cell: (d: DesignReport, show: Show) => TemplateResult,
): TemplateResult {
  const open = actions?.open === row;
  const show = actions ? () => actions.toggle(row) : null;
  const title = actions
    ? html`<button type="button" class="dd-open" aria-expanded=${open}
      @click=${() => actions.toggle(row)}>${name}</button>`
    : name;
  return html`<tr class=${open ? "dd-sel" : ""}><th scope="row"><span class="dd-q"
    aria-hidden="true">${i + 1}</span><span class="dd-what">${title}<span
    class="dd-meta">${meta}</span></span></th>${designs.map(
      (d, j) => html`<td data-design=${letterOf(j)}><div class="dd-cell">${cell(d, show)}</div></td>`,
    )}</tr>`;
}

function addButton(count: number, add: () => void): TemplateResult {
  return html`<button type="button" class="button" data-kind="small"
    @click=${add}>${icon("plus")}<span>${t("bench.design.add", { letter: letterOf(count) })}</span></button>`;
}

function head(d: DesignReport, i: number, actions: DuelActions | null): TemplateResult {
  const letter = letterOf(i);
  const label = t("bench.design.edit", { letter });
  return html`<th scope="col"><div class="dd-head"><b class="letter">${letter}</b><span
    class="dd-name">${d.name}</span>${
      actions
        ? html`<button type="button" class="icon-button" aria-label=${label} title=${label}
        @click=${() => actions.edit(i)}>${icon("edit")}</button>`
        : nothing
    }</div>${keys(d.stores)}${score(d)}${problems(d)}</th>`;
}

/** The stores of a design as key lines: table, PartitionKey, RowKey. The number of a shard is part of a key. */
export function keys(stores: readonly StoreReport[]): TemplateResult {
  return html`<div class="dd-keys" translate="no"><span class="dd-kh"><span
    class="vh">${t("data.table")}, </span></span><span
    class="dd-kh pk">PartitionKey</span><span class="dd-kh rk">RowKey</span>${stores.map((s) => {
      const { rows, apart } = shardsOf(s);
      const shard = rows ? html`<span class="dd-lit">_</span>{1…${num(rows)}}` : nothing;
      return html`<span class="dd-t">${coloured(s.table)}</span><code class="pk">${coloured(s.partition)}${
        apart ? shard : nothing
      }</code><code class="rk">${coloured(s.row)}${apart ? nothing : shard}</code>`;
    })}</div>`;
}

function coloured(segments: readonly SegmentReport[]): TemplateResult[] {
  return segments.map((s) => (s.attr ? html`${s.text}<wbr>` : html`<span class="dd-lit">${s.text}</span><wbr>`));
}

function score(d: DesignReport): TemplateResult {
  const { kept, met, of } = budgetsOf(d);
  return html`<p class="dd-score"><span class="score" aria-hidden="true">${kept.map(
    (k) => html`<i data-ok=${k ? "" : nothing}></i>`,
  )}</span><span>${t("bench.score", { met, of })}</span></p>${broken(d.facts.budget)}`;
}

function problems(d: DesignReport): TemplateResult | typeof nothing {
  if (!d.problems.length) return nothing;
  return html`<details class="dd-bad" ?open=${!d.valid}
    data-note=${d.valid ? "" : nothing}><summary>${icon("warn")}<span>${
      d.valid ? tn("bench.notes", d.problems.length) : t("bench.invalid")
    }</span></summary><ul>${d.problems.map((p) => html`<li>${problemText(p, d)}</li>`)}</ul></details>`;
}
