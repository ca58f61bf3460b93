// What the live tests of @azure/data-tables ask of the service, as cases of our own: each runs over HTTP and in this
// process, and has to end with what it wants, after the same answers. The clients come from CLIENTS, the package from
// INSTALLED, and CONNECTION is the connection string of a server.
// Source: azure-sdk-for-js, sdk/tables/data-tables/test/public: which operations are tried, with which values.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const load = (root, name) => import(pathToFileURL(createRequire(root).resolve(name)).href);
const { createDefaultHttpClient } = await load(process.env.CLIENTS, "@azure/core-rest-pipeline");
const sdk = await load(process.env.CLIENTS, "@azure/data-tables");
const { AzureNamedKeyCredential, AzureSASCredential, odata, TableClient, TableServiceClient } = sdk;
const { storage } = await load(`${process.env.INSTALLED}/package.json`, "rowkey");

const local = await storage({ now: new Date(), signatures: true });
const setting = Object.fromEntries(process.env.CONNECTION.split(";").map((part) => part.split(/=(.*)/)));
const key = new AzureNamedKeyCredential(setting.AccountName, setting.AccountKey);
const places = [
  { name: "HTTP", url: setting.TableEndpoint, client: createDefaultHttpClient() },
  { name: "in process", url: local.tables, client: local.httpClient },
];

/** What differs from run to run: times, ids, and the address. */
const alike = (text) =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d(:|%3A)\d\d(:|%3A)\d\d(\.\d+)?Z/g, "TIME")
    .replaceAll(/[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/g, "ID")
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "HOST")
    .replaceAll(/(nexttablename: 1!\d+!)\S+/g, "$1NAME"); // which has the time of its table in it

/** Fields of the connection rather than the service. */
const connection = ["connection", "keep-alive", "date", "transfer-encoding", "content-length", "server"];

/** A transport that keeps what was answered. */
const heard = (client, answers) => ({
  sendRequest: async (request) => {
    const answer = await client.sendRequest(request);
    const fields = [...answer.headers].map(([name, value]) => `${name.toLowerCase()}: ${value}`);
    const kept = fields.filter((f) => !connection.includes(f.split(":")[0])).sort();
    answers.push(alike([answer.status, ...kept, answer.bodyAsText ?? ""].join("\n")));
    return answer;
  },
});

let cases = 0;

/** A case: work is given clients of one place and returns what wanted says. */
function same(name, wanted, work) {
  const table = `case${++cases}`;
  test(name, async () => {
    const answers = [];
    for (const place of places) {
      const list = [];
      const options = {
        httpClient: heard(place.client, list),
        allowInsecureConnection: true,
        retryOptions: { maxRetries: 0 },
      };
      const of = (credential = key, name = table) => new TableClient(place.url, name, credential, options);
      const service = new TableServiceClient(place.url, key, options);
      const got = await work({ table: of(), of, service, url: place.url, name: table, options });
      assert.deepEqual(got, wanted, place.name);
      answers.push(list);
    }
    assert.deepEqual(answers[1], answers[0], "in process, the answers are others than over HTTP");
  });
}

/** The same with a table that exists. */
const withTable = (name, wanted, work) =>
  same(name, wanted, async (given) => {
    await given.table.createTable();
    return work(given);
  });

/** How an operation ends, where it fails. */
const failure = async (work) => {
  try {
    await work;
    return "ok";
  } catch (error) {
    return `${error.statusCode} ${error.details?.odataError?.code ?? error.code}`;
  }
};
const status = async (work) => {
  let answered;
  await work({ onResponse: (response) => (answered = response.status) });
  return answered;
};
const all = async (items) => {
  const list = [];
  for await (const item of items) list.push(item);
  return list;
};
const rowKeys = async (items) => (await all(items)).map((e) => e.rowKey).join(" ");
const sizes = async (pages) => (await all(pages)).map((page) => page.length);
const row = (rowKey, more = {}) => ({ partitionKey: "p", rowKey, ...more });
const filtered = (filter, more = {}) => ({ queryOptions: { filter, ...more } });

