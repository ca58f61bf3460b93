// The data sets: tables that are made here, each with three questions, of which the last is answered badly.
import { html, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { openDialog } from "../ui/dialog.ts";
import { num, t } from "../ui/i18n.ts";
import { needSheet } from "../ui/style-sheets.ts";
import type { Desk } from "./desk.ts";
import type { Sample } from "./sample.ts";

export async function showSets(desk: Desk): Promise<void> {
  await needSheet("make");
  const open = (s: Sample) => {
    dialog.close();
    void desk.turn(s.name);
  };
  const dialog = openDialog(() => ({
    title: t("sets.title"),
    lead: t("sets.lead"),
    body: html`<table class="sets"><caption class="vh">${t("sets.title")}</caption><thead><tr><th scope="col">${t(
      "sets.name",
    )}</th><th scope="col" class="num">${t("sets.entities")}</th><th scope="col">${t(
      "sets.question",
    )}</th></tr></thead><tbody>${setsOf(desk).map((s) => row(s, () => open(s)))}</tbody></table><p class="muted">${t("sets.seed")}</p>`,
  }));
  dialog.element.querySelector<HTMLElement>(".sets button")?.focus();
}

/** The samples whose table is made, the smallest first. */
export function setsOf(desk: Desk): Sample[] {
  return desk.documents.samples.filter((s) => s.makes);
}

function row(s: Sample, open: () => void): TemplateResult {
  return html`<tr><th scope="row">${button(s.title, open, { kind: "small", icon: "data" })}</th><td class="num">${num(
    s.makes?.recipe.count ?? 0,
  )}</td><td>${s.makes?.question}</td></tr>`;
}
