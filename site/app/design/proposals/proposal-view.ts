// One proposal: what it is called, its keys, its numbers for each question, why it is so and what it gives up.
import { html, nothing, type TemplateResult } from "lit";
import { badge } from "../../answer/query-badge.ts";
import type { DesignReport, DesignRule, Proposal, Proposed, QuestionReport, SampleReport } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";
import { isClassName } from "../../ui/query-classes.ts";
import { keys } from "../duel/duel.ts";
import { broken, budgetsOf, verdict, work } from "../duel/duel-cells.ts";
import { checkView } from "../duel/sample-view.ts";
import { contentionOf, readsOf, rulesOf, stepsOf } from "../duel/write-steps.ts";
import { figure, label } from "../sheet/figures.ts";
import { money, monthOf, type Prices } from "../sheet/prices.ts";
import { breaks, fewer, gives, leaving, literals, rank, reasons } from "./proposal-text.ts";

const TITLE = 3; // patterns in a title

export function proposalView(
  found: Proposed,
  i: number,
  check: SampleReport | null | undefined,
  prices: Prices,
  undecided: readonly string[],
  action: (i: number) => TemplateResult,
): TemplateResult {
  const p = found.proposals[i];
  if (!p) return html``;
  const id = `proposal-${i}`;
  const why = [...reasons(p), ...literals(p.report.stores)];
  return html`<li aria-labelledby=${id}><span class="pr-n" aria-hidden="true">${i + 1}</span><div class="pr-what"><h3
    id=${id}><span class="vh">${t("bench.pr.n", { n: i + 1 })}: </span>${linked(
      p.patterns.slice(0, TITLE),
    )}</h3>${labels(found, i)}${check ? checkView(check) : nothing}${keys(p.report.stores)}${asks(p, i)}${writes(
      p,
      undecided,
    )}<dl class="pr-says">${says("bench.pr.why", why)}${says("bench.pr.leave", leaving(p, prices))}${says(
      "bench.pr.gives",
      gives(found, i),
    )}${says("bench.pr.breaks", breaks(p.report))}${says(
      "bench.pr.rank",
      rank(found, i),
    )}</dl></div><div class="pr-side">${numbers(p.report, prices)}<p class="pr-do">${action(i)}</p></div></li>`;
}

function linked(patterns: readonly DesignRule[]): TemplateResult {
  return html`${patterns.map((r, i) => html`${i ? " + " : nothing}${patternLink(r)}`)}`;
}

/** What a proposal is among the others, and the patterns that its title leaves out. */
function labels(found: Proposed, i: number): TemplateResult {
  const p = found.proposals[i];
  const rest = p?.patterns.slice(TITLE) ?? [];
  const words = [p?.single ? t("bench.pr.single") : "", p?.atomic ? atomic(p.report) : ""].filter(Boolean);
  if (found.counter === i) words.push(counter(found));
  return html`${rest.length ? html`<p class="pr-more">${t("bench.pr.also")} ${linked(rest)}</p>` : nothing}${words.map(
    (w) => html`<p class="pr-label">${w}</p>`,
  )}`;
}

/** Without writes every design is the best one in which they are transactions, which says nothing. */
const atomic = ({ writes: all }: DesignReport): string => t(all.length ? "bench.pr.atomic" : "bench.pr.nowrites");

function counter({ proposals, counterBy, counter: at }: Proposed): string {
  const own = proposals[at];
  const [first] = proposals[0]?.patterns ?? [];
  const without = first ? patternName(first) : "";
  const list = fewer(own, proposals[0]);
  const nowhere = list ? t("bench.pr.nothing.simpler", { list }) : t("bench.pr.nothing");
  const choose = counterBy ? t("bench.pr.choose", { what: t(`bench.cost.${counterBy}`) }) : nowhere;
  return `${t("bench.pr.counter", { pattern: without })} ${choose}`;
}

