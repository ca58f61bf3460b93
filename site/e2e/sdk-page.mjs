// What e2e/sdk.test.mjs loads into a page: the official SDK as published, over the engine of the page.
import { TableClient } from "@azure/data-tables";
import { openEngine } from "../app/engine/page-data.ts";
import { httpClient } from "../app/engine/sdk.ts";

export { odata } from "@azure/data-tables";

export const engine = openEngine();

/** A client of a table that may not exist yet. */
export const clientOf = (table, fetch = engine.fetch) =>
  new TableClient("http://127.0.0.1:10002/devstoreaccount1", table, { httpClient: httpClient(fetch) });

/** A client of a new table. */
export async function create(table) {
  const client = clientOf(table);
  await client.createTable();
  return client;
}

/** What work fails with: status and code of an answer, or the name of the error. */
export async function failure(work) {
  try {
    await work();
  } catch (error) {
    return error.statusCode ? [error.statusCode, error.details?.odataError?.code ?? error.code] : error.name;
  }
  throw new Error("it worked, and should not have");
}
