// <design-report>: a choice of keys under a workload, one access pattern a row, then what is stored.
import { html, nothing, type TemplateResult } from "lit";
import type { Design, DesignPattern, Figures } from "../engine/types.ts";
import { bytes, num, said, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { isClassName } from "../ui/query-classes.ts";
import { needSheet } from "../ui/style-sheets.ts";
import { fold, heads } from "../ui/table.ts";
import { badge, reads } from "./query-badge.ts";

export function designReport(d: Design): TemplateResult {
  void needSheet("design");
  const label = t("design.table");
  return html`<design-report><div class="grid-scroll" tabindex="0" role="group" aria-label=${
    label
  }><table class="grid dr-table" data-cards=""><caption class="vh">${label}</caption>${heads(
    "design.pattern",
    "#design.share",
    "design.class",
    "design.reads",
    "design.cost",
    "design.verdict",
  )}<tbody>${d.patterns.map((p) => row(p, d.copies.length > 1))}</tbody></table></div>
    <dl class="dr-facts">${fact(
      t("design.hottest"),
      t("design.hottest.text", {
        load: d.hottest ? num(d.hottest) : t("design.hottest.idle"),
        name: d.hottestPartition,
        rate: num(d.rate),
      }),
    )}${fact(
      t("design.stored"),
      t("design.stored.text", { entities: num(d.entities), bytes: bytes(d.bytes), ratio: num(d.ratio) }),
    )}${fact(t("design.mix"), t("design.mix.text", { n: num(d.transactions) }))}</dl>${copies(d)}</design-report>`;
}

/** What stands in the head of the result. */
export function designFacts(d: Design): string[] {
  const judged = d.patterns.filter((p) => p.budget || !p.pass); // without a budget, only what is impossible fails
  const pass = judged.filter((p) => p.pass).length;
  return [
    ...(judged.length ? [t("design.passed", { pass, n: judged.length })] : []),
    t("design.fact.hottest", { n: num(d.hottest) }),
    t("design.fact.stored", { bytes: bytes(d.bytes) }),
  ];
}

function row(p: DesignPattern, several: boolean): TemplateResult {
  const share = p.rate || t("design.percent", { n: num(p.share) });
  return html`<tr data-ok=${p.pass}><th scope="row">${p.name}</th><td data-num=""
    data-label=${t("design.share")}>${share}</td>${
      p.said
        ? html`<td class="dr-said" colspan="4">${icon("cross")}<b>${t("design.impossible")}</b> ${said(
            p.said,
            p.sentences,
          )}</td>`
        : costs(p, several)
    }</tr>`;
}

/** What 99 % of the calls do not exceed, since budgets limit that; below it the other two figures, where they
 * differ. */
function costs(p: DesignPattern, several: boolean): TemplateResult {
  const { p99 } = p;
  return html`<td>${
    isClassName(p.class) ? badge(p.class) : html`<span class="muted">${t("design.write")}</span>`
  }</td><td>${p.class || p99.read ? html`${reads(p99.read, p99.returned)}${others(p, "read")}` : nothing}${
    several && p.store ? html`<span class="dr-more">${t("design.from", { name: p.store })}</span>` : nothing
  }${
    p.workflow ? html`<span class="dr-more">${t("design.workflow", { n: num(p.workflow) })}</span>` : nothing
  }</td><td>${tn("design.requests", p99.requests)}${others(p, "requests")}</td><td class="dr-said">${verdict(p)}</td>`;
}

function others({ typical, p99, largest }: DesignPattern, field: keyof Figures): TemplateResult | typeof nothing {
  if (typical[field] === p99[field] && largest[field] === p99[field]) return nothing;
  return html`<span class="dr-more">${t("design.others", {
    typical: num(typical[field]),
    largest: num(largest[field]),
  })}</span>`;
}

/** A shape, a word, and the budget. */
function verdict(p: DesignPattern): TemplateResult {
  const budget = p.budget.replaceAll("<=", "≤");
  const unsure = p.verified ? nothing : html` <span class="muted">${t("design.unverified")}</span>`;
  if (!budget) return html`<span class="muted">${t("design.nobudget")}</span>${unsure}`;
  return p.pass
    ? html`${icon("check")}<b>${t("design.within")}</b> ${budget}${unsure}`
    : html`${icon("cross")}<b>${t("design.over")}</b> ${budget}${unsure}`;
}

function fact(name: string, text: string): TemplateResult {
  return html`<div><dt>${name}</dt><dd>${text}</dd></div>`;
}

function copies(d: Design): TemplateResult {
  const rows = d.copies.map(
    (c) =>
      html`<tr><th scope="row">${c.name}</th><td>${c.table}</td><td class="pk">${c.partition}</td><td class="rk">${
        c.row
      }</td><td class="num">${bytes(c.bytes)}</td></tr>`,
  );
  return fold(
    tn("design.copies", d.copies.length),
    heads("design.copy", "data.table", "design.pk", "design.rk", "#design.bytes"),
    rows,
  );
}
