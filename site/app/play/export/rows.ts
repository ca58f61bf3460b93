// The rows that a script begins with, as requests of its file: each table is created, and filled with raw
// transactions. Pure.
import { bracesEscaped } from "../../transfer/braces.ts";
import type { Planned } from "../../transfer/import-plan.ts";
import { placeOf, type Transaction, transactionsOf } from "../../transfer/transactions.ts";
import type { Operation } from "./multipart.ts";

/** A table as it is before the script runs. */
export interface Begun {
  table: string;
  entities: readonly Planned[];
}

/** A request that fills tables. */
export interface Filling {
  table: string;
  rows: [first: number, last: number] | null; // null: it creates the table
  operations: Operation[];
}

const JSON_TYPE: [string, string] = ["Content-Type", "application/json"];

/** Yields the requests that make the tables. They can be sent again: rows are replaced. */
export function* fillings(tables: readonly Begun[]): Generator<Filling> {
  for (const { table, entities } of tables) {
    yield { table, rows: null, operations: [created(table)] };
    let first = 1;
    for (const transaction of transactionsOf(entities)) {
      const last = first + transaction.entities.length - 1;
      yield { table, rows: [first, last], operations: replaced(table, transaction) };
      first = last + 1;
    }
  }
}

function created(table: string): Operation {
  const headers: Operation["headers"] = [JSON_TYPE, ["Prefer", "return-no-content"]];
  return { method: "POST", url: "{{table}}/Tables", headers, body: JSON.stringify({ TableName: table }) };
}

function replaced(table: string, { entities }: Transaction): Operation[] {
  return entities.map((e) => ({
    method: "PUT",
    url: `{{table}}/${placeOf(table, e)}`,
    headers: [JSON_TYPE],
    body: bracesEscaped(e.json),
  }));
}
