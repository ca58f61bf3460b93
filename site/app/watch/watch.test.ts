import assert from "node:assert/strict";
import { test } from "node:test";
import type { FindingCost, Watched, WatchedFinding, WatchedShape } from "../engine/types.ts";
import { toHtml } from "../ui/to-string.ts";
import { activeOf, agentsOf, arranged, findingOf, segments, statusesOf, USUAL } from "./arrange.ts";
import { withShape } from "./as-question.ts";
import { linesOf, scriptOf, tablesOf } from "./as-script.ts";
import { bakedRecording } from "./baked.ts";
import { compared, unchanged } from "./compare.ts";
import { code, markdownOf } from "./markdown.ts";
import { findings } from "./recording-view.ts";
import { counterOf, givesUp, when } from "./words.ts";

const COUNTS = {
  read: 0,
  returned: 0,
  partitions: 0,
  bytesIn: 0,
  bytesOut: 0,
  transactions: 0,
  roundtrips: 0,
  pages: 0,
};
const COST: FindingCost = { read: 0, requests: 0, roundtrips: 0, bytes: 0, stored: 0, refused: 0 };

function shape(table: string, does: string, text: string, more: Partial<WatchedShape> = {}): WatchedShape {
  return {
    ...COUNTS,
    table,
    does,
    text,
    class: "",
    write: false,
    calls: 1,
    refused: 0,
    busy: 0,
    failed: 0,
    conflicts: 0,
    missing: 0,
    mostRead: 0,
    mostOps: 0,
    together: 1,
    first: 100,
    last: 200,
    agents: [],
    samples: [],
    ...more,
  };
}

function finding(rule: string, more: Partial<WatchedFinding> = {}): WatchedFinding {
  return {
    rule,
    wrong: false,
    table: "Customers",
    shapes: [0],
    times: 1,
    calls: 1,
    most: 1,
    names: [],
    before: COST,
    after: COST,
    lost: 0,
    tried: false,
    form: [],
    ...more,
  };
}

function recording(shapes: WatchedShape[], findings: WatchedFinding[] = []): Watched {
  const sum = (of: "calls" | "read" | "returned") => shapes.reduce((n, s) => n + s[of], 0);
  const sums = { ...COUNTS, read: sum("read"), returned: sum("returned"), transactions: sum("calls") };
  return { recording: false, elapsed: 2000, calls: sum("calls"), sums, other: 0, shapes, findings };
}

const target = "Customers()?$filter=Email%20eq%20%27a%26b%40c.de%27";
const sample = {
  n: 1,
  record: 7,
  start: 1500,
  method: "GET",
  target,
  ifMatch: "",
  status: 200,
  read: 600,
  returned: 1,
};
const scan = shape("Customers", "query", "Email = ?", {
  class: "tableScan",
  calls: 24,
  read: 14_400,
  returned: 24,
  samples: [sample],
  agents: ["b/1"],
});
const insert = shape("Carts", "insert", "", { write: true, calls: 144, agents: ["b/1", "a/1"] });
const get = shape("Customers", "get", "PartitionKey = ? and RowKey = ?", { class: "point", calls: 96, read: 96 });
const before = recording(
  [insert, get, scan],
  [finding("scan-then-filter", { shapes: [2], names: ["Email", "b", "c"] })],
);
const lookup = shape("CustomersByEmail", "get", get.text, { class: "point", calls: 24, read: 24, returned: 24 });
const batch = shape("Carts", "transaction", "insert", { write: true, calls: 24 });
const after = recording([lookup, batch, get]);

test("shapes are sorted by a column, and filtered by table, property and class", () => {
  assert.deepEqual(arranged(before.shapes, USUAL), [2, 1, 0]);
  assert.deepEqual(arranged(before.shapes, { by: "calls", down: true }), [0, 1, 2]);
  assert.deepEqual(arranged(before.shapes, { by: "shape", down: false }), [0, 1, 2]);
  assert.deepEqual(arranged(before.shapes, USUAL, "table scan"), [2]);
  assert.deepEqual(arranged(before.shapes, USUAL, "CUSTOMERS rowkey"), [1]);
  assert.deepEqual(arranged(before.shapes, USUAL, "nothing"), []);
  assert.equal(findingOf(before, 2), 1);
  assert.equal(findingOf(before, 0), 0);
  assert.deepEqual(agentsOf(before.shapes), ["a/1", "b/1"]);
});

