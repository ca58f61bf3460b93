// The dialog behind "Prices": what the run costs in money, at the reader's own prices.
import { html, render, type TemplateResult } from "lit";
import { button } from "../../ui/buttons.ts";
import { notKept } from "../../ui/draft-status.ts";
import { type Key, t } from "../../ui/i18n.ts";
import { billOf, hasPrices, keepPrices, NONE, type Prices, pricesOf, readPrices } from "../../ui/prices.ts";
import type { Trouble } from "../../ui/storage.ts";
import type { Data, Script } from "../workspace/workspace.ts";

const FIELDS: readonly [name: keyof Prices, text: Key][] = [
  ["transactions", "price.transactions"],
  ["stored", "price.stored"],
  ["times", "price.times"],
];

/** Opens the dialog for the last run and what is stored; closing it gives the focus back. */
export async function showPrices({ control, last }: Data & Script): Promise<void> {
  const bytes = (await control.tables()).reduce((sum, table) => sum + table.bytes, 0);
  const run = { transactions: last?.result.counters.transactions ?? 0, bytes };
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "price-title");
  const draw = (prices: Prices, trouble: Trouble | null): void =>
    void render(
      view(prices, run, trouble, enter, () => dialog.close()),
      dialog,
    );
  const enter = (prices: Prices): void => draw(prices, keepPrices(prices));
  draw(hasPrices() ? readPrices() : NONE, null);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function view(
  prices: Prices,
  run: { transactions: number; bytes: number },
  trouble: Trouble | null,
  enter: (p: Prices) => void,
  close: () => void,
): TemplateResult {
  const bill = billOf(prices, run);
  const money = (n: number): string => (prices === NONE ? "–" : moneyOf(n));
  return html`<h2 id="price-title">${t("price.title")}</h2>
    <p class="muted">${t("price.note")}</p>
    <dl>${FIELDS.map(
      ([name, text]) => html`<div><dt><label for=${`price-${name}`}>${t(text)}</label></dt><dd><input id=${`price-${
        name
      }`} type="number" min="0" step="any"
      .value=${prices === NONE && name !== "times" ? "" : String(prices[name])} @change=${(e: Event) =>
        enter(pricesOf({ ...prices, [name]: (e.target as HTMLInputElement).valueAsNumber }))}></dd></div>`,
    )}</dl>
    <dl role="status"><div><dt>${t("price.of.transactions")}</dt><dd>${money(bill.transactions)}</dd></div>
      <div><dt>${t("price.of.stored")}</dt><dd>${money(bill.stored)}</dd></div>
      <div><dt><b>${t("price.sum")}</b></dt><dd><b>${money(bill.sum)}</b></dd></div></dl>
    ${notKept(trouble)}
    <p class="actions">${button(t("help.close"), close)}</p>`;
}

const moneyOf = (n: number): string =>
  new Intl.NumberFormat(document.documentElement.lang, { maximumSignificantDigits: 4 }).format(n);
