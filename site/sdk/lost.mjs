// Does what a list of cases says with the official clients, all at once, and prints how each ended.
// CASES is [{"table": "…", "op": "insert", "etag": "…"}, …]; each table has a row "old".
import { TableClient } from "@azure/data-tables";
import { QueueClient } from "@azure/storage-queue";
import { connection } from "./account.mjs";

const secondary = connection.replace("/devstoreaccount1;", "/devstoreaccount1-secondary;");
const tableAt = (at, name) => TableClient.fromConnectionString(at, name, { allowInsecureConnection: true });
const row = (rowKey, n = 1, partitionKey = "p") => ({ partitionKey, rowKey, n });
const read = async (name, key) => `\`n\` = ${(await tableAt(secondary, name).getEntity("p", key)).n}`;

async function receive(name) {
  const queue = new QueueClient(connection, name);
  const [got] = (await queue.receiveMessages()).receivedMessageItems;
  await queue.deleteMessage(got.messageId, got.popReceipt);
}

async function write(table) {
  const { etag } = await tableAt(secondary, table.tableName).getEntity("p", "old");
  await table.updateEntity(row("old", 3), "Replace", { etag });
}

// What an operation returns as text belongs to how it ended.
const ops = {
  get: (t) => t.getEntity("p", "old"),
  insert: (t) => t.createEntity(row("new")),
  upsert: (t) => t.upsertEntity(row("new"), "Replace"),
  merge: (t) => t.upsertEntity(row("new"), "Merge"),
  update: (t, etag) => t.updateEntity(row("old", 2), "Replace", { etag }),
  delete: (t, etag) => t.deleteEntity("p", "old", { etag }),
  transaction: (t) => t.submitTransaction([row("new"), row("new2")].map((r) => ["create", r])),
  elsewhere: (t) => t.createEntity(row("new", 1, "q")),
  burst: (t) => Promise.all(Array.from({ length: 60 }, (_, i) => t.createEntity(row(String(i))))),
  receive: (t) => receive(t.tableName),
  find: (t) => read(t.tableName, "new"),
  read: (t) => read(t.tableName, "old"),
  write,
};

async function outcome({ table, op, etag }) {
  try {
    const said = await ops[op](tableAt(connection, table), etag);
    return typeof said === "string" ? `ok, ${said}` : "ok";
  } catch (e) {
    return e.statusCode ? `${e.statusCode} ${e.details?.odataError?.code ?? e.code}` : e.code;
  }
}

console.log(JSON.stringify(await Promise.all(JSON.parse(process.env.CASES).map(outcome))));