// Values: what is sent, what comes back, and what comes back if the client leaves types alone.
const typed = (type, value) => ({ type, value });
const guid = typed("Guid", "cf8ef051-1b7d-4e93-a1e5-a3944d7e441c");
const values = {
  text: ["Zoë O'Neil 🦀", "Zoë O'Neil 🦀", typed("String", "Zoë O'Neil 🦀")],
  "empty text": [typed("String", ""), "", typed("String", "")],
  "text that looks like a date": [
    "2020-09-17T00:00:00Z",
    "2020-09-17T00:00:00Z",
    typed("String", "2020-09-17T00:00:00Z"),
  ],
  "a whole number": [3, 3, typed("Int32", "3")],
  "a negative number": [-7, -7, typed("Int32", "-7")],
  "a fraction": [3.14, 3.14, typed("Double", "3.14")],
  "Int32 by its type": [typed("Int32", 123), 123, typed("Int32", "123")],
  "a double in scientific notation": [
    typed("Double", "1.23456789012346e+24"),
    1.23456789012346e24,
    typed("Double", "1.23456789012346e+24"),
  ],
  infinity: [typed("Double", "Infinity"), "Infinity", typed("Double", "Infinity")],
  "not a number": [typed("Double", "NaN"), "NaN", typed("Double", "NaN")],
  true: [true, true, typed("Boolean", "true")],
  "Boolean by its type": [typed("Boolean", false), false, typed("Boolean", "false")],
  "Int64 by its type": [typed("Int64", "12345543221"), 12345543221n, typed("Int64", "12345543221")],
  "a bigint": [-9223372036854775808n, -9223372036854775808n, typed("Int64", "-9223372036854775808")],
  "a date": [
    new Date("2020-09-17T00:00:00.111Z"),
    new Date("2020-09-17T00:00:00.111Z"),
    typed("DateTime", "2020-09-17T00:00:00.111Z"),
  ],
  "DateTime with five digits": [
    typed("DateTime", "2020-09-17T00:00:00.99999Z"),
    new Date("2020-09-17T00:00:00.999Z"),
    typed("DateTime", "2020-09-17T00:00:00.99999Z"),
  ],
  "a GUID": [guid, guid, guid],
  bytes: [new Uint8Array([66, 97, 114]), Buffer.from("Bar"), typed("Binary", "QmFy")],
  "no bytes": [new Uint8Array(), Buffer.alloc(0), typed("Binary", "")],
  null: [null, undefined, undefined],
};
for (const [name, [sent, got, raw]] of Object.entries(values))
  withTable(`${name} comes back`, [204, got, raw], async ({ table }) => [
    await status((options) => table.createEntity(row("1", { value: sent }), options)),
    (await table.getEntity("p", "1")).value,
    (await table.getEntity("p", "1", { disableTypeConversion: true })).value,
  ]);

// Filters that the client writes for values.
const comparisons = {
  text: odata`text eq ${"it's"}`,
  "a whole number": odata`whole eq ${5}`,
  "a fraction": odata`fraction gt ${1.5}`,
  "an Int64": "large eq 12345543221L",
  "a date": odata`day le ${new Date("2020-09-17T00:00:00Z")}`,
  "a truth": odata`truth eq ${true}`,
  "a GUID": "id eq guid'cf8ef051-1b7d-4e93-a1e5-a3944d7e441c'",
  bytes: "bytes eq X'426172'",
};
const properties = {
  ...{ text: "it's", whole: 5, fraction: 2.5, large: 12345543221n, day: new Date("2020-09-17T00:00:00Z") },
  ...{ truth: true, id: guid, bytes: new Uint8Array([66, 97, 114]) },
};
for (const [name, filter] of Object.entries(comparisons))
  withTable(`a filter on ${name} finds its entity`, "2", async ({ table }) => {
    await table.createEntity(row("1", { text: "other", truth: false }));
    await table.createEntity(row("2", properties));
    return rowKeys(table.listEntities(filtered(filter)));
  });

// Characters in keys and values, one by one and in a transaction.
const characters = "' \" {} [] () : @ & = + , $ - _ <> ; ~ ^ ! % *".split(" ");
for (const c of characters) {
  const entity = { partitionKey: `foo${c}`, rowKey: `${c}bar`, value: `test${c}` };
  const keys = [entity.partitionKey, entity.rowKey];
  const found = async (table) => {
    const one = await table.getEntity(...keys);
    const byPartition = await all(table.listEntities(filtered(odata`PartitionKey eq ${keys[0]}`)));
    const byRow = await all(table.listEntities(filtered(odata`RowKey eq ${keys[1]}`)));
    return [one, ...byPartition, ...byRow].map((e) => [e.partitionKey, e.rowKey, e.value].join());
  };
  const thrice = Array(3).fill([...keys, entity.value].join());
  withTable(`keys with ${c} are written, found and deleted`, [Array(6).fill(204), thrice], async ({ table }) => {
    const done = [await status((o) => table.createEntity(entity, o))];
    for (const mode of ["Merge", "Replace"]) {
      done.push(await status((o) => table.upsertEntity(entity, mode, o)));
      done.push(await status((o) => table.updateEntity(entity, mode, o)));
    }
    const seen = await found(table);
    done.push(await status((o) => table.deleteEntity(...keys, o)));
    return [done, seen];
  });
  withTable(`keys with ${c} go through transactions`, [Array(6).fill(202), thrice], async ({ table }) => {
    const submit = async (...action) => (await table.submitTransaction([action])).status;
    const done = [await submit("create", entity)];
    for (const mode of ["Merge", "Replace"])
      done.push(await submit("upsert", entity, mode), await submit("update", entity, mode));
    const seen = await found(table);
    return [[...done, await submit("delete", entity)], seen];
  });
}

