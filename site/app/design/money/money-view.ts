// "What it costs": a month, a year, ten times as many users, and the move from what there is now; and the prices.
import { html, nothing, type TemplateResult } from "lit";
import type { DesignCosts, SheetCosts } from "../../engine/types.ts";
import { num, t } from "../../ui/i18n.ts";
import { letterOf } from "../duel/duel-cells.ts";
import type { Settings } from "../sheet/draft.ts";
import { choice, type Form, field } from "../sheet/fields.ts";
import { figure, label } from "../sheet/figures.ts";
import { EXAMPLE_YEAR, money, PRICE_LIST, type Prices, priceOf, pricesShown, pricesText } from "../sheet/prices.ts";
import { moveBetween, YEAR } from "./money.ts";

const PACE = 1000; // entities a second that a move writes
const HOUR = 3600;

/** Draws what the designs cost at the prices of the settings; stale says that the costs are of an older text. */
export function moneyView(
  form: Form,
  settings: Settings,
  costs: SheetCosts | null,
  stale: boolean,
  peak: boolean, // attempts that fail are counted as at peak
): TemplateResult | typeof nothing {
  if (!costs?.designs.length) return nothing;
  return html`<section class="money" aria-labelledby="bench-money" data-stale=${stale ? "" : nothing}><h3
    id="bench-money">${t("bench.money")}</h3>${table(form, settings, costs)}${pricesView(form, settings)}${
      peak ? html`<p class="mo-note">${t("bench.fact.month.attempts")}</p>` : nothing
    }</section>`;
}

function table(form: Form, settings: Settings, costs: SheetCosts): TemplateResult {
  const prices = pricesShown(settings.prices);
  const { designs } = costs;
  const row = (name: string, of: (d: DesignCosts, i: number) => unknown) =>
    html`<tr><th scope="row">${name}</th>${designs.map((d, i) => html`<td class="num">${of(d, i)}</td>`)}</tr>`;
  const month = (d: DesignCosts) => priceOf(d.now, prices);
  return html`<table class="mo-table"><caption class="vh">${t(
    "bench.money.table",
  )}</caption><thead><tr><td></td>${designs.map(
    (d, i) => html`<th scope="col" class="num"><b class="letter">${letterOf(i)}</b> ${d.name}</th>`,
  )}</tr></thead><tbody>${row(t("bench.money.month"), (d) => html`<b>${money(month(d), prices)}</b>`)}${row(
    t("bench.money.year"),
    (d) => money(month(d) * YEAR, prices),
  )}${row(t("bench.money.grown", { n: num(costs.growth) }), (d) => money(priceOf(d.grown, prices), prices))}${row(
    t("bench.money.move"),
    (d) => move(settings, costs, d, prices),
  )}</tbody></table>${present(form, settings, designs)}`;
}

/** What moving costs once, if the sheet says which design there is now. */
function move(settings: Settings, { designs }: SheetCosts, to: DesignCosts, prices: Prices): unknown {
  const from = designs.find((d) => d.name === settings.present);
  if (!from) return html`<span class="muted">${t("bench.money.unknown")}</span>`;
  if (from === to) return t("bench.money.here");
  const { entities, transactions } = moveBetween(from, to);
  const params = {
    n: figure(entities),
    tx: figure(transactions),
    hours: figure(entities / PACE / HOUR),
    pace: num(PACE),
  };
  return html`${money(priceOf({ transactions, gib: 0 }, prices), prices)}<span class="mo-more">${t(
    "bench.money.rows",
    params,
  )}</span>`;
}

function present(form: Form, settings: Settings, designs: readonly DesignCosts[]): TemplateResult {
  const options = designs.map((d, i) => [d.name, `${letterOf(i)}: ${d.name}`] as const);
  const known = options.some(([name]) => name === settings.present) ? settings.present : "";
  const label = t("bench.money.present");
  return html`<p class="mo-now"><label for="sheet-present">${label}</label> ${choice(
    form,
    "",
    "present",
    label,
    known,
    [["", t("bench.money.nothing")], ...options],
    (value) => void Object.assign(settings, { present: value }),
  )}</p>`;
}

/** The prices of the sheet, filled in with those of an example that says so. */
function pricesView(form: Form, settings: Settings): TemplateResult {
  const parts = pricesShown(settings.prices);
  const price = (name: keyof Prices) => {
    const set = (value: string) => {
      settings.prices = pricesText({ ...parts, [name]: value.trim() });
    };
    const word = t(`bench.price.${name}`);
    const entry = field(form, "", name, word, parts[name], set, { number: name !== "currency", width: 7 });
    return html`<label class="mo-price">${entry}<span aria-hidden="true">${word}</span></label>`;
  };
  return html`<div class="mo-prices" role="group" aria-label=${t("bench.prices")}>${price("transactions")}${price(
    "storage",
  )}${price("currency")}</div><p class="mo-note">${
    settings.prices
      ? t("bench.prices.own")
      : html`${label("assumed")} ${t("bench.prices.example", { year: EXAMPLE_YEAR })}`
  } <a href=${PRICE_LIST}>${t("bench.prices.list")}</a></p>`;
}
