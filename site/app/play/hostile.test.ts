// What a link, a file or the browser's own storage hands to the playground: documents, settings and hints take what
// they know.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Shared } from "../share/link.ts";
import { atOnce } from "../ui/at-once.ts";
import { keptOf as dataOf } from "./data/keep-data.ts";
import { snapshotsOf } from "./data/keep-snapshots.ts";
import { keptOf as documentsOf } from "./documents/documents.ts";
import { optionsOf, samplesOfLink } from "./documents/link-samples.ts";
import { statementsOf } from "./sql/sql-places.ts";

const shared: Shared = { scripts: [{ name: "x", text: "GET {{table}}/Tables\n" }] };

const settings: [string, Record<string, unknown>][] = [
  ["negative numbers", { pageReads: -1, deleteDelay: -1 }],
  ["numbers that are too large", { pageReads: 1e99, deleteDelay: 1e99 }],
  ["fractions", { pageReads: 1.5, deleteDelay: 0.5 }],
  ["texts", { pageReads: "100", partitionBoundary: "true", signatures: "on" }],
  ["lists and objects", { pageReads: [100], deleteDelay: { valueOf: 1 } }],
  ["numbers for yes and no", { partitionBoundary: 1, signatures: 0 }],
  ["null", { pageReads: null, deleteDelay: null, partitionBoundary: null, signatures: null }],
  ["names of every object", { constructor: 1, toString: 1 }],
  ["a cluster, which no link may start", { cluster: { nodes: 1e9 }, unordered: true, seed: 1 }],
];
for (const [what, given] of settings) {
  test(`settings of ${what} are left out`, () => assert.deepEqual(optionsOf(given), {}));
}

for (const lesson of [
  "javascript:alert(1)",
  "//evil.example",
  "../../x",
  "https://evil.example",
  "a/b/c",
  "A",
  "a".repeat(99),
  "<b>",
  "a%2f..",
]) {
  test(`a link leads back to no lesson called ${lesson.slice(0, 30)}`, () => {
    assert.equal(samplesOfLink(shared, [], lesson)[0]?.link?.lesson, "");
  });
}

for (const from of ["constructor", "__proto__", "../x", ""]) {
  test(`a link that begins with the sample ${JSON.stringify(from)} begins with none`, () => {
    const [sample] = samplesOfLink({ ...shared, from }, [], "");
    assert.deepEqual([sample?.setup, sample?.store, sample?.files], [undefined, undefined, {}]);
  });
}

test("what is kept and is no list of documents, no data and no snapshot is taken for none", () => {
  const odd = [
    null,
    1,
    "x",
    [],
    {},
    { open: {} },
    { data: "x", seed: 0, setups: [] },
    { data: new ArrayBuffer(1), seed: -1, setups: [] },
  ];
  for (const x of odd) {
    assert.equal(documentsOf(x), null);
    assert.equal(dataOf(x), null);
    assert.deepEqual(snapshotsOf(x), []);
    assert.deepEqual(snapshotsOf([x]), []);
  }
});

test("a document whose id is an address, markup or a name of every object's is none, or harmless", () => {
  const ids = ["../x", "<b>", "a b", "javascript:x", "a/b", "\u0000", "é"];
  assert.deepEqual(documentsOf({ open: ids.map((id) => ({ id })) })?.open, []);
  assert.equal(documentsOf({ open: [{ id: "__proto__", title: "x".repeat(1000) }] })?.open[0]?.title.length, 60);
});

const sql: [string, string, number][] = [
  ["parentheses without end", `SELECT * FROM a WHERE ${"(".repeat(9000)}`, 1],
  ["negations without end", `SELECT * FROM a WHERE ${"NOT ".repeat(2000)}`, 1],
  ["more parentheses than anybody writes", `SELECT * FROM a WHERE ${"(".repeat(60)}b = 1${")".repeat(60)}`, 1],
  ["a few parentheses", `SELECT * FROM a WHERE ${"(".repeat(9)}b = 1${")".repeat(9)}`, 1],
  ["a statement of a million characters", `SELECT * FROM a WHERE ${"a = 'b' OR ".repeat(100_000)}`, 0],
  ["100,000 rows", `INSERT INTO a (b) VALUES ${"(1), ".repeat(100_000)}(1)`, 1],
  ["100,000 names", Array.from({ length: 100_000 }, (_, i) => `# @name read${i}\n`).join(""), 0],
  ["100,000 statements", "SELECT * FROM a\n\n".repeat(100_000), 100],
];
for (const [what, text, hints] of sql) {
  atOnce(`SQL with ${what} has ${hints} hints, at once`, () => assert.equal(statementsOf(text).length, hints));
}
