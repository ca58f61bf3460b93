// The outcomes of all orders: a mark for each order, and a table of how they end.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { LabEnd, LabFact, LabInvariant, LabVerdict, RaceOutcome, RaceReport } from "../engine/types.ts";
import { button } from "../ui/buttons.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { layoutTicks, markOf } from "./ticks.ts";

const COLUMNS = 2; // rules that have a column each

export function ticksView({ outcomes, orders, broken }: RaceReport, shown: number): TemplateResult {
  const layout = layoutTicks(outcomes.map((o) => o.orders));
  const marks = layout.ticks.map(
    ({ from, width, group }) =>
      svg`<rect class=${outcomes[group]?.broken ? "ou-bad" : "ou-ok"} x=${pc(from)} width=${pc(width)}></rect>`,
  );
  return html`<svg class="outcomes" role="img" aria-label=${t(layout.single ? "lab.ticks" : "lab.bars", {
    n: num(orders),
    broken: num(broken),
  })}>${marks}${svg`<rect class="ou-now" x=${pc(markOf(layout, shown))}></rect>`}</svg>`;
}

const pc = (share: number): string => `${Number((share * 100).toFixed(3))}%`;

export function outcomesTable(r: RaceReport, shown: number, show: (outcome: number) => void): TemplateResult {
  const rules = r.invariants.length <= COLUMNS ? r.invariants : [];
  return html`<table class="outs"><caption class="vh">${t("lab.outcomes")}</caption><thead><tr><th scope="col"
    class="num">${t(r.sample ? "lab.col.share" : "lab.col.orders")}</th><th scope="col">${t("lab.col.end")}</th>${
      rules.length
        ? rules.map((i) => html`<th scope="col">${ruleText(i)}</th>`)
        : r.invariants.length
          ? html`<th scope="col">${t("lab.col.rules")}</th>`
          : nothing
    }<th scope="col"><span class="vh">${t("lab.col.action")}</span></th></tr></thead><tbody>${r.outcomes.map((o, i) =>
      row(r, o, i === shown, rules, () => show(i)),
    )}</tbody></table>${r.more ? html`<p class="lab-line muted">${t("lab.more", { n: num(r.more) })}</p>` : nothing}`;
}

function row(
  r: RaceReport,
  o: RaceOutcome,
  now: boolean,
  rules: readonly LabInvariant[],
  show: () => void,
): TemplateResult {
  return html`<tr ?data-now=${now}><td class="num"><b>${r.sample ? percents(o) : num(o.orders)}</b></td><th
    scope="row">${r.outcomes.length === 1 ? t("lab.only") : endOf(o)}</th>${
      rules.length
        ? rules.map(
            (rule, i) =>
              html`<td data-rule=${ruleText(rule)}>${o.verdicts[i] ? verdict(o.verdicts[i], rule) : nothing}</td>`,
          )
        : r.invariants.length
          ? html`<td data-rule="">${brokenRules(r.invariants, o.verdicts)}</td>`
          : nothing
    }<td class="act">${
      now ? html`<span class="outs-shown">${t("lab.shown")}</span>` : button(t("lab.show"), show, { kind: "small" })
    }</td></tr>`;
}

function percents({ low, high }: RaceOutcome): string {
  return t("lab.interval", { low: percent(low), high: percent(high) });
}

/** A share as a percentage, with a digit more when it is small. */
export function percent(share: number): string {
  const n = share * 100;
  return num(n < 1 || n > 99 ? Math.round(n * 10) / 10 : Math.round(n));
}

/** The text of a rule without spaces that its columns do not need. */
export function ruleText({ text }: LabInvariant): string {
  return text.replaceAll("==", "=");
}

/** Whether a rule holds, and what its left side is. */
export function verdict(v: LabVerdict, { text }: LabInvariant): TemplateResult {
  const op = /(==|!=|<=|>=|<|>)/.exec(text)?.[0] ?? "";
  const words =
    v.holds || op !== "=="
      ? `${v.left}${v.holds ? "" : ` ${op} ${v.right}`}`
      : t("lab.not", { left: v.left, right: v.right });
  return html`<span class="vd" data-ok=${v.holds}>${icon(v.holds ? "check" : "cross")}<span><span class="vh">${t(
    v.holds ? "lab.holds.rule" : "lab.breaks.rule",
  )} </span>${words}${
    v.step ? html` <span class="muted">${t("lab.after", { n: v.step })}</span>` : nothing
  }</span></span>`;
}

function brokenRules(rules: readonly LabInvariant[], verdicts: readonly LabVerdict[]): unknown {
  const list = rules.flatMap((rule, i) => (verdicts[i] && !verdicts[i].holds ? [{ rule, v: verdicts[i] }] : []));
  if (!list.length)
    return html`<span class="vd" data-ok="true">${icon("check")}<span>${t("lab.all.hold")}</span></span>`;
  return list.map(({ rule, v }) => html`<div>${t("lab.line", { n: rule.line })}: ${verdict(v, rule)}</div>`);
}

/** How an outcome differs from the others, and which lanes did not get to their end. */
export function endOf({ facts, ends }: Pick<RaceOutcome, "facts" | "ends">): TemplateResult {
  const stopped = ends.filter((e) => e.state !== "done");
  const parts = [...facts.map(fact), ...stopped.map(ended)];
  return html`<span class="outs-state">${
    parts.length ? parts.map((p) => html`<span>${p}</span>`) : t("lab.same")
  }</span>`;
}

function fact(f: LabFact): unknown {
  const place = cut(f.row || f.partition || f.store);
  const name = f.property ? `${place}.${cut(f.property)}` : place;
  if (f.kind === "message") return tn("lab.fact.messages", Number(f.value), { queue: f.store });
  if (f.kind === "count") return t("lab.fact.count", { n: f.value, partition: f.partition || f.store });
  if (!f.present) return html`<code>${place}</code> ${t("lab.fact.missing", { store: f.store })}`;
  if (!f.property) return html`<code>${name}</code> ${t("lab.fact.there", { store: f.store })}`;
  return html`<code>${name}</code> ${f.value === "" ? t("lab.fact.none") : f.value}`;
}

const cut = (text: string): string => (text.length > 28 ? `${text.slice(0, 27)}…` : text);

function ended({ lane, state, status, code }: LabEnd): string {
  return state === "crashed"
    ? t("lab.end.crashed", { lane })
    : t("lab.end.stopped", { lane, answer: `${status || ""} ${code}`.trim() });
}
