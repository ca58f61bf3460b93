// "What you plan for": peak, growth, limits of the whole sheet, and prices.
import { html, type TemplateResult } from "lit";
import { t } from "../ui/i18n.ts";
import type { Draft, Settings } from "./draft.ts";
import { entryOf, type Form, field, problemsAt } from "./fields.ts";
import { pricesOf, pricesText } from "./prices.ts";

export function planView({ settings }: Draft, form: Form): TemplateResult {
  const { text, pick } = entryOf(form, "", settings);
  const setting = (name: "peak" | "headroom" | "horizon" | "total" | "limits") =>
    html`<label class="sh-f"><span>${t(`bench.set.${name}`)}</span>${text(name, t(`bench.set.${name}`), { placeholder: form.assumed(`/${name}`) })}</label>`;
  const orders = [
    ["", t("bench.order.balanced")],
    ["cheapest", t("bench.order.cheapest")],
    ["simplest", t("bench.order.simplest")],
  ] as const;
  const order = t("bench.set.order");
  return html`<section class="sh-part" aria-labelledby="sh-plan"><h3 class="sh-title" id="sh-plan">${t("bench.plan")}</h3><div class="sh-options">${setting(
    "peak",
  )}${setting("headroom")}${setting("horizon")}${setting("total")}<label class="sh-f"><span>${order}</span>${pick("order", order, orders)}</label>${setting(
    "limits",
  )}</div>${problemsAt(form, "")}${pricesView(settings, form)}</section>`;
}

/** Prices have no default: without a currency the page shows no sum of money. */
function pricesView(s: Settings, form: Form): TemplateResult {
  const parts = pricesOf(s.prices);
  const price = (name: keyof typeof parts) => {
    const set = (value: string) => {
      s.prices = pricesText({ ...parts, [name]: value.trim() });
    };
    const word = t(`bench.price.${name}`);
    return html`<label class="sh-f"><span>${word}</span>${field(form, "", name, word, parts[name], set, { number: name !== "currency" })}</label>`;
  };
  return html`<h4 class="sh-sub">${t("bench.prices")}</h4><p class="sh-note">${t("bench.prices.text")}</p><div class="sh-options">${price(
    "transactions",
  )}${price("storage")}${price("currency")}</div>`;
}
