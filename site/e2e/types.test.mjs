// types.ts says what the engine says: member for member, checked against its answers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { serveSite } from "./server.mjs";

let site, browser, answers;
before(async () => {
  [site, browser] = [await serveSite(), await launch()];
  const page = await open(browser, `${site.url}help/`);
  answers = await page.evaluate(collect, { text: SCRIPT, runs: RUNS, staff: STAFF });
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const STAFF = JSON.stringify({
  entities: { count: 20, seed: 1, attributes: { dept: { pick: ["Sales", "Marketing"] }, id: { number: 6 } } },
  patterns: [{ name: "by number", share: 100, known: ["dept", "id"], budget: { read: 1 } }],
});

const RUNS = `# @type Thing Age:Int32

### Create
POST {{table}}/Tables
Content-Type: application/json

{ "TableName": "Things" }

### Refused once
# @fault throttle
# @retry 1
PUT {{table}}/Things(PartitionKey='a',RowKey='1')
Content-Type: application/json

{ "Age": 1 }

### Typed
# @as Thing
GET {{table}}/Things()

### A load
# @load 9000 5
POST {{table}}/Things
Content-Type: application/json

{ "PartitionKey": "{{$pick $index a b c d}}", "RowKey": "{{$index}}" }

### A design
# @keys {dept} | {id}
# @workload staff
`;

const SCRIPT = `### Create
POST {{table}}/Tables
Content-Type: application/json

{ "TableName": "Things" }

### Both
# @batch both
PUT {{table}}/Things(PartitionKey='a',RowKey='1')
Content-Type: application/json

{ "Age": 1 }

###
# @batch both
PUT {{table}}/Things(PartitionKey='a',RowKey='2')
Content-Type: application/json

{ "Age": 2 }

### Read
GET {{table}}/Things()?$filter=PartitionKey eq 'a'&$top=1

# ?? count == 2

### Wrong
GET {{nobody}}
`;

/** Asks the engine in its worker for one of everything. */
async function collect({ text, runs, staff }) {
  const { root, engine, worker } = document.documentElement.dataset;
  const base = new URL(root, document.baseURI);
  const port = new Worker(new URL(worker, base), { type: "module" });
  const waiting = new Map();
  const ready = new Promise(
    (done) => (port.onmessage = ({ data }) => ("ready" in data ? done() : waiting.get(data.id)(data))),
  );
  port.postMessage({ boot: new URL(engine, base).href });
  await ready;
  let next = 1;
  const ask = (method, path, body) =>
    new Promise((done) => {
      waiting.set(next, ({ body: b }) => done(JSON.parse(new TextDecoder().decode(b))));
      port.postMessage({
        id: next++,
        method,
        url: `http://x${path}`,
        headers: [],
        body: body ? new TextEncoder().encode(JSON.stringify(body)) : null,
      });
    });
  const source = { name: "a.http", text, files: {} };
  const Parsed = await ask("POST", "/-/parse", source);
  const Started = await ask("POST", "/-/scripts", source);
  const Progressed = await ask("POST", `/-/scripts/${Started.id}/next?max=50`, {});
  if (Progressed.exchanges.length < 4)
    throw new Error(JSON.stringify(Progressed.exchanges.map((x) => [x.status, x.code, x.problem, x.ops.length])));
  const [, batch, read, wrong] = Progressed.exchanges;
  const Judgement = await ask("POST", "/-/judge", {
    check: "### One\n# ?? run read <= 0\n",
    files: {},
    session: Started.id,
  });
  const KeyLine = await ask("GET", `/-/ledger/${read.record.id}/keyline`);
  const { plan: Plan } = await ask("POST", "/-/plan", { filter: "Age eq 1" });
  const [TableInfo] = await ask("GET", "/-/tables");
  const [PartitionInfo] = await ask("GET", "/-/tables/Things/partitions");
  const EntityPage = await ask("GET", "/-/tables/Things/entities?partition=a&after=&top=1");
  const put = (path) =>
    new Promise((done) => {
      waiting.set(next, done);
      port.postMessage({
        id: next++,
        method: "PUT",
        url: `http://127.0.0.1:10000${path}`,
        headers: [["x-ms-blob-type", "BlockBlob"]],
        body: new Uint8Array([1]),
      });
    });
  await put("/devstoreaccount1/photos?restype=container");
  await put("/devstoreaccount1/photos/one");
  const [ContainerInfo] = await ask("GET", "/-/containers");
  await ask("POST", "/-/reset", {
    seed: 1,
    options: { cluster: { nodes: 2, target: 2000, account: 20000, warm: true } },
  });
  const more = await ask("POST", "/-/scripts", { name: "b.http", text: runs, files: { "workload-staff.json": staff } });
  const run = await ask("POST", `/-/scripts/${more.id}/next?max=50`, {});
  const by = (title) => run.exchanges.find((x) => x.title === title);
  const [Load, Design] = [by("A load")?.load, by("A design")?.design];
  if (!Load || !Design) throw new Error(JSON.stringify(run.exchanges.map((x) => [x.title, x.status, x.problem])));
  return {
    Attempt: by("Refused once").attempts[0],
    Typed: by("Typed").typed[0],
    Load,
    LoadPartition: Load.partitions[0],
    Heat: Load.heat,
    HeatRow: Load.heat.rows[0],
    NodeMap: Load.nodes,
    ClusterNode: Load.nodes.nodes[0],
    NodeRange: Load.nodes.nodes[0].ranges[0],
    LoadEvent: Load.events[0],
    Design,
    DesignCopy: Design.copies[0],
    DesignPattern: Design.patterns[0],
    ContainerInfo,
    Parsed,
    Started,
    Progressed,
    Judgement,
    KeyLine,
    Plan,
    TableInfo,
    PartitionInfo,
    EntityPage,
    Block: Parsed.blocks[0],
    Diagnostic: Parsed.diagnostics[0],
    Exchange: read,
    Counters: Progressed.counters,
    Judged: Judgement.checks[0],
    Check: read.checks[0],
    Rec: read.record,
    Key: read.record.token,
    Change: batch.record.changes[0],
    Op: batch.ops[0],
    WirePair: read.wire[0],
    Message: read.wire[0].request,
    KeyLinePart: KeyLine.parts[0],
    Problem: wrong.problem,
  };
}

/** The members of each interface of types.ts. */
function interfaces() {
  const files = ["../app/engine/types.ts", "../app/engine/types-run.ts"].map((name) =>
    readFileSync(new URL(name, import.meta.url), "utf8"),
  );
  const source = files.join("\n").replace(/\/\/.*$/gm, "");
  const found = {};
  for (const [, name, body] of source.matchAll(/export interface (\w+) \{([^}]*)\}/g)) {
    found[name] = [...body.matchAll(/(?:^|[;{\s])(\w+)\??:(?![^[]*\])/g)].map((m) => m[1]).sort();
  }
  return found;
}

test("every interface has the members that the engine sends", () => {
  const declared = interfaces();
  for (const [name, value] of Object.entries(answers)) {
    assert.ok(value, `the engine sent no ${name}`);
    assert.deepEqual(Object.keys(value).sort(), declared[name], name);
  }
});

test("every interface has been compared", () => {
  assert.deepEqual(
    Object.keys(interfaces()).filter((name) => !(name in answers)),
    [],
  );
});