// Listing.
const filled = (name, wanted, work) =>
  withTable(name, wanted, async (given) => {
    const actions = Array.from({ length: 21 }, (_, i) => [
      "create",
      row(String(i).padStart(2, "0"), { i, foo: "bar" }),
    ]);
    await given.table.submitTransaction(actions);
    return work(given);
  });
filled("all entities are listed", 21, async ({ table }) => (await all(table.listEntities())).length);
filled(
  "a partition is listed",
  21,
  async ({ table }) => (await all(table.listEntities(filtered(odata`PartitionKey eq ${"p"}`)))).length,
);
filled("pages have their size", [5, 5, 5, 5, 1], ({ table }) => sizes(table.listEntities().byPage({ maxPageSize: 5 })));
filled("pages of a filter have their size", [4, 4, 2], ({ table }) =>
  sizes(table.listEntities(filtered("i lt 10")).byPage({ maxPageSize: 4 })),
);
filled("a filter that nothing matches lists nothing", [], ({ table }) =>
  all(table.listEntities(filtered("foo eq 'baz'"))),
);
filled("a token goes on where a page ended", ["10", 11], async ({ table }) => {
  const { value } = await table.listEntities().byPage({ maxPageSize: 10 }).next();
  const rest = await all(table.listEntities().byPage({ maxPageSize: 100, continuationToken: value.continuationToken }));
  return [rest[0][0].rowKey, rest[0].length];
});
filled("listed entities have an ETag and a timestamp", ["string", "string"], async ({ table }) => {
  const [first] = await all(table.listEntities(filtered("RowKey eq '03'")));
  return [typeof first.etag, typeof first.timestamp];
});
filled("select returns what it names", { foo: "bar" }, async ({ table }) => {
  const [first] = await all(table.listEntities(filtered("RowKey eq '03'", { select: ["foo"] })));
  return { foo: first.foo, ...(first.i !== undefined && { i: first.i }) };
});
filled("select on one entity returns what it names", [3, "03", undefined], async ({ table }) => {
  const e = await table.getEntity("p", "03", { queryOptions: { select: ["i", "rowKey", "etag"] } });
  return [e.i, e.rowKey, e.foo];
});

// Entities and conditions.
const stale = { etag: `W/"datetime'2020-01-01T00%3A00%3A00.0000000Z'"` };
withTable("an entity cannot be created twice", ["ok", "409 EntityAlreadyExists"], async ({ table }) => [
  await failure(table.createEntity(row("1"))),
  await failure(table.createEntity(row("1"))),
]);
for (const [name, wanted, work] of [
  ["get", "404 ResourceNotFound", (t) => t.getEntity("p", "2")],
  ["update", "404 ResourceNotFound", (t) => t.updateEntity(row("2"), "Merge")],
  ["replace", "404 ResourceNotFound", (t) => t.updateEntity(row("2"), "Replace")],
  ["delete", "404 ResourceNotFound", (t) => t.deleteEntity("p", "2")],
  [
    "update with an old ETag",
    "412 UpdateConditionNotSatisfied",
    (t) => t.updateEntity(row("1", { a: 2 }), "Merge", stale),
  ],
  ["replace with an old ETag", "412 UpdateConditionNotSatisfied", (t) => t.updateEntity(row("1"), "Replace", stale)],
  ["delete with an old ETag", "412 UpdateConditionNotSatisfied", (t) => t.deleteEntity("p", "1", stale)],
  ["a filter that cannot be read", "400 InvalidInput", (t) => all(t.listEntities(filtered("a eq")))],
  ["a filter with a function", "501 NotImplemented", (t) => all(t.listEntities(filtered("startswith(a, 'b')")))],
  ["a key with a slash", "400 OutOfRangeInput", (t) => t.createEntity(row("a/b"))],
  ["a key of 1,025 bytes", "400 PropertyValueTooLarge", (t) => t.createEntity(row("x".repeat(513)))],
])
  withTable(`${name} fails`, wanted, async ({ table }) => {
    await table.createEntity(row("1", { a: 1 }));
    return failure(work(table));
  });
