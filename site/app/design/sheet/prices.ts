// The prices of a sheet: three fields of the form, one text of the sheet; and what a month costs at them. Pure.
import type { DesignReport, Usage } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";
import { plainNumber } from "./draft-text.ts";
import { figure } from "./figures.ts";

export interface Prices {
  transactions: string;
  storage: string;
  currency: string;
}

/** What is filled in until a reader enters prices: round numbers of an example, near those of public lists. */
export const EXAMPLE: Prices = { transactions: "0.0004", storage: "0.05", currency: "USD" };

/** When the example was made, and where prices of today are. */
export const EXAMPLE_YEAR = 2026;
export const PRICE_LIST = "https://azure.microsoft.com/pricing/details/storage/tables/";

const TEXT = /^(.*?) transactions and (.*?) storage in (.*)$/;

/** Reads what the fields hold, right or wrong. */
export function pricesOf(text: string): Prices {
  const [, transactions = "", storage = "", currency = ""] = TEXT.exec(text) ?? [];
  return { transactions, storage, currency };
}

/** Writes it; "" if all fields are empty. */
export function pricesText({ transactions, storage, currency }: Prices): string {
  const given = transactions || storage || currency;
  return given ? `${transactions} transactions and ${storage} storage in ${currency}` : "";
}

const PRICED = 10_000; // transactions that a price is for

/** The prices of a sheet, those of the example if nobody entered any. */
export const pricesShown = (text: string): Prices => (text ? pricesOf(text) : EXAMPLE);

/** What a month costs, NaN while a price is not a number. */
export function priceOf(u: Usage, prices: Prices): number {
  const [transactions, storage] = [numberIn(prices.transactions), numberIn(prices.storage)];
  return (u.transactions / PRICED) * transactions + u.gib * storage;
}

/** What a month of a design costs. */
export function monthOf({ facts }: DesignReport, prices: Prices): number {
  const { transactions, gib } = facts.month;
  return priceOf({ transactions: transactions.v, gib: gib.v }, prices);
}

/** A sum of money in words. */
export const money = (n: number, { currency }: Prices): string =>
  Number.isNaN(n) ? t("bench.money.noprice") : `${figure(n)} ${currency}`.trim();

const numberIn = (text: string): number => (text.trim() ? Number(plainNumber(text)) : Number.NaN);
