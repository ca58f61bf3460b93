// The cells of the comparison: what a question or a write costs in one design, and whether its budget holds.
import { html, nothing, type TemplateResult } from "lit";
import { badge } from "../../answer/query-badge.ts";
import type { BudgetReport, DesignReport, QuestionReport, Spread, WriteReport } from "../../engine/types.ts";
import { duration, isKey, t, tn } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { isClassName } from "../../ui/query-classes.ts";
import { figure, figuresApart, label, weakest } from "../sheet/figures.ts";
import { contentionOf, rulesOf, shardsOf } from "./write-steps.ts";

/** The name of a design across the page. */
export function letterOf(i: number): string {
  return String.fromCharCode(65 + i);
}

/** Opens what is behind a number; null on a page that was built. */
export type Show = (() => void) | null;

/** Numbers that open what is behind them. */
function numbers(text: TemplateResult, show: Show): TemplateResult {
  return show ? html`<button type="button" class="dd-open dd-nums" @click=${show}>${text}</button>` : text;
}

export function question(d: DesignReport, i: number, show: Show): TemplateResult {
  const q = d.questions[i];
  if (!q) return html`${t("bench.none")}`;
  if (!q.stores.length)
    return html`<p class="vd" data-ok="false">${icon("cross")}<span>${t("bench.unanswered")}</span></p>`;
  return html`<div class="dd-top">${classOf(q)}${verdict(q.budget, q.met)}</div>
    <p class="dd-line">${numbers(
      html`<span class="ro-reads">${reads(q)}</span><br>${requests(q.requests.often.v)} · ${trips(
        q.roundTrips.often.v,
      )}`,
      show,
    )}${source(q)}</p>${broken(q.budget)}${others(q.read)}${work(d, q)}`;
}

function reads(q: QuestionReport): TemplateResult {
  return html`${t("reads.read")} <b>${figure(q.read.often.v)}</b> <span aria-hidden="true">→</span><span
    class="vh">, </span> ${t("reads.returned")} <b>${figure(q.returned.often.v)}</b>`;
}

function classOf(q: QuestionReport): TemplateResult {
  return isClassName(q.class) ? badge(q.class) : html`<span class="dd-w">${t("bench.class.blob")}</span>`;
}

const requests = (n: number) => tn("design.requests", n, n === Math.round(n) ? {} : { n: figure(n) });
const trips = (n: number) => tn("bench.trips", n);

/** How many budgets a design keeps: of its questions and writes, and of the sheet as a whole, which has the
 * headroom. That of a question that it cannot answer is not met. */
export function budgetsOf(d: DesignReport): { kept: readonly boolean[]; met: number; of: number } {
  const asked = d.questions.filter((q) => q.budget.length || !q.stores.length);
  const parts = [
    ...asked.map((q) => q.stores.length > 0 && q.met),
    ...d.writes.filter((w) => w.budget.length).map((w) => w.met),
  ];
  const kept = [...parts, ...d.facts.budget.map((b) => b.met)];
  return { kept, met: kept.filter(Boolean).length, of: kept.length };
}

/** A shape and a word; quiet if the budget holds. */
export function verdict(budget: readonly BudgetReport[], met: boolean): TemplateResult | typeof nothing {
  if (!budget.length) return nothing;
  return html`<span class="vd" data-ok=${met}>${icon(met ? "check" : "cross")}<span>${t(
    met ? "design.within" : "design.over",
  )}</span></span>`;
}

/** Which limits are broken, and by how much. */
export function broken(budget: readonly BudgetReport[]): TemplateResult | typeof nothing {
  const list = budget.filter((b) => !b.met);
  if (!list.length) return nothing;
  return html`<p class="dd-over">${list.map(limitText).join(", ")}</p>`;
}

/** "read ≤ 150"; with what is needed if that looks like the limit: "read ≤ 100 (100.2)". */
export function limitText(b: BudgetReport): string {
  const most = b.class ? className(b.class) : figure(b.limit);
  const near = !b.met && !b.class && figure(b.actual) === most;
  const [actual, limit] = near ? figuresApart(b.actual, b.limit) : ["", most];
  return `${counterName(b.counter)} ≤ ${limit}${actual ? ` (${actual})` : ""}`;
}

export function counterName(counter: string): string {
  const key = `bench.counter.${counter}`;
  return isKey(key) ? t(key) : counter;
}

function className(name: string): string {
  return isClassName(name) ? t(`class.${name}`) : name;
}

/** The other two figures, where they differ from what 99 of 100 calls read. */
function others({ typical, often, largest }: Spread): TemplateResult | typeof nothing {
  const same = figure(typical.v) === figure(often.v) && figure(largest.v) === figure(often.v);
  if (same) return nothing;
  return html`<p class="dd-more">${t("bench.others", { typical: figure(typical.v), largest: figure(largest.v) })}</p>`;
}

/** What ends the reading early, and what the client has to do with the answer. */
export function work(d: DesignReport, q: QuestionReport): TemplateResult | typeof nothing {
  const words = q.stopped ? [t("bench.stopped.short")] : [];
  const rows = Math.max(0, ...q.stores.map((s) => shardsOf(d.stores[s] ?? { text: "" }).rows));
  words.push(...q.clientWork.map((w) => t(`bench.work.${w as "sort"}`, { n: rows })));
  if (q.fetch) words.push(t("bench.work.fetch"));
  if (q.walk) words.push(t("bench.work.walk", { kind: q.walk }));
  return words.length ? html`<p class="dd-more">${words.join("; ")}</p>` : nothing;
}

function source(q: QuestionReport): TemplateResult {
  return label(weakest([q.read, q.requests, q.roundTrips].map((s) => s.often.label)));
}

export function write(d: DesignReport, i: number, show: Show, undecided: readonly string[]): TemplateResult {
  const w = d.writes[i];
  if (!w) return html`${t("bench.none")}`;
  if (w.countedIn) return html`<p class="dd-more">${t("bench.countedin", { name: w.countedIn })}</p>`;
  if (!w.possible || !w.stores.length)
    return html`<p class="vd" data-ok="false">${icon("cross")}<span>${t("bench.unwritten")}</span></p>`;
  return html`<div class="dd-top"><span class="dd-w">${t(`bench.verb.${w.verb as "insert"}`)}</span>${verdict(
    w.budget,
    w.met,
  )}</div>
    <p class="dd-line">${numbers(costOf(w), show)}${label(
      weakest([w.transactions.label, w.requests.label, w.actions.label]),
    )}</p>${broken(w.budget)}${
      w.read.v > 0 ? html`<p class="dd-more">${t("bench.write.reads", { n: figure(w.read.v) })}</p>` : nothing
    }${rulesOf(d, w, undecided)}${contentionOf(w)}${w.atomic ? nothing : workflow(w)}`;
}

function costOf(w: WriteReport): TemplateResult {
  const written = w.actions.v;
  const actions = written > 0 ? html` · ${tn("bench.actions", written, { n: figure(written) })}` : nothing;
  const transactions = tn("bench.transactions", w.transactions.v, { n: figure(w.transactions.v) });
  return html`<b>${transactions}</b>${actions}${
    w.requests.v === w.transactions.v ? nothing : html` · ${requests(w.requests.v)}`
  }`;
}

function workflow(w: WriteReport): TemplateResult {
  return w.workflow.length
    ? html`<p class="dd-more">${t("bench.workflow", { n: w.workflow.length, time: duration(1000 * w.stale.v) })}</p>`
    : html`<p class="dd-more">${t("bench.notatomic")}</p>`;
}