withTable(
  "merge keeps, replace drops",
  [
    [1, 2],
    [undefined, 3],
  ],
  async ({ table }) => {
    await table.createEntity(row("1", { a: 1 }));
    const seen = [];
    for (const [mode, b] of [
      ["Merge", 2],
      ["Replace", 3],
    ]) {
      await table.updateEntity(row("1", { b }), mode);
      const e = await table.getEntity("p", "1");
      seen.push([e.a, e.b]);
    }
    return seen;
  },
);
withTable("the ETag of a read permits an update", "ok", async ({ table }) => {
  await table.createEntity(row("1"));
  const { etag } = await table.getEntity("p", "1");
  return failure(table.updateEntity(row("1", { a: 1 }), "Replace", { etag }));
});

// Transactions.
const transaction = (name, wanted, actions, before = []) =>
  withTable(`a transaction ${name}`, wanted, async ({ table }) => {
    if (before.length) await table.submitTransaction(before);
    const ended = await table.submitTransaction(actions).then(
      (r) => [r.status, ...r.subResponses.map((s) => s.status)],
      (e) => [e.statusCode, e.code],
    );
    return [ended, await rowKeys(table.listEntities())];
  });
const three = ["1", "2", "3"];
const each = (action, ...rest) => three.map((k) => [action, row(k, { name: action }), ...rest]);
const creates = each("create");
const done = [202, 204, 204, 204];
transaction("creates", [done, "1 2 3"], creates);
transaction("merges", [done, "1 2 3"], each("update", "Merge"), creates);
transaction("replaces", [done, "1 2 3"], each("update", "Replace"), creates);
transaction(
  "upserts",
  [[...done, 204], "1 2 3 4"],
  [...each("upsert", "Replace"), ["upsert", row("4"), "Merge"]],
  creates,
);
transaction("deletes", [done, ""], each("delete"), creates);
transaction(
  "with a stale ETag changes nothing",
  [[412, "UpdateConditionNotSatisfied"], "1 2 3"],
  [
    ["create", row("4")],
    ["update", row("1"), "Replace", stale],
  ],
  creates,
);
transaction(
  "with a row that exists changes nothing",
  [[409, "EntityAlreadyExists"], "1 2 3"],
  [
    ["create", row("4")],
    ["create", row("1")],
  ],
  creates,
);
transaction(
  "with one row twice is refused",
  [[400, "InvalidDuplicateRow"], ""],
  [
    ["create", row("1")],
    ["upsert", row("1"), "Merge"],
  ],
);
transaction(
  "of 100 works",
  [[202, ...Array(100).fill(204)], Array.from({ length: 100 }, (_, i) => 100 + i).join(" ")],
  Array.from({ length: 100 }, (_, i) => ["create", row(String(100 + i))]),
);
withTable("empty keys are keys", ["updated", "upserted"], async ({ table }) => {
  const seen = [];
  await table.submitTransaction([["create", { partitionKey: "", rowKey: "", value: "" }]]);
  for (const [action, value] of [
    ["update", "updated"],
    ["upsert", "upserted"],
  ]) {
    await table.submitTransaction([[action, { partitionKey: "", rowKey: "", value }]]);
    seen.push((await table.getEntity("", "")).value);
  }
  return seen;
});
withTable("two transactions of a partition follow each other", "1 2 3 4 5", async ({ table }) => {
  await table.submitTransaction(creates);
  await table.submitTransaction([
    ["create", row("4")],
    ["create", row("5")],
  ]);
  return rowKeys(table.listEntities());
});
same("a transaction without its table names it", "404 TableNotFound", ({ table }) =>
  failure(table.submitTransaction(creates)),
);

