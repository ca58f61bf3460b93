// The dialog behind "Prices": what the run costs in money, at the reader's own prices.
import { html, render, type TemplateResult } from "lit";
import { button } from "./buttons.ts";
import { t, type Key } from "./i18n.ts";
import { billOf, readPrices, writePrice, type Prices } from "./prices.ts";

const FIELDS: readonly [name: keyof Prices, text: Key][] = [["transactions", "price.transactions"], ["stored", "price.stored"], ["times", "price.times"]];

/** Opens the dialog for a run; closing it gives the focus back. */
export function showPrices(run: { transactions: number; bytes: number }): void {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "price-title");
  const draw = (prices: Prices): void => void render(view(prices, run, draw, () => dialog.close()), dialog);
  draw(readPrices());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function view(prices: Prices, run: { transactions: number; bytes: number }, draw: (p: Prices) => void, close: () => void): TemplateResult {
  const bill = billOf(prices, run);
  return html`<h2 id="price-title">${t("price.title")}</h2>
    <p class="muted">${t("price.note")}</p>
    <dl>${FIELDS.map(([name, text]) => html`<div><dt><label for=${`price-${name}`}>${t(text)}</label></dt><dd><input id=${`price-${name}`} type="number" min="0" step="any"
      .value=${String(prices[name])} @change=${(e: Event) => draw(writePrice(name, (e.target as HTMLInputElement).valueAsNumber))}></dd></div>`)}</dl>
    <dl role="status"><div><dt>${t("price.of.transactions")}</dt><dd>${money(bill.transactions)}</dd></div>
      <div><dt>${t("price.of.stored")}</dt><dd>${money(bill.stored)}</dd></div>
      <div><dt><b>${t("price.sum")}</b></dt><dd><b>${money(bill.sum)}</b></dd></div></dl>
    <p class="actions">${button(t("help.close"), close)}</p>`;
}

const money = (n: number): string => new Intl.NumberFormat(document.documentElement.lang, { maximumSignificantDigits: 4 }).format(n);
