// While the table of a data set is made: how far it is, and Stop.
import { html, nothing, type TemplateResult } from "lit";
import { button } from "../ui/buttons.ts";
import { num, t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import type { Desk } from "./desk.ts";

export function makingBand(desk: Desk): TemplateResult | typeof nothing {
  const { making } = desk.store;
  if (!making) return nothing;
  const { done, of } = making.progress;
  const { table } = making.makes;
  return html`<div class="notice">${icon("data")}<p role="status">${t("sets.making", { table, of: num(of) })}</p><progress max=${of} .value=${done} aria-label=${t(
    "sets.progress",
  )}></progress><span class="num">${num(done)}</span>${button(t("play.stop"), () => making.stop(), { kind: "small", icon: "stop" })}</div>`;
}
