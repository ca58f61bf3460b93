// @azure/data-tables against a server.
import assert from "node:assert/strict";
import test from "node:test";
import {
  AzureNamedKeyCredential,
  generateAccountSas,
  generateTableSas,
  odata,
  TableClient,
  TableServiceClient,
  TableTransaction,
} from "@azure/data-tables";
import { all, before, called, connection, failure, unique } from "./account.mjs";

const options = { allowInsecureConnection: true };
const service = TableServiceClient.fromConnectionString(connection, options);

async function newTable() {
  const client = TableClient.fromConnectionString(connection, unique("people"), options);
  await client.createTable();
  return client;
}

const person = (rowKey, more = {}) => ({ partitionKey: "Sales", rowKey, ...more });

test("an entity comes back with its types", async () => {
  const table = await newTable();
  const id = "c9da6455-213d-42c9-9a79-3e9149a57833";
  await table.createEntity(
    person("1", {
      name: "Zoë O'Neil 🦀",
      age: 34,
      score: 1.5,
      active: true,
      photo: new Uint8Array([0, 1, 255]),
      hired: new Date("2021-03-01T00:00:00Z"),
      visits: { type: "Int64", value: "1152921504606846976" },
      id: { type: "Guid", value: id },
      whole: { type: "Double", value: "2" },
    }),
  );
  const got = await table.getEntity("Sales", "1");
  assert.equal(got.name, "Zoë O'Neil 🦀");
  assert.equal(got.age, 34);
  assert.equal(got.score, 1.5);
  assert.equal(got.active, true);
  assert.deepEqual([...got.photo], [0, 1, 255]);
  assert.equal(new Date(got.hired).toISOString(), "2021-03-01T00:00:00.000Z");
  assert.equal(got.visits, 1152921504606846976n);
  assert.deepEqual(got.id, { type: "Guid", value: id });
  assert.equal(got.whole, 2);
  assert.match(got.etag, /^W\/"datetime'.*'"$/);
  assert.match(got.timestamp, /^\d{4}-\d\d-\d\dT/);
});

test("keys of any characters work", async () => {
  const table = await newTable();
  for (const key of ["it's", "100%", "a b+c", "日本語", "%2F", "a&b=c", "(1)", "", "a:b@c;d,e"]) {
    await table.createEntity(person(key, { key }));
    assert.equal((await table.getEntity("Sales", key)).key, key);
    await table.updateEntity(person(key, { more: 1 }), "Merge");
    assert.equal((await all(table.listEntities({ queryOptions: { filter: odata`RowKey eq ${key}` } }))).length, 1, key);
    await table.deleteEntity("Sales", key);
  }
});

test("errors have the status and the code of the service", async () => {
  const table = await newTable();
  await table.createEntity(person("1"));
  const codes = [
    [() => table.createEntity(person("1")), 409, "EntityAlreadyExists"],
    [() => table.getEntity("Sales", "2"), 404, "ResourceNotFound"],
    [
      () => table.createTable.call(TableClient.fromConnectionString(connection, "1bad", options)),
      400,
      "InvalidResourceName",
    ],
    [
      () => TableClient.fromConnectionString(connection, "nowhere", options).createEntity(person("1")),
      404,
      "TableNotFound",
    ],
    [
      () =>
        table.updateEntity(person("1", { n: 1 }), "Replace", {
          etag: `W/"datetime'2020-01-01T00%3A00%3A00.0000000Z'"`,
        }),
      412,
      "UpdateConditionNotSatisfied",
    ],
    [() => all(table.listEntities({ queryOptions: { filter: "startswith(RowKey, 'a')" } })), 501, "NotImplemented"],
    [() => all(table.listEntities({ queryOptions: { filter: "RowKey eq" } })), 400, "InvalidInput"],
  ];
  for (const [work, status, code] of codes) {
    const error = await failure(work);
    assert.equal(error.statusCode, status, code);
    assert.equal(error.details?.odataError?.code, code);
  }
});

