// Promises of the package, kept by the package itself: node --test rowkey.test.mjs <folder in which it is installed>
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const from = createRequire(`${process.env.INSTALLED}/package.json`);
const load = (name) => import(pathToFileURL(from.resolve(name)).href);
const { storage } = await load("rowkey");

const json = { "Content-Type": "application/json", Accept: "application/json;odata=nometadata" };

async function people(s, count) {
  await s.fetch(`${s.tables}/Tables`, { method: "POST", headers: json, body: '{"TableName":"People"}' });
  for (let i = 0; i < count; i++) {
    const body = JSON.stringify({ PartitionKey: "Sales", RowKey: String(i).padStart(4, "0") });
    const { status } = await s.fetch(`${s.tables}/People`, { method: "POST", headers: json, body });
    assert.equal(status, 201);
  }
}

async function count(s) {
  const answer = await s.fetch(`${s.tables}/People()`, { headers: json });
  return answer.ok ? (await answer.json()).value.length : answer.status;
}

test("a store answers as the service does", async () => {
  const s = await storage();
  await people(s, 1);
  const again = await s.fetch(`${s.tables}/Tables`, { method: "POST", headers: json, body: '{"TableName":"People"}' });
  assert.equal(again.status, 409);
  assert.equal((await again.json())["odata.error"].code, "TableAlreadyExists");
  assert.equal(await count(s), 1);
});

test("stores side by side share nothing", async () => {
  const stores = await Promise.all(Array.from({ length: Number(process.env.STORES ?? 20) }, () => storage()));
  await Promise.all(stores.map((s, i) => people(s, i)));
  const counts = stores.map((_, i) => i);
  assert.deepEqual(await Promise.all(stores.map(count)), counts);
  assert.deepEqual(stores.map((s) => s.costs().requests), counts.map((i) => i + 2));
  stores[3].reset();
  stores[4].clock.advance("1h");
  counts[3] = 404;
  assert.deepEqual(await Promise.all(stores.map(count)), counts);
  assert.deepEqual([...new Set(stores.map((s) => s.clock.now.getTime()))].length, 2);
});

test("a store wants signatures if it is told to, also after a reset", async () => {
  const s = await storage({ signatures: true });
  assert.equal(await count(s), 401);
  s.reset();
  assert.equal(await count(s), 401);
});

test("reset, snapshot and restore", async () => {
  const [s, other] = await Promise.all([storage(), storage()]);
  await people(s, 3);
  const kept = s.snapshot();
  s.reset();
  assert.equal(await count(s), 404);
  s.restore(kept);
  other.restore(kept);
  assert.deepEqual([await count(s), await count(other)], [3, 3]);
  assert.throws(() => s.restore(new Uint8Array([1, 2, 3])));
  assert.equal(await count(s), 3);
});

test("the clock stands still until it is moved", async () => {
  const s = await storage({ now: "2026-11-28T12:00:00Z" });
  assert.equal(s.clock.now.toISOString(), "2026-11-28T12:00:00.000Z");
  assert.equal(s.clock.advance("1h 30m").toISOString(), "2026-11-28T13:30:00.000Z");
  assert.equal(s.clock.advance(500).toISOString(), "2026-11-28T13:30:00.500Z");
  for (const by of ["soon", -1, "1h soon"]) assert.throws(() => s.clock.advance(by), TypeError);
});

test("costs and findings tell what the requests did", async () => {
  const s = await storage();
  await people(s, 30);
  const before = s.costs();
  for (let i = 0; i < 5; i++) await s.fetch(`${s.tables}/People()?$filter=RowKey eq '0007'`, { headers: json });
  assert.equal(s.costs().read - before.read, 150);
  assert.equal(s.costs().returned - before.returned, 5);
  assert.equal(s.requests().at(-1).class, "tableScan");
  assert.ok(s.findings().length > 0);
});

test("the same seed gives the same answers", async () => {
  const ids = [];
  for (const seed of [7, 7, 8]) {
    const s = await storage({ seed });
    ids.push((await s.fetch(`${s.tables}/Tables`, { headers: json })).headers.get("x-ms-request-id"));
  }
  assert.equal(ids[0], ids[1]);
  assert.notEqual(ids[0], ids[2]);
});

test("the official client runs on it", { skip: !process.env.CLIENTS && "the official clients are not installed" }, async () => {
  const { TableClient } = await import(pathToFileURL(createRequire(process.env.CLIENTS).resolve("@azure/data-tables")).href);
  const s = await storage();
  const orders = new TableClient(s.tables, "Orders", s.credential, {
    httpClient: s.httpClient,
    allowInsecureConnection: true,
  });
  await orders.createTable();
  await orders.submitTransaction([
    ["create", { partitionKey: "ada", rowKey: "1", total: 12 }],
    ["create", { partitionKey: "ada", rowKey: "2", total: 30 }],
  ]);
  const found = [];
  for await (const o of orders.listEntities({ queryOptions: { filter: "total gt 20" } })) found.push(o.rowKey);
  assert.deepEqual(found, ["2"]);
  await assert.rejects(orders.createEntity({ partitionKey: "ada", rowKey: "1" }), { statusCode: 409 });
});
