// What every order leads to: the sentence, a mark for each order, the outcomes, and one order step by step.
import { html, nothing, type TemplateResult } from "lit";
import { home } from "../engine/page-data.ts";
import type { RaceOutcome, RaceReport } from "../engine/types.ts";
import { button } from "../ui/buttons.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { busy, icon } from "../ui/icons.ts";
import type { LabPanel } from "./lab-panel.ts";
import { outcomesTable, percent, ticksView } from "./outcomes-view.ts";
import { stepsView } from "./steps-view.ts";

export function racesView(panel: LabPanel, r: RaceReport): TemplateResult {
  const { outcome, showOutcome } = panel.example;
  return html`<header class="lab-head"><h2
    data-ok=${r.invariants.length ? r.broken === 0 : nothing}>${mark(r)}${headline(r)}</h2><p
      class="lab-say">${who(r)} ${ran(panel, r)} ${r.crashes ? t("lab.crash.say") : ""} <span
        class="src" data-src=${r.sample ? "measured" : "exact"}>${t(
          r.sample ? "lab.sampled" : "lab.exact",
        )}</span></p></header>
    ${crash(panel, r)}${r.sample ? sampled(r) : nothing}${r.invariants.length ? nothing : norule()}${ticksView(
      r,
      outcome,
    )}${outcomesTable(r, outcome, showOutcome)}${order(panel, r)}`;
}

function mark(r: RaceReport): TemplateResult | typeof nothing {
  return r.invariants.length ? icon(r.broken ? "cross" : "check") : nothing;
}

/** One sentence that says it all. */
function headline(r: RaceReport): string {
  const of = num(r.orders);
  if (!r.invariants.length) return tn("lab.ends", r.outcomes.length + r.more, { of });
  if (!r.broken) return t(r.sample ? "lab.holds.sample" : "lab.holds.all", { of });
  if (r.sample) return t("lab.about", { share: percent(r.broken / Math.max(1, r.orders)), of });
  return t(losesOnly(r) ? "lab.lose" : "lab.break", { n: num(r.broken), of });
}

/** Every broken outcome is one in which a write replaces another one unseen. */
function losesOnly(r: RaceReport): boolean {
  const broken = r.outcomes.filter((o) => o.broken);
  return r.more === 0 && broken.every((o) => o.order.some((s) => s.overwrites > 0));
}

function who({ lanes }: RaceReport): string {
  return lanes
    .map((l) => tn("lab.sends", l.requests, { lane: l.name }))
    .join(", ")
    .concat(".");
}

function ran({ run }: LabPanel, r: RaceReport): string {
  const time = t("lab.seconds", { n: seconds(run.trial.took) });
  if (r.sample) return t("lab.ran.sample", { n: num(r.sample.orders), seed: r.sample.seed, time });
  return t("lab.ran", { n: num(r.orders), states: num(r.states), time });
}

/** A worker can die in the middle of its work: the orders in which one client crashes once, as well. */
function crash(panel: LabPanel, r: RaceReport): TemplateResult | typeof nothing {
  if (!r.lanes.some((l) => l.worker)) return nothing;
  const turn = (e: Event) => panel.crash((e.target as HTMLInputElement).checked ? 1 : 0);
  return html`<label class="lab-crash"><input type="checkbox" .checked=${panel.crashes > 0}
    @change=${turn}> ${t("lab.crash")}</label>`;
}

/** Seconds with two digits, for what is quick. */
export function seconds(ms: number): string {
  return (ms / 1000).toLocaleString(document.documentElement.lang || "en", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
}

function sampled({ sample }: RaceReport): TemplateResult | typeof nothing {
  if (!sample) return nothing;
  const params = { n: num(sample.orders), all: num(sample.all), low: percent(sample.low), high: percent(sample.high) };
  return html`<p class="lab-line">${icon("warn")}<span>${t("lab.sample", params)}</span></p>`;
}

const norule = () =>
  html`<p class="lab-line">${icon("warn")}<span><b>${t("lab.norule")}</b> ${t("lab.norule.text")} <code>${t(
    "lab.norule.sample",
  )}</code></span></p>`;

function order(panel: LabPanel, r: RaceReport): TemplateResult | typeof nothing {
  const { raced, steps, at, go, toScript } = panel.example;
  if (!raced || !steps.length) return nothing;
  const title = t(raced.broken ? "lab.shortest.bad" : r.invariants.length ? "lab.shortest.good" : "lab.shortest.one");
  return html`<section class="lab-part" aria-labelledby="lab-order"><header class="lab-part-head"><h3
    id="lab-order">${title}</h3><p class="muted">${tn(
      "lab.switches",
      raced.switches,
    )}</p></header>${stepsView({ steps, lanes: r.lanes, at, go, repeats: raced.repeats })}${
      panel.host.open
        ? html`<p class="actions">${button(t("lab.test"), () => void toScript("test"), { icon: "check" })}${button(
            tn("lab.run.steps", steps.length),
            () => void toScript("steps"),
            { icon: "arrow" },
          )}</p>`
        : nothing
    }${
      panel.note ? html`<p class="lab-line" role="status">${panel.note}</p>` : nothing
    }${cureView(panel, raced)}</section>`;
}

/** What keeps a write from being lost: the same script with the versions that were read, tried in every order. */
function cureView(panel: LabPanel, shown: RaceOutcome): TemplateResult | typeof nothing {
  if (!shown.order.some((s) => s.overwrites > 0)) return nothing;
  const { cure } = panel;
  return html`<section class="lab-cure" aria-labelledby="lab-cure"><h4 id="lab-cure">${t("lab.cure")}</h4><p
    class="lab-say">${t("lab.cure.text")} <a href=${`${home}learn/modification-and-concurrency/3/`}>${t(
      "lab.cure.lesson",
    )}</a></p><div role="status">${cure.busy ? busy() : nothing}${
      cure.report ? result(cure.report) : cure.trouble
    }</div>${
      cure.report && panel.host.rewrite
        ? html`<p class="actions">${button(t("lab.cure.apply"), () => panel.host.rewrite?.(cure.text), {
            icon: "edit",
          })}</p>`
        : cure.proposal && !panel.stale
          ? html`<p class="actions">${button(t("lab.cure.try"), () => void cure.run(), {
              icon: "run",
              disabled: cure.busy,
            })}</p>`
          : nothing
    }</section>`;
}

function result({ broken, orders }: RaceReport): TemplateResult {
  const ok = broken === 0;
  return html`<p class="lab-line"><span class="vd" data-ok=${ok}>${icon(ok ? "check" : "cross")}<b>${t(
    ok ? "lab.cure.good" : "lab.cure.bad",
    {
      n: num(broken),
      of: num(orders),
    },
  )}</b></span></p>`;
}
