// The data sets as a table: tables that are made here, each with three questions, of which the last is answered badly.
import { html, type TemplateResult } from "lit";
import { button } from "../../ui/buttons.ts";
import { num, t } from "../../ui/i18n.ts";
import type { Sample } from "../documents/sample.ts";
import type { Tabs } from "../workspace/workspace.ts";

/** The samples whose table is made, the smallest first. */
export function setsOf(tabs: Tabs): Sample[] {
  return tabs.documents.samples.filter((s) => s.makes);
}

/** Data sets with their size and the question that they answer badly; needs the style sheet "make". */
export function setsTable(list: readonly Sample[], open: (s: Sample) => void): TemplateResult {
  return html`<table class="sets"><caption class="vh">${t("sets.title")}</caption><thead><tr><th scope="col">${t(
    "sets.name",
  )}</th><th scope="col" class="num">${t("sets.entities")}</th><th scope="col">${t(
    "sets.question",
  )}</th></tr></thead><tbody>${list.map((s) => row(s, () => open(s)))}</tbody></table>`;
}

/** What the panel "Data" shows until the store has answered. */
export function loadingData(): TemplateResult {
  return html`<p class="side-note" role="status">${t("data.loading")}</p>`;
}

/** What the panel "Data" shows while the store is empty: how to begin, and tables that are ready. */
export function emptyData(tabs: Tabs): TemplateResult {
  const { link } = tabs.document.sample;
  if (link && !link.ran && link.brings.rows) return html`<div class="data-empty"><p>${t("data.linked")}</p></div>`;
  return html`<div class="data-empty"><p>${t("data.empty.play")}</p><h2>${t("sets.title")}</h2>${setsTable(
    setsOf(tabs),
    (s) => void tabs.turn(s.name),
  )}</div>`;
}

function row(s: Sample, open: () => void): TemplateResult {
  return html`<tr><th scope="row">${button(s.title, open, { kind: "small", icon: "data" })}</th><td class="num">${num(
    s.makes?.recipe.count ?? 0,
  )}</td><td>${s.makes?.question}</td></tr>`;
}