// Tables, properties, policies.
same("a table is created, listed and deleted", [201, ["case"], 204], async ({ service, name }) => [
  await status((o) => service.createTable(name, o)),
  (await all(service.listTables(filtered(odata`TableName eq ${name}`)))).map((t) => t.name.replace(/\d+$/, "")),
  await status((o) => service.deleteTable(name, o)),
]);
withTable("creating a table again is no error for the client", 409, ({ table }) => status((o) => table.createTable(o)));
same("deleting a table that is not there is no error for the client", 404, ({ table }) =>
  status((o) => table.deleteTable(o)),
);
same("a name that begins with a digit is refused", "400 InvalidResourceName", ({ of }) =>
  failure(of(key, "1bad").createTable()),
);
same("tables are listed by pages", [2, 2, 1], async ({ service, name }) => {
  for (const c of "abcde") await service.createTable(`${name}x${c}`);
  const between = odata`TableName ge ${`${name}x`} and TableName lt ${`${name}y`}`;
  return sizes(service.listTables(filtered(between)).byPage({ maxPageSize: 2 }));
});
same("properties of the service are kept", ["http://localhost", 0], async ({ service }) => {
  const rule = {
    allowedOrigins: "http://localhost",
    allowedMethods: "GET",
    allowedHeaders: "",
    exposedHeaders: "",
    maxAgeInSeconds: 5,
  };
  await service.setProperties({ cors: [rule] });
  const kept = (await service.getProperties()).cors[0].allowedOrigins;
  await service.setProperties({ cors: [] });
  return [kept, (await service.getProperties()).cors?.length ?? 0];
});
const day = new Date("2021-07-08T09:10:09Z");
withTable("policies are kept, whatever is missing", [{}, {}, "r", day], async ({ table }) => {
  await table.setAccessPolicy([
    { id: "null" },
    { id: "empty", accessPolicy: {} },
    { id: "partial", accessPolicy: { permission: "r" } },
    { id: "full", accessPolicy: { start: day, expiry: day, permission: "r" } },
  ]);
  const [none, empty, partial, full] = await table.getAccessPolicy();
  return [none.accessPolicy ?? {}, empty.accessPolicy ?? {}, partial.accessPolicy.permission, full.accessPolicy.expiry];
});

// Ways to sign.
const hour = () => new Date(Date.now() + 3_600_000);
const whole = {
  permissions: { query: true, add: true, update: true, delete: true, list: true, write: true, create: true },
  resourceTypes: "sco",
};
const account = () => sdk.generateAccountSas(key, { ...whole, services: { table: true }, expiresOn: hour() });
const string = (url, how) => `TableEndpoint=${url};${how}`;
const ways = {
  "a key": ({ of }) => of(),
  "a connection string with a key": ({ url, name, options }) =>
    TableClient.fromConnectionString(
      `DefaultEndpointsProtocol=http;AccountName=${key.name};AccountKey=${key.key};${string(url, "")}`,
      name,
      options,
    ),
  "a connection string with a signature": ({ url, name, options }) =>
    TableClient.fromConnectionString(string(url, `SharedAccessSignature=${account()}`), name, options),
  "a signature": ({ of }) => of(new AzureSASCredential(account())),
};
for (const [name, client] of Object.entries(ways))
  same(`${name} permits everything`, ["baz", "R1 R2 R4"], async (given) => {
    const table = client(given);
    await table.createTable();
    await table.createEntity(row("R1", { foo: "bar" }));
    await table.updateEntity(row("R1", { foo: "baz" }));
    await table.submitTransaction([
      ["create", row("R2")],
      ["create", row("R4")],
    ]);
    return [(await table.getEntity("p", "R1")).foo, await rowKeys(table.listEntities())];
  });
const reading = (name, more) =>
  new AzureSASCredential(sdk.generateTableSas(name, key, { permissions: { query: true }, expiresOn: hour(), ...more }));
for (const [name, wanted, credential, work] of [
  ["reads with a signature for reading", "ok", (n) => reading(n), (t) => all(t.listEntities())],
  [
    "writes with a signature for reading",
    "403 AuthorizationPermissionMismatch",
    (n) => reading(n),
    (t) => t.createEntity(row("1")),
  ],
  [
    "reads with a signature that is over",
    "403 AuthenticationFailed",
    (n) => reading(n, { startsOn: new Date(0), expiresOn: new Date(1000) }),
    (t) => all(t.listEntities()),
  ],
  [
    "reads with a signature for another table",
    "403 AuthorizationFailure",
    () => reading("other"),
    (t) => all(t.listEntities()),
  ],
  [
    "reads with a wrong key",
    "403 AuthenticationFailed",
    () => new AzureNamedKeyCredential(key.name, btoa("wrong")),
    (t) => all(t.listEntities()),
  ],
])
  withTable(`a client ${name}: ${wanted}`, wanted, ({ of, name: table }) => failure(work(of(credential(table)))));

test("there are 100 cases and more", () => assert.ok(cases >= 100, `there are ${cases}`));
