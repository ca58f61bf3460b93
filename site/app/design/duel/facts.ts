// What holds for a design as a whole: its busiest partition, how far it grows, what it stores and what a month costs.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { DesignBreach, DesignReport, GrowthReport } from "../../engine/types.ts";
import { isKey, num, t, tn } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { figure, figuresApart, label, percent, size, weakest } from "../sheet/figures.ts";
import { problemName } from "./design-problems.ts";
import { counterName, letterOf } from "./duel-cells.ts";

const TARGETS = { partition: 2000, account: 20_000 }; // entities a second
const DECADES = 4; // the line of growth goes from 1 to 10,000 times

interface Fact {
  name: () => string;
  labels: (d: DesignReport) => string[];
  text: (d: DesignReport, i: number) => unknown;
}

export function factRows(designs: readonly DesignReport[]): TemplateResult[] {
  return [...FACTS, ...growth(designs)].map(
    (f) =>
      html`<tr class="dd-fact"><th scope="row"><span
        class="dd-what">${f.name()}${label(weakest(designs.flatMap(f.labels)))}</span></th>${designs.map(
          (d, i) => html`<td data-design=${letterOf(i)}><div class="dd-cell">${f.text(d, i)}</div></td>`,
        )}</tr>`,
  );
}

const FACTS: readonly Fact[] = [
  {
    name: () => t("bench.fact.hottest"),
    labels: ({ facts }) => [facts.hottest.rate.label],
    text: hottest,
  },
  {
    name: () => t("bench.fact.account"),
    labels: ({ facts }) => [facts.account.rate.label],
    text: ({ facts }) =>
      html`${load("account", facts)}${
        facts.refused.v > 0
          ? html`<p class="dd-over">${t("bench.fact.refused", { n: percent(facts.refused.v) })}</p>`
          : nothing
      }`,
  },
  {
    name: () => t("bench.fact.room"),
    labels: () => ["modelled"],
    text: room,
  },
  {
    name: () => t("bench.fact.stored"),
    labels: ({ facts }) => [facts.bytes.label],
    text: stored,
  },
  {
    name: () => t("bench.fact.month"),
    labels: ({ facts }) => [facts.month.transactions.label, facts.month.money.label],
    text: month,
  },
];

function hottest({ facts }: DesignReport): TemplateResult {
  const { hottest: h } = facts;
  if (h.store < 0) return html`${t("bench.fact.idle")}`;
  return html`<p><code class="pk" translate="no">${h.key}</code></p>${load("partition", facts)}<p
    class="dd-more">${t("bench.fact.by", { name: h.what })}</p>`;
}

/** The rate of the busiest partition or of the account, what part of the target it takes, and whether headroom is
 * left. */
function load(of: "partition" | "account", facts: DesignReport["facts"]): TemplateResult {
  const [target, rate] = [TARGETS[of], (of === "partition" ? facts.hottest : facts.account).rate.v];
  const limit = facts.budget.find((b) => b.counter === of);
  const params = {
    n: figure(rate),
    of: num(target),
    share: percent(rate / target),
    most: figure(limit?.limit ?? target),
  };
  if (limit?.met ?? rate <= target) return html`<p><b>${params.n}</b> ${t("bench.fact.of", params)}</p>`;
  const text = t(rate > target ? "bench.fact.load" : "bench.fact.headroom", params);
  return html`<p class="vd" data-ok="false">${icon("cross")}<span>${text}</span></p>`;
}

function room({ breaks: b }: DesignReport, i: number): TemplateResult {
  if (!b.what)
    return html`${line(10 ** DECADES, t("bench.room.none.of", { letter: letterOf(i) }))}<p>${t("bench.room.none")}</p>`;
  const now = b.at <= 1;
  const times = t("bench.times", { n: figure(b.at) });
  return html`${line(b.at, t("bench.room.of", { letter: letterOf(i), n: figure(b.at) }))}<p>${
    now
      ? html`<span class="vd" data-ok="false">${icon("cross")}<span>${t("bench.room.now")}</span></span>`
      : html`<b>${times}</b>,`
  } ${breach(b)}</p>`;
}

/** A line from 1 to 10,000 times, filled to where something breaks. */
function line(at: number, name: string): TemplateResult {
  const x = Math.max(0, Math.min(1, Math.log10(Math.max(1, at)) / DECADES)) * 100;
  const ticks = Array.from({ length: DECADES - 1 }, (_, i) => (100 * (i + 1)) / DECADES);
  return html`<svg class="grow" role="img" aria-label=${name}>${svg`<rect class="gr-all" width="100%"></rect><rect
    class="gr-run" width="${x}%"></rect>${ticks.map(
      (p) => svg`<line class="gr-t" x1="${p}%" x2="${p}%" y1="0" y2="100%"></line>`,
    )}${x < 100 ? svg`<rect class="gr-key" x="${x}%"></rect>` : nothing}`}</svg>`;
}

/** What fails, in words. */
export function breach(b: DesignBreach): string {
  const key = b.counter === "class" ? "bench.breach.class" : `bench.breach.${b.what}`;
  const [n, of] = figuresApart(b.number, b.limit);
  const params = { name: b.name, n, of, counter: counterName(b.counter) };
  return isKey(key) ? t(key, params) : t("bench.breach.rule", { ...params, rule: problemName(b.what) });
}

function stored({ facts }: DesignReport): TemplateResult {
  const ratio = facts.blowUp.v;
  return html`<p><b>${size(facts.bytes.v)}</b> ${t("bench.fact.entities", { n: figure(facts.entities.v) })}</p>${
    ratio > 1.005 ? html`<p class="dd-more">${t("bench.fact.blowup", { n: figure(ratio) })}</p>` : nothing
  }${
    facts.amplification.v > 1.005
      ? html`<p class="dd-more">${t("bench.fact.amplified", { n: figure(facts.amplification.v) })}</p>`
      : nothing
  }`;
}

function month(d: DesignReport): TemplateResult {
  const m = d.facts.month;
  const parts = t("bench.fact.month.parts", { n: figure(m.transactions.v), gib: figure(m.gib.v) });
  const peak = failsAtPeak(d) ? html`<p class="dd-more">${t("bench.fact.month.attempts")}</p>` : nothing;
  return m.currency
    ? html`<p><b>${figure(m.money.v)} ${m.currency}</b></p><p class="dd-more">${parts}</p>${peak}`
    : html`<p>${parts}</p>${peak}`;
}

/** Tells whether a month has attempts that fail, of which the engine knows how many there are at peak. */
export const failsAtPeak = ({ writes }: Pick<DesignReport, "writes">): boolean =>
  writes.some(({ contention: { attempts } }) => attempts.v > 1.005);

function growth(designs: readonly DesignReport[]): Fact[] {
  return (designs[0]?.growth ?? []).map(({ by, factor }, i) => ({
    name: () => t("bench.fact.grown", { n: num(factor), by: t(`bench.by.${by as "users"}`) }),
    labels: () => ["modelled"],
    text: (d) => grown(d.growth[i]),
  }));
}

function grown(g: GrowthReport | undefined): unknown {
  if (!g?.broken.length) return html`<p class="vd" data-ok="true">${icon("check")}<span>${t("bench.holds")}</span></p>`;
  const [first] = g.broken;
  const more = g.broken.length - 1;
  return html`<p class="vd" data-ok="false">${icon("cross")}<span>${first ? breach(first) : nothing}${
    more ? html` ${tn("bench.broken.more", more)}` : nothing
  }</span></p>`;
}