test("updates merge, replace and insert", async () => {
  const table = await newTable();
  await table.upsertEntity(person("1", { a: 1, b: 1 }), "Merge");
  const { etag } = await table.upsertEntity(person("1", { b: 2 }), "Merge");
  assert.deepEqual([(await table.getEntity("Sales", "1")).a, (await table.getEntity("Sales", "1")).b], [1, 2]);
  await table.updateEntity(person("1", { c: 3 }), "Replace", { etag });
  const got = await table.getEntity("Sales", "1");
  assert.deepEqual([got.a, got.c], [undefined, 3]);
  assert.equal((await failure(() => table.deleteEntity("Sales", "1", { etag }))).statusCode, 412);
  await table.deleteEntity("Sales", "1", { etag: got.etag });
});

test("pages lead from one to the next", async () => {
  const table = await newTable();
  for (const from of [0, 100]) {
    const transaction = new TableTransaction();
    for (let i = from; i < from + 100; i++) transaction.createEntity(person(String(i).padStart(4, "0"), { i }));
    await table.submitTransaction(transaction.actions);
  }
  const sizes = [];
  for await (const page of table
    .listEntities({ queryOptions: { filter: odata`PartitionKey eq 'Sales' and i ge ${50}`, select: ["i"] } })
    .byPage({ maxPageSize: 40 })) {
    sizes.push(page.length);
  }
  assert.deepEqual(sizes, [40, 40, 40, 30]);
  const first = await table.listEntities().byPage({ maxPageSize: 3 }).next();
  const rest = await table
    .listEntities()
    .byPage({ maxPageSize: 1000, continuationToken: first.value.continuationToken })
    .next();
  assert.equal(rest.value.length, 197);
});

test("a transaction is whole or names the operation that failed", async () => {
  const table = await newTable();
  await table.createEntity(person("1", { n: 1 }));
  const good = await table
    .submitTransaction([
      ["create", person("2", { n: 2 })],
      ["update", person("1", { n: 3 }), "Merge"],
      ["upsert", person("3"), "Replace"],
      ["delete", person("2")],
    ])
    .catch((error) => error);
  assert.equal(good.statusCode, 400, "one entity twice");
  const response = await table.submitTransaction([
    ["create", person("2", { n: 2 })],
    ["update", person("1", { n: 3 }), "Merge"],
    ["upsert", person("3"), "Replace"],
  ]);
  assert.equal(response.status, 202);
  assert.deepEqual(
    response.subResponses.map((r) => r.status),
    [204, 204, 204],
  );
  assert.ok(response.getResponseForEntity("2").etag);
  const bad = await failure(() =>
    table.submitTransaction([
      ["create", person("4")],
      ["create", person("1")],
    ]),
  );
  assert.equal(bad.statusCode, 409);
  assert.equal(bad.code, "EntityAlreadyExists");
  assert.equal((await failure(() => table.getEntity("Sales", "4"))).statusCode, 404);
});

test("tables are listed and deleted", async () => {
  const names = [unique("zoo"), unique("Zoo")];
  for (const name of names) await service.createTable(name);
  const filter = odata`TableName ge ${names[0]} and TableName le ${names[1]}`;
  const listed = (await all(service.listTables({ queryOptions: { filter } }))).map((t) => t.name);
  for (const name of listed) assert.ok(names.includes(name), name);
  for (const name of names) await service.deleteTable(name);
  assert.equal((await all(service.listTables())).filter((t) => names.includes(t.name)).length, 0);
});

test("policies, properties and statistics are kept", async () => {
  const table = await newTable();
  const policy = {
    id: "reader",
    accessPolicy: {
      permission: "r",
      start: new Date("2026-01-01T00:00:00Z"),
      expiry: new Date("2030-01-01T00:00:00Z"),
    },
  };
  await table.setAccessPolicy([policy]);
  assert.equal((await table.getAccessPolicy())[0].accessPolicy.permission, "r");
  await service.setProperties({
    cors: [
      {
        allowedOrigins: "http://localhost",
        allowedMethods: "GET",
        allowedHeaders: "",
        exposedHeaders: "",
        maxAgeInSeconds: 5,
      },
    ],
  });
  assert.equal((await service.getProperties()).cors[0].allowedOrigins, "http://localhost");
  await service.setProperties({ cors: [] });
});

