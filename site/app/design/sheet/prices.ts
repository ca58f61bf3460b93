// The prices of a sheet: three fields of the form, one text of the sheet.

export interface Prices {
  transactions: string;
  storage: string;
  currency: string;
}

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
