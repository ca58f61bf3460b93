// The prices of a sheet: three fields of the form, one text of the sheet.

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
