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
  answers = await page.evaluate(collect, SCRIPT);
});
after(async () => (await browser?.close(), await site?.close()));

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
async function collect(text) {
  const { root, engine, worker } = document.documentElement.dataset;
  const base = new URL(root, document.baseURI);
  const port = new Worker(new URL(worker, base), { type: "module" });
  const waiting = new Map();
  const ready = new Promise((done) => (port.onmessage = ({ data }) => ("ready" in data ? done() : waiting.get(data.id)(data))));
  port.postMessage({ boot: new URL(engine, base).href });
  await ready;
  let next = 1;
  const ask = (method, path, body) => new Promise((done) => {
    waiting.set(next, ({ body: b }) => done(JSON.parse(new TextDecoder().decode(b))));
    port.postMessage({ id: next++, method, url: `http://x${path}`, headers: [], body: body ? new TextEncoder().encode(JSON.stringify(body)) : null });
  });
  const source = { name: "a.http", text, files: {} };
  const Parsed = await ask("POST", "/-/parse", source);
  const Started = await ask("POST", "/-/scripts", source);
  const Progressed = await ask("POST", `/-/scripts/${Started.id}/next?max=50`, {});
  if (Progressed.exchanges.length < 4) throw new Error(JSON.stringify(Progressed.exchanges.map((x) => [x.status, x.code, x.problem, x.ops.length])));
  const [, batch, read, wrong] = Progressed.exchanges;
  const Judgement = await ask("POST", "/-/judge", { check: "### One\n# ?? run read <= 0\n", files: {}, session: Started.id });
  const KeyLine = await ask("GET", `/-/ledger/${read.record.id}/keyline`);
  const { plan: Plan } = await ask("POST", "/-/plan", { filter: "Age eq 1" });
  const [TableInfo] = await ask("GET", "/-/tables");
  const [PartitionInfo] = await ask("GET", "/-/tables/Things/partitions");
  const EntityPage = await ask("GET", "/-/tables/Things/entities?partition=a&after=&top=1");
  return {
    Parsed, Started, Progressed, Judgement, KeyLine, Plan, TableInfo, PartitionInfo, EntityPage,
    Block: Parsed.blocks[0], Diagnostic: Parsed.diagnostics[0], Exchange: read, Counters: Progressed.counters, Judged: Judgement.checks[0],
    Check: read.checks[0], Rec: read.record, Key: read.record.token, Change: batch.record.changes[0], Op: batch.ops[0],
    WirePair: read.wire[0], Message: read.wire[0].request, KeyLinePart: KeyLine.parts[0], Problem: wrong.problem,
  };
}

/** The members of each interface of types.ts. */
function interfaces() {
  const source = readFileSync(new URL("../app/types.ts", import.meta.url), "utf8").replace(/\/\/.*$/gm, "");
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
  assert.deepEqual(Object.keys(interfaces()).filter((name) => !(name in answers)), []);
});