test("shared access signatures permit what they say", async () => {
  const table = await newTable();
  await table.createEntity(person("1"));
  const parts = Object.fromEntries(
    connection
      .split(";")
      .filter(Boolean)
      .map((p) => [p.slice(0, p.indexOf("=")), p.slice(p.indexOf("=") + 1)]),
  );
  const key = new AzureNamedKeyCredential(parts.AccountName, parts.AccountKey);
  const with_ = (sas) => new TableClient(`${parts.TableEndpoint}?${sas}`, table.tableName, options);
  const expiresOn = new Date(Date.now() + 3_600_000);
  const reader = with_(generateTableSas(table.tableName, key, { permissions: { query: true }, expiresOn }));
  assert.equal((await all(reader.listEntities())).length, 1);
  assert.equal((await failure(() => reader.createEntity(person("2")))).statusCode, 403);
  const account = with_(
    generateAccountSas(key, {
      permissions: { query: true, add: true, list: true },
      resourceTypes: "sco",
      services: { table: true },
      expiresOn,
    }),
  );
  await account.createEntity(person("2"));
  const late = with_(
    generateTableSas(table.tableName, key, { permissions: { query: true }, expiresOn: new Date(Date.now() - 60_000) }),
  );
  assert.equal((await failure(() => all(late.listEntities()))).statusCode, 403);
  const forged = new AzureNamedKeyCredential(parts.AccountName, Buffer.from("wrong").toString("base64"));
  assert.equal(
    (await failure(() => all(new TableClient(parts.TableEndpoint, table.tableName, forged, options).listEntities())))
      .statusCode,
    403,
  );
});

test("azure-storage: an entity is inserted, read, merged, replaced on its ETag and deleted", {
  skip: !before,
}, async () => {
  const client = before.createTableService(connection);
  const { String: text, Int64: long, DateTime: date } = before.TableUtilities.entityGenerator;
  const name = unique("people");
  await called(client, "createTable", name);
  const hired = new Date("2021-03-01T00:00:00Z");
  const zoe = {
    PartitionKey: text("Sales"),
    RowKey: text("it's 100%"),
    Name: text("Zoë"),
    Visits: long("5"),
    Hired: date(hired),
  };
  await called(client, "insertEntity", name, zoe);
  const again = await failure(() => called(client, "insertEntity", name, zoe));
  assert.deepEqual([again.statusCode, again.code], [409, "EntityAlreadyExists"]);
  const read = () => called(client, "retrieveEntity", name, "Sales", "it's 100%");
  const first = await read();
  assert.deepEqual([first.Name._, first.Visits._, first.Hired._], ["Zoë", "5", hired]);
  await called(client, "mergeEntity", name, { PartitionKey: "Sales", RowKey: "it's 100%", Age: 34 });
  const second = await read();
  assert.deepEqual([second.Name._, second.Age._], ["Zoë", 34]);
  const stale = await failure(() => called(client, "replaceEntity", name, first));
  assert.deepEqual([stale.statusCode, stale.code], [412, "UpdateConditionNotSatisfied"]);
  await called(client, "deleteEntity", name, second);
  assert.equal((await failure(read)).statusCode, 404);
});

test("azure-storage: a transaction is written whole, and a query comes in pages", { skip: !before }, async () => {
  const client = before.createTableService(connection);
  const name = unique("people");
  await called(client, "createTable", name);
  const { String: text, Int32: int } = before.TableUtilities.entityGenerator;
  const aged = (key, age) => ({ PartitionKey: text("Sales"), RowKey: text(key), Age: int(age) });
  const batch = new before.TableBatch();
  for (let i = 0; i < 5; i++) batch.insertEntity(aged(String(i), 30 + i), {});
  await called(client, "executeBatch", name, batch);
  const twice = new before.TableBatch();
  twice.insertEntity(aged("9", 39), {});
  twice.insertEntity(aged("1", 31), {});
  assert.equal((await failure(() => called(client, "executeBatch", name, twice))).code, "EntityAlreadyExists");
  const query = new before.TableQuery().where("Age gt ?", 30).top(3);
  const page = await called(client, "queryEntities", name, query, null);
  const rest = await called(client, "queryEntities", name, query, page.continuationToken);
  const keys = ({ entries }) => entries.map((e) => e.RowKey._);
  assert.deepEqual([keys(page), keys(rest)], [["1", "2", "3"], ["4"]]);
  await called(client, "deleteTable", name);
});