test("the bar has a segment for each shape that reads, and the smallest stays visible", () => {
  const [first, second, ...rest] = segments(before);
  assert.deepEqual([first?.place, second?.place, rest.length], [2, 1, 0]);
  assert.equal((first?.width ?? 0) > 0.98 && (second?.width ?? 0) >= 0.004, true);
  assert.equal(Math.abs((first?.width ?? 0) + (second?.width ?? 0) - 1) < 1e-9, true);
  assert.equal((segments(before, 28_992)[0]?.width ?? 0) < 0.51, true, "beside a recording that read twice as much");
});

test("a shape that took the place of another is paired with it", () => {
  const pairs = compared(before, after).map(({ a, b, same }) => [a?.table, a?.does, b?.table, b?.does, same]);
  assert.deepEqual(pairs, [
    ["Customers", "query", "CustomersByEmail", "get", false],
    ["Carts", "insert", "Carts", "transaction", false],
    ["Customers", "get", "Customers", "get", true],
  ]);
  assert.equal(compared(before, before).every(unchanged), true);
  assert.equal(compared(recording([scan]), recording([insert])).length, 2, "a read does not become a write");
});

test("Markdown has sums, findings and shapes, and no value of a row", () => {
  const text = markdownOf("A slow shop", before, null);
  assert.match(text, /^### Tables: `A slow shop`\n/);
  assert.match(text, /264 requests, 14,496 read, 24 returned/);
  assert.match(text, /\| `Customers query Email = \?` \| Table scan \| 24 \| {2}\| 14,400 \| 24 \|/);
  assert.equal(!text.includes("a%26b"), true);
  assert.match(
    markdownOf("x", after, before),
    /\| `Carts insert` \| 144 \| 0 \| `Carts transaction insert` \| 24 \| 0 \|/,
  );
});

test("a read becomes a script with its rows, and a write none", () => {
  const words = { sent: "As it was sent", cheaper: "Cheaper" };
  const text = scriptOf(before, 2, words);
  assert.match(text, /^# Customers query Email = \?\n\n### As it was sent\nGET \{\{table\}\}\/Customers\(\)\n/);
  assert.equal(text.includes("?$filter=Email%20eq%20%27a%26b%40c.de%27"), true, "an ampersand stays encoded");
  assert.equal(scriptOf(before, 0, words), "");
  assert.deepEqual(tablesOf(before, 2), ["Customers"]);
  assert.equal(
    linesOf("Customers", [{ PartitionKey: "a", RowKey: "b", Timestamp: "x", "odata.etag": "y", N: 1 }]),
    '{"table":"Customers","entity":{"PartitionKey":"a","RowKey":"b","N":1}}\n',
  );
  assert.equal(linesOf("Logs#", []), "");
});

test("times count from the first request, and a finding names the counter that it lowers", () => {
  assert.deepEqual([when(0), when(1290), when(65_000), when(-5)], ["0:00.0", "0:01.2", "1:05.0", "0:00.0"]);
  const costs = { before: { ...COST, read: 100, requests: 2 }, after: { ...COST, read: 1, requests: 3 } };
  assert.equal(counterOf(finding("scan-then-filter", costs)), "read");
  assert.equal(
    counterOf(finding("single-writes", { ...costs, after: { ...COST, read: 100, requests: 1 } })),
    "requests",
  );
  assert.equal(counterOf(finding("n-plus-one", costs)), "roundtrips");
  assert.match(givesUp(finding("n-plus-one")), /each copy/);
  assert.equal(givesUp(finding("n-plus-one", { names: ["same"] })), "", "whole rows are no copies");
});

const HOSTILE = [
  "<img src=x onerror=alert(1)>",
  '"><svg onload=alert(1)>',
  "</script><script>alert(1)</script>",
  "javascript:alert(1)",
  "`|\n\u202egnp",
  "constructor",
];

test("names, values, headers and rules of strangers are text in the page and in Markdown", () => {
  for (const x of HOSTILE) {
    const evil = shape(x, x, x, {
      class: "tableScan",
      read: 5,
      agents: [x],
      samples: [{ ...sample, method: x, target: x, ifMatch: x }],
    });
    const w = recording(
      [evil, shape(x, x, x, { class: x, write: true })],
      [finding(x, { names: [x, x, x, x] }), finding("scan-then-filter", { table: x, names: [x, x, x, x] })],
    );
    const page = toHtml(bakedRecording({ watched: w, extras: [null, null], about: "a", root: "../" }));
    for (const tag of ["<img", "<script", "<svg onload"]) assert.equal(!page.includes(tag), true, `${x}: ${tag}`);
    const tags = page.match(/<\w[^>]*>/g)?.map((tag) => tag.replaceAll(/"[^"]*"/g, '""')) ?? [];
    assert.deepEqual([tags.filter((tag) => /\son\w+=/.test(tag)), tags.length > 50], [[], true], x);
    assert.equal(!/(?:href|src)="javascript/.test(page), true, x);
    const text = markdownOf(x, w, null);
    assert.equal(text.split("\n").filter((l) => l.startsWith("| `")).length, 2, "each shape stays in its row");
    assert.equal(!text.includes("\u202e"), true);
    assert.equal(typeof scriptOf(w, 0, { sent: "s", cheaper: "c" }), "string");
  }
  assert.equal(code("a`|\nb"), "`a'\\|?b`");
});

test("a shape becomes a question of a sheet with its rate, once", () => {
  const measured = { elapsed: 60_000, entities: 600 };
  const begun = "### Mine\n# @sheet mine\n\n### A design\n# @keys {id} | x | Orders\n";
  const first = withShape(begun, scan, measured);
  assert.equal(
    first?.text,
    `### Mine
# @sheet mine
# @entity customers, 600
# @attribute customers.partition, identity
# @attribute customers.row, identity
# @attribute customers.email
# @ask customers read by email, 24/min, customers by email

### A design
# @keys {id} | x | Orders
`,
  );
  const again = withShape(first?.text ?? "", { ...scan, calls: 6 }, measured);
  assert.equal(again?.text, first?.text.replace("24/min", "6/min"));
  const third = withShape(again?.text ?? "", get, measured);
  assert.match(
    third?.text ?? "",
    /# @ask customers read by partition and row, 1\.6\/s, customers by partition and row\n/,
  );
  const own = "### Mine\n# @sheet mine\n# @entity customer, 5\n";
  assert.match(withShape(own, insert, measured)?.text ?? "", /# @do carts insert, 2\.4\/s, insert carts/);
  assert.match(withShape(own, scan, measured)?.text ?? "", /customer, 5\n# @attribute customer.email\n# @ask/);
});

test("ranges have the width of their answers, and what a sheet cannot say is refused", () => {
  const measured = { elapsed: 86_400_000, entities: 1000 };
  const read = (text: string) => {
    const s = shape("Orders", "query", text, { class: "partitionScan", calls: 4, returned: 400 });
    return /@ask [^,]*, 4\/day, (.*)/.exec(withShape("# @sheet a", s, measured)?.text ?? "")?.[1] ?? "";
  };
  assert.equal(
    read("PartitionKey = ? and RowKey >= ? and RowKey < ? select Day, Total top ?"),
    "orders by partition, row between 10 %, wants day and total",
  );
  assert.equal(read("Total > ?"), "orders, total after");
  assert.equal(read(""), "orders");
  for (const text of ["A = ? or B = ?", "not (A = ?)", "A != ?", "(RowKey = ? or …)", "PartitionKey = ? continued"]) {
    assert.equal(read(text), "", text);
  }
  assert.equal(withShape("# @sheet a", shape("Orders", "merge", "If-Match: *", { write: true }), measured), null);
});

test("a recording that goes on does not say that there is nothing to find", () => {
  const w = recording([shape("Customers", "get", "PartitionKey = ? and RowKey = ?")]);
  const at = { order: USUAL, filter: "", rows: 10, open: null, held: null };
  const said = (recording: boolean, found: WatchedFinding[] = []) =>
    toHtml(findings({ ...w, findings: found }, at, null, { none: "Nothing was found.", recording }));
  assert.match(said(true), /No findings yet[\s\S]*still recording/);
  assert.match(said(false), /0 findings[\s\S]*Nothing was found\./);
  assert.match(said(true, [finding("known-key")]), /1 finding</);
});

test("what was refused is named with every status, also with those that are not counted by themselves", () => {
  const sample = { status: 400 } as WatchedShape["samples"][number];
  const bad = shape("T", "query", "", { refused: 2, missing: 1, samples: [sample] });
  assert.deepEqual(statusesOf([bad]), [
    ["400", 1],
    ["404", 1],
  ]);
  assert.deepEqual(statusesOf([bad, shape("T", "insert", "", { refused: 3, conflicts: 3 })]), [
    ["400", 1],
    ["404", 1],
    ["409", 3],
  ]);
  assert.deepEqual(statusesOf([shape("T", "query", "", { refused: 1 })]), [["4xx", 1]]);
});

test("the time of a recording ends with its last request, whatever the clock says", () => {
  const w = recording([
    shape("T", "query", "", { first: 1000, last: 1500 }),
    shape("T", "insert", "", { first: 500, last: 900 }),
  ]);
  assert.equal(activeOf({ ...w, elapsed: 90_000 }), 1000);
  assert.equal(activeOf({ ...w, elapsed: 800 }), 800);
  assert.equal(activeOf(recording([])), 0);
});
