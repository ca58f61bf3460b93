import assert from "node:assert/strict";
import { test } from "node:test";
import { lineOf, rowOf, setupFiles, setupOf, tablesOf } from "./data.ts";
import { BrokenLink } from "./link.ts";
import { createdTwice, summaryOf } from "./summary.ts";

test("a row keeps its numbers as they are written, and loses what the service adds", () => {
  const json =
    '{"odata.etag":"W/x","PartitionKey":"a","RowKey":"1","Timestamp@odata.type":"Edm.DateTime","Timestamp":"2020","N":2.0,"B@odata.type":"Edm.Int64","B":"9"}';
  const row = rowOf(json);
  assert.equal(row?.json, '{"PartitionKey":"a","RowKey":"1","N":2.0,"B@odata.type":"Edm.Int64","B":"9"}');
  const [read] = tablesOf(row ? lineOf("Orders", row) : "").get("Orders") ?? [];
  assert.deepEqual(read, row);
});

const BAD = [
  ["no JSON", "x"],
  ["a list", "[1]"],
  ["a table's name that is an address", '{"table":"../../x"}'],
  ["a table's name with a line", '{"table":"a\\nDELETE /Tables"}'],
  ["the list of tables", '{"table":"Tables"}'],
  ["a row without keys", '{"table":"Orders","entity":{"a":1}}'],
  ["keys that are numbers", '{"table":"Orders","entity":{"PartitionKey":1,"RowKey":2}}'],
  ["a row within a row", '{"table":"Orders","entity":{"PartitionKey":"a","RowKey":"b","c":{"d":1}}}'],
  ["a row that is cut", '{"table":"Orders","entity":{"PartitionKey":"a","RowKey":'],
  ["a table twice in a line", '{"table":"Orders","table":"Others"}'],
] as const;
for (const [what, line] of BAD)
  test(`data with ${what} are refused as a whole`, () => {
    assert.throws(
      () => tablesOf(`{"table":"Good"}\n${line}\n`),
      (e) => e instanceof BrokenLink && e.reason === "content",
    );
  });

const KEYS = [
  "'); DELETE",
  "a\nDELETE {{table}}/Tables('x')",
  "{{table}}",
  "### x",
  "# @setup x",
  "?a=b&c#d",
  "../..",
  "%27",
  "\u2028",
  "__proto__",
];
for (const key of KEYS)
  test(`a key ${JSON.stringify(key)} stays a key in the script that writes it`, () => {
    const json = JSON.stringify({ PartitionKey: key, RowKey: key, [key]: key });
    const text = setupOf(tablesOf(`{"table":"Orders","entity":${json}}`));
    const lines = text.split("\n");
    assert.equal(lines.filter((l) => /^(GET|POST|PUT|PATCH|DELETE)/.test(l)).length, 2);
    assert.equal(lines.filter((l) => l.startsWith("#")).length, 4); // two titles, a batch, an assertion
    assert.equal(text.replaceAll("{{table}}/", "").includes("{{"), false);
    const body = lines.findLast((l) => l.startsWith("{")) ?? "";
    assert.equal(JSON.stringify(JSON.parse(body)), json);
  });

test("rows that are too long for one script are written by several, of which each sets up with the one before", () => {
  const line = (i: number) =>
    `{"table":"Orders","entity":{"PartitionKey":"p${i % 3}","RowKey":"${i}","T":"${"ä".repeat(500)}"}}`;
  const files = setupFiles(
    "data.http",
    tablesOf(Array.from({ length: 300 }, (_, i) => line(i)).join("\n")),
    "base.http",
  );
  const names = Object.keys(files);
  assert.equal(names.length > 4 && names.at(-1) === "data.http", true, names.join());
  for (const [i, text] of Object.values(files).entries()) {
    assert.equal(new TextEncoder().encode(text).length <= 65_536, true, names[i]);
    assert.equal(text.startsWith(`# @setup ${i ? names[i - 1] : "base.http"}\n`), true, names[i]);
  }
  const all = Object.values(files).join("\n");
  assert.equal(all.match(/^PUT /gm)?.length, 300);
  assert.equal(all.match(/^POST /gm)?.length, 1);
});

test("a script is summed up before it runs", () => {
  const text =
    "### a\nPOST {{table}}/Tables\n\n{\"TableName\":\"Orders\"}\n\n### b\n# @loop for 5000\nPOST {{table}}/Orders\n\n{}\n\n### c\nGET {{table}}/Employees()\n\n### d\nDELETE {{table}}/Orders(PartitionKey='a',RowKey='b')\nIf-Match: *\n";
  assert.deepEqual(summaryOf(text), {
    requests: 5003,
    reads: 1,
    writes: 5001,
    deletes: 1,
    creates: ["Orders"],
    uses: ["Employees"],
  });
});

test("a script that creates what its data holds is refused there, which is told before it is shared", () => {
  const script = '### a\nPOST {{table}}/Tables\n\n{"TableName":"Orders"}\n\n### b\nGET {{table}}/Staff()\n';
  const data = (...names: string[]) => names.map((name) => `{"table":"${name}"}\n`).join("");
  assert.deepEqual(createdTwice(script, data("orders")), { twice: ["orders"], all: true });
  assert.deepEqual(createdTwice(script, data("Orders", "Staff")), { twice: ["Orders"], all: false });
  assert.deepEqual(createdTwice(script, data("Staff")), { twice: [], all: false });
  assert.deepEqual(createdTwice(script, ""), { twice: [], all: false });
});
