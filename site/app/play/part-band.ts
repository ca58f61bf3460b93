// The notice above a script whose link brings a part of the rows that its sender had.
import { html, nothing, type TemplateResult } from "lit";
import { num, t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import type { Desk } from "./desk.ts";

export function partBand(desk: Desk): TemplateResult | typeof nothing {
  const { rows = 0, of = 0 } = desk.document.sample.link?.brings ?? {};
  if (of <= rows) return nothing;
  return html`<div class="notice" data-kind="data" role="status">${icon("data")}<p><b>${t("opened.part")}</b> ${t(
    "opened.part.text",
    { n: num(rows), of: num(of) },
  )}</p></div>`;
}
