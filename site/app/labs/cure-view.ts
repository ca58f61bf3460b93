// What keeps a write from being lost: the same script with the versions that were read, tried in every order.
import { html, nothing, type TemplateResult } from "lit";
import { home } from "../engine/page-data.ts";
import type { RaceOutcome, RaceReport } from "../engine/types.ts";
import { button } from "../ui/buttons.ts";
import { num, t } from "../ui/i18n.ts";
import { busy, icon } from "../ui/icons.ts";
import type { LabPanel } from "./lab-panel.ts";

export function cureView(panel: LabPanel, shown: RaceOutcome): TemplateResult | typeof nothing {
  if (!shown.order.some((s) => s.overwrites > 0)) return nothing;
  const { cure } = panel;
  return html`<section class="lab-cure" aria-labelledby="lab-cure"><h4 id="lab-cure">${t("lab.cure")}</h4><p class="lab-say">${t("lab.cure.text")} <a href=${`${home}learn/modification-and-concurrency/3/`}>${t(
    "lab.cure.lesson",
  )}</a></p><div role="status">${cure.busy ? busy() : nothing}${cure.report ? result(cure.report) : cure.trouble}</div>${
    cure.report && panel.host.rewrite
      ? html`<p class="actions">${button(t("lab.cure.apply"), () => panel.host.rewrite?.(cure.text), { icon: "edit" })}</p>`
      : cure.proposal && !panel.stale
        ? html`<p class="actions">${button(t("lab.cure.try"), () => void cure.run(), { icon: "run", disabled: cure.busy })}</p>`
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
