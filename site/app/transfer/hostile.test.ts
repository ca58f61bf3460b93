// Files of people who mean harm, or of programs with mistakes: refused with a line, or read as text, in time that grows
// with their length.
import assert from "node:assert/strict";
import { test } from "node:test";
import { atOnce } from "../ui/at-once.ts";
import { proposeColumns } from "./columns.ts";
import { FileError } from "./csv.ts";
import { CHOICES, planImport } from "./import-plan.ts";
import { validKey, validName } from "./limits.ts";
import { readTable } from "./read-table.ts";
import { formulasIn, writeTable } from "./write-table.ts";

const LONG = 1_000_000; // characters; what grows with the square of them would take minutes
const many = (text: string, length = LONG): string => text.repeat(Math.ceil(length / text.length));

const refused: [string, string, number, RegExp][] = [
  ["a text in JSON that never ends", `[{"a":"${many('\\"')}`, 1, /not JSON/],
  ["a text in JSON that ends in a backslash", `{"a":1}\n{"a":"${many("\\\\")}\\`, 2, /not JSON/],
  ["lists without end", many("["), 1, /not JSON/],
  ["lists in lists", many("[", 100_000) + many("]", 100_000), 1, /not an entity/],
  ["objects in objects", `[${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}]`, 1, /an object or a list/],
  ["null as an entity", "[null]", 1, /not an entity/],
  ["a text as an entity", '["x"]', 1, /not an entity/],
  ["a type from the prototype", '[{"a":"1","a@odata.type":"constructor"}]', 1, /constructor is not a property type/],
  ["a type of markup", "a,a@type\n1,<img src=x>", 2, /<img src=x> is not a property type/],
  ["JSON with a comment", '[{"a":1}] // x', 1, /not JSON/],
  ["JSON with NaN", '[{"a":NaN}]', 1, /not JSON/],
  ["JSON with a trailing comma", '[{"a":1},]', 1, /not JSON/],
  ["a quote that is never closed", `a\n"${many("\n")}`, 2, /never closed/],
  ["text behind a quote", 'a,b\n"x"y,z', 2, /follows a closing quote/],
  ["zeros", `a\n1\n${many("\u0000,", 10)}`, 3, /cells in this line: \d+/],
  [
    "a name of its own in each row",
    `[${Array.from({ length: 5000 }, (_, i) => `{"a${i}":1}`)}]`,
    1001,
    /more than 1000/,
  ],
  ["100,000 columns", Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(), 1, /more than 1000/],
];
for (const [what, text, line, says] of refused) {
  atOnce(`a file of ${what} is refused with its line`, () => {
    assert.throws(
      () => readTable(text),
      (e) => e instanceof FileError && e.line === line && says.test(e.message),
    );
  });
}

const slow: [string, string][] = [
  ["a number of a million digits", `[{"PartitionKey":"a","RowKey":"b","n":${many("1")}}]`],
  ["a text of a million characters", `PartitionKey,RowKey,n\na,b,${many("A")}`],
  ["a million empty lines", `PartitionKey,RowKey\n${many("\n")}a,b`],
  ["a quoted million of quotes", `PartitionKey,RowKey,n\na,b,"${many('""')}"`],
  ["half a million pairs of quotes without a comma", `PartitionKey,RowKey,${many('"')}x\n`],
];
for (const [what, text] of slow) {
  atOnce(`${what}: a file is read or refused at once`, () => {
    try {
      const file = readTable(text);
      planImport(file, proposeColumns(file), CHOICES);
    } catch (e) {
      assert.equal(e instanceof FileError, true, String(e));
    }
  });
}

const VALUES = [
  "<img src=x onerror=alert(1)>",
  '"><script>alert(1)</script>',
  "=HYPERLINK(1)",
  "{{table}}",
  "a\nDELETE {{table}}/Tables('x')",
  "### x\n# @setup y",
  "\u202egnp",
  "\ud800",
  "__proto__",
  "{{constructor.constructor('x')()}}",
];
for (const value of VALUES) {
  test(`the value ${JSON.stringify(value)} goes in and comes out as it was, in every format`, () => {
    const before = readTable(JSON.stringify([{ PartitionKey: "a", RowKey: "b", v: value }]));
    for (const format of ["csv", "json", "jsonl"] as const) {
      const after = readTable(writeTable(format, "Mine", before).join(""));
      assert.equal(after.rows[0]?.cells[after.names.indexOf("v")], value, format);
    }
    const requests = writeTable("http", "Mine", before).join("").split("\n");
    assert.equal(requests.filter((line) => /^(GET|POST|PUT|PATCH|DELETE)/.test(line)).length, 2);
    const body = requests.find((line) => line.includes('"PartitionKey"')) ?? "";
    assert.deepEqual([body.includes("{{"), JSON.parse(body).v], [false, value]);
  });
}

const NAMES = [" ", "a b", "<b>", "1a", "a.b", "a@odata.type", "odata.etag", "\u202ea", "a\u0000", "é".repeat(256)];
for (const name of NAMES) {
  test(`a property called ${JSON.stringify(name).slice(0, 20)} gets a name that fits, and is named as what does not where it is chosen`, () => {
    const file = readTable(`PartitionKey,RowKey,"${name}"\na,b,1`);
    const columns = proposeColumns(file);
    assert.equal(validName(columns[2]?.becomes ?? ""), true);
    assert.deepEqual(planImport(file, columns, CHOICES).problems, []);
    for (const c of columns) if (c.role === "property") c.becomes = name;
    const { problems, stopped } = planImport(file, columns, CHOICES);
    assert.deepEqual([problems.map((p) => [p.kind, p.example]), stopped], [[["name", name]], true]);
  });
}

test("what every object has is a name like others, from the file to the plan", () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    const file = readTable(`[{"PartitionKey":"a","RowKey":"b","${name}":"x"}]`);
    const plan = planImport(file, proposeColumns(file), CHOICES);
    assert.equal(plan.entities[0]?.json, `{"PartitionKey":"a","RowKey":"b","${name}":"x"}`);
  }
  assert.equal(({} as { x?: unknown }).x, undefined);
});

const KEYS = ["a/b", "a\\b", "a#b", "a?b", "a\u0000b", "a\u007fb", "a\u0085b", "x".repeat(513)];
for (const key of KEYS) {
  test(`the key ${JSON.stringify(key).slice(0, 20)} is left out and named, or mended`, () => {
    const file = readTable(JSON.stringify([{ PartitionKey: key, RowKey: "b" }]));
    const columns = proposeColumns(file);
    const skipped = planImport(file, columns, CHOICES);
    assert.deepEqual([skipped.entities.length, skipped.problems.map((p) => p.kind)], [0, ["key-invalid"]]);
    const [mended] = planImport(file, columns, { ...CHOICES, "key-invalid": "mend" }).entities;
    assert.equal(validKey(mended?.partition ?? "/"), true);
  });
}

test("a file of CSV runs no formula if that is chosen, whatever place it is in, and is exact otherwise", () => {
  const evil = "=HYPERLINK(1)";
  const file = readTable(JSON.stringify([{ PartitionKey: evil, RowKey: `+${evil}`, v: `-${evil}`, n: -5, w: "a;=1" }]));
  assert.equal(formulasIn(file), 3);
  const rows = (asText: boolean) => readTable(writeTable("csv", "Mine", file, { asText }).join("")).rows;
  assert.deepEqual(rows(true)[0]?.cells, [`'${evil}`, `'+${evil}`, `'-${evil}`, "-5", "a;=1"]);
  assert.deepEqual(rows(false)[0]?.cells, file.rows[0]?.cells);
});