function numbers(d: DesignReport, prices: Prices): TemplateResult {
  const { met, of } = budgetsOf(d);
  const room = d.breaks.what
    ? d.breaks.at > 1
      ? t("bench.times", { n: figure(d.breaks.at) })
      : t("bench.pr.room.none")
    : "";
  return html`<dl class="pr-nums">${pair("bench.pr.budgets", t("bench.pr.of", { met, of }))}${pair(
    "bench.fact.month",
    money(monthOf(d, prices), prices),
  )}${room ? pair("bench.pr.room", room) : nothing}</dl>${broken(d.facts.budget)}`;
}

const pair = (name: "bench.pr.budgets" | "bench.fact.month" | "bench.pr.room", text: string): TemplateResult =>
  html`<div><dt>${t(name)}</dt><dd>${text}</dd></div>`;

/** The questions, a line each. The first proposal shows them, the others when they are opened. */
function asks({ report }: Proposal, i: number): TemplateResult {
  const head = ["bench.class", "reads.read", "bench.counter.requests", "bench.counter.roundtrips"] as const;
  return html`<details class="pr-asks" ?open=${i === 0}><summary>${t("bench.pr.asks")}</summary><table><thead><tr><th
    scope="col">${t("bench.pr.ask")}</th>${head.map(
      (h, k) => html`<th scope="col" class=${k ? "num" : ""}>${t(h)}</th>`,
    )}</tr></thead><tbody>${report.questions.map((q) => ask(report, q))}</tbody></table></details>`;
}

function ask(d: DesignReport, q: QuestionReport): TemplateResult {
  if (!q.stores.length)
    return html`<tr><th scope="row">${q.name}</th><td colspan="4">${t("bench.unanswered")}</td></tr>`;
  const name = isClassName(q.class) ? badge(q.class) : t("bench.class.blob");
  const assumed = q.read.often.label === "assumed" ? label("assumed") : nothing; // such as how many values there are
  return html`<tr><th scope="row">${q.name} ${assumed}${work(d, q)}</th><td><span
    class="pr-class">${name}${verdict(q.budget, q.met)}</span></td>${[q.read, q.requests, q.roundTrips].map(
      (s) => html`<td class="num">${figure(s.often.v)}</td>`,
    )}</tr>`;
}

/** The writes that one request does not do, a heading each: their steps, rules and conditions. */
function writes({ report }: Proposal, undecided: readonly string[]): TemplateResult | typeof nothing {
  const shown = report.writes.filter(
    (w) => w.workflow.length || w.rules.length || w.contention.rate.v > 0 || w.read.v > 1,
  );
  if (!shown.length) return nothing;
  return html`<details class="pr-asks"><summary>${t("bench.pr.writes")}</summary>${shown.map(
    (w) => html`<h4>${w.name}</h4>${readsOf(w)}${rulesOf(report, w, undecided)}${contentionOf(w)}${stepsOf(report, w)}`,
  )}</details>`;
}

function says(
  name: "bench.pr.why" | "bench.pr.leave" | "bench.pr.gives" | "bench.pr.breaks" | "bench.pr.rank",
  lines: readonly string[],
) {
  return lines.length ? html`<div><dt>${t(name)}</dt>${lines.map((l) => html`<dd>${l}</dd>`)}</div>` : nothing;
}

/** Cards by the rule that follows them. The others have none. */
const CARDS: Partial<Record<DesignRule, string>> = {
  compoundKey: "compound-key",
  logTail: "log-tail",
  tablePerPeriod: "high-volume-delete",
  tablePerValue: "high-volume-delete",
  uniqueKey: "inter-partition-index",
  intraPartitionIndex: "intra-partition-index",
  interPartitionIndex: "inter-partition-index",
  indexEntities: "index-entities",
  denormalization: "denormalization",
  dataSeries: "data-series",
  wideEntities: "wide-entities",
  largeEntities: "large-entities",
  logData: "log-data",
  eventuallyConsistent: "eventually-consistent-transactions",
};

const patternName = (rule: DesignRule): string => t(`bench.pattern.${rule}`);

/** The name of a pattern, as a link to its card. */
function patternLink(rule: DesignRule): TemplateResult {
  const card = CARDS[rule];
  const name = patternName(rule);
  if (!card) return html`${name}`;
  const root = document.documentElement.dataset.root ?? "./";
  return html`<a href=${`${root}patterns/${card}/`}>${name}</a>`;
}
