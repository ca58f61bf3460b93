// Does what a list of cases says with the official client for tables, all at once, and prints how each ended.
// CASES is [{"table": "…", "op": "insert", "etag": "…"}, …]; each table has a row "old".
import { TableClient } from "@azure/data-tables";
import { connection } from "./account.mjs";

const row = (rowKey, n = 1) => ({ partitionKey: "p", rowKey, n });
const ops = {
  get: (t) => t.getEntity("p", "old"),
  insert: (t) => t.createEntity(row("new")),
  upsert: (t) => t.upsertEntity(row("new"), "Replace"),
  update: (t, etag) => t.updateEntity(row("old", 2), "Replace", { etag }),
  delete: (t, etag) => t.deleteEntity("p", "old", { etag }),
  transaction: (t) => t.submitTransaction([row("new"), row("new2")].map((r) => ["create", r])),
};

async function outcome({ table, op, etag }) {
  const client = TableClient.fromConnectionString(connection, table, { allowInsecureConnection: true });
  try {
    await ops[op](client, etag);
    return "ok";
  } catch (e) {
    return e.statusCode ? `${e.statusCode} ${e.details?.odataError?.code ?? e.code}` : e.code;
  }
}

console.log(JSON.stringify(await Promise.all(JSON.parse(process.env.CASES).map(outcome))));
