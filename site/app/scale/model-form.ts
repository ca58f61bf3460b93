// The numbers of the model, all of them: what each is, its unit, where its default comes from, and what it may be.
import { html, nothing, type TemplateResult } from "lit";
import type { ScaleSetting } from "../engine/types.ts";
import { button } from "../ui/buttons.ts";
import { isKey, num, t } from "../ui/i18n.ts";
import { field, numberOf } from "./scale-fields.ts";
import type { ScalePage } from "./scale-page.ts";

export function modelForm(p: ScalePage): TemplateResult | typeof nothing {
  const { form, plan } = p;
  if (!form) return nothing;
  const changed = Object.keys(plan.parameters).length;
  const usual = () => p.edit((x) => (x.parameters = {}));
  return html`<details class="scale-model"
    ?open=${p.runner.ran.messages.some((m) => m.path.startsWith("/parameters"))}><summary><h2>${t(
      "scale.model",
    )}</h2></summary>
    <p class="muted">${t("scale.model.text")}</p><div class="grid-scroll" tabindex="0" role="group"
    aria-label=${t("scale.model")}><table class="rl-table scale-numbers"><caption class="vh">${t(
      "scale.model",
    )}</caption><thead><tr><th scope="col">${t("scale.model.number")}</th><th
    scope="col">${t("scale.model.value")}</th><th scope="col">${t(
      "scale.model.source",
    )}</th><th scope="col">${t("scale.model.range")}</th></tr></thead><tbody>${form.parameters.map((s) =>
      row(p, s),
    )}</tbody></table></div>${
      changed
        ? html`<p class="actions">${button(t("scale.model.usual"), usual, { kind: "small", icon: "reset" })}</p>`
        : nothing
    }</details>`;
}

function row(p: ScalePage, s: ScaleSetting): TemplateResult {
  const value = p.plan.parameters[s.name] ?? s.default;
  const set = (text: string) =>
    p.edit((x) => {
      const { [s.name]: _, ...others } = x.parameters;
      const n = numberOf(text);
      x.parameters = n === s.default ? others : { ...others, [s.name]: n as number };
    });
  const label = `scale.number.${s.name}`;
  const name = isKey(label) ? t(label) : s.name;
  return html`<tr data-changed=${value === s.default ? nothing : ""}><th scope="row">${name}</th><td>${field(p, {
    path: `/parameters/${s.name}`,
    label: name,
    value,
    unit: t(`scale.unit.${unitOf(s)}`),
    size: 8,
    set,
  })}</td><td>${t(`scale.source.${s.source}`)}${
    value === s.default ? nothing : html` <span class="muted">${t("scale.model.was", { n: num(s.default) })}</span>`
  }</td><td class="num">${num(s.least)}–${num(s.most)}</td></tr>`;
}

const UNITS = {
  "servers": "servers",
  "ranges": "ranges",
  "entities/s": "rate",
  "s": "seconds",
  "%": "percent",
  "in a second": "each",
} as const;

function unitOf(s: ScaleSetting): (typeof UNITS)[keyof typeof UNITS] {
  return UNITS[s.unit as keyof typeof UNITS] ?? "rate";
}
