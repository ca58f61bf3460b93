// The two engines that are compared, and what each of them is asked. Runs in the page.

const ROWS = 11_000;
const PARTITION = 1_000; // rows in each
const BASE = "http://127.0.0.1:10002/devstoreaccount1";
const HEADERS = [
  ["Accept", "application/json;odata=nometadata"],
  ["Content-Type", "application/json"],
  ["Prefer", "return-no-content"],
];

const script = (src) =>
  new Promise((done, fail) =>
    document.head.append(Object.assign(document.createElement("script"), { src, onload: done, onerror: fail })),
  );

/** Starts our engine: { ms, ask } with ask(method, path, entity), which returns the parsed body. */
export async function startEngine() {
  const { connect, encode, decode } = await import("/frame.mjs");
  await script("/wasm_exec.js");
  const begun = performance.now();
  const go = new globalThis.Go();
  const ready = new Promise((done) => (globalThis.onEngineReady = done));
  const { instance } = await WebAssembly.instantiateStreaming(fetch("/engine.wasm"), go.importObject);
  void go.run(instance);
  await ready;
  const serve = connect(go, instance);
  const [text, bytes] = [new TextDecoder(), new TextEncoder()];
  const ask = (method, path, entity) => {
    const { status, body } = decode(
      serve(
        encode({
          method,
          url: BASE + path,
          headers: HEADERS,
          body: entity ? bytes.encode(JSON.stringify(entity)) : null,
        }),
      ),
    );
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.decode(body)}`);
    return body.length ? JSON.parse(text.decode(body)) : null;
  };
  return { ms: performance.now() - begun, ask };
}

/** Starts sql.js: { ms, db }. */
export async function startSql() {
  await script("/sql-wasm.js");
  const begun = performance.now();
  const { Database } = await globalThis.initSqlJs({ locateFile: (name) => `/${name}` });
  return { ms: performance.now() - begun, db: new Database() };
}

const row = (i) => ({
  PartitionKey: `Dept${String(Math.floor(i / PARTITION)).padStart(3, "0")}`,
  RowKey: String(i).padStart(6, "0"),
  FirstName: "Jonathan",
  LastName: `Jones${i}`,
  Age: 20 + (i % 50),
  Email: `jones${i}@contoso.com`,
  Rating: (i % 50) / 10,
  Active: i % 2 === 0,
});

/** Fills both with the same rows; returns [name, median of ours, median of sql.js] in milliseconds. */
export async function measure({ ask }, { db }) {
  ask("POST", "/Tables", { TableName: "Big" });
  db.run(
    "CREATE TABLE Big (PartitionKey TEXT, RowKey TEXT, FirstName TEXT, LastName TEXT, Age INT, Email TEXT, Rating REAL, Active INT, PRIMARY KEY (PartitionKey, RowKey)) WITHOUT ROWID",
  );
  const insert = db.prepare("INSERT INTO Big VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  const put = (i) =>
    insert.run(Object.values(row(i)).map((value) => (typeof value === "boolean" ? Number(value) : value)));
  db.run("BEGIN");
  for (let i = 0; i < ROWS; i++) put(i);
  db.run("COMMIT");
  for (let i = 0; i < ROWS; i++) ask("POST", "/Big", row(i));

  const all = (sql, values) => {
    const rows = [];
    sql.bind(values);
    while (sql.step()) rows.push(sql.getAsObject());
    sql.reset();
    return rows;
  };
  const point = db.prepare("SELECT * FROM Big WHERE PartitionKey = ? AND RowKey = ?");
  const range = db.prepare("SELECT * FROM Big WHERE PartitionKey = ? AND RowKey >= ? AND RowKey < ?");
  const scan = db.prepare("SELECT * FROM Big WHERE LastName = ?");
  const query = (filter) => `/Big()?$filter=${encodeURIComponent(filter)}`;
  let next = ROWS;
  const cases = [
    [
      "point read",
      2000,
      () => ask("GET", "/Big(PartitionKey='Dept004',RowKey='004321')"),
      () => all(point, ["Dept004", "004321"])[0],
    ],
    ["insert", 1000, () => ask("POST", "/Big", row(next++)), () => put(next++)],
    [
      "range of 100",
      300,
      () => ask("GET", query("PartitionKey eq 'Dept004' and RowKey ge '004300' and RowKey lt '004400'")).value,
      () => all(range, ["Dept004", "004300", "004400"]),
    ],
    ["scan of 11,000", 60, () => ask("GET", query("LastName eq 'Jones4321'")).value, () => all(scan, ["Jones4321"])],
  ];
  return cases.map(([name, runs, ours, theirs]) => {
    const [mine, other] = [ours(), theirs()].map((answer) => (Array.isArray(answer) ? answer.length : 1));
    if (mine !== other) throw new Error(`${name}: ${mine} rows here, ${other} there`);
    return [name, timed(runs, ours), timed(runs, theirs)];
  });
}

/** The median of so many runs, in milliseconds. A clock that is too coarse for one run measures ten together. */
function timed(runs, work) {
  const TOGETHER = 10;
  const times = [];
  for (let i = 0; i < runs; i += TOGETHER) {
    const begun = performance.now();
    for (let k = 0; k < TOGETHER; k++) work();
    times.push((performance.now() - begun) / TOGETHER);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}
