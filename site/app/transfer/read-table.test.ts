import assert from "node:assert/strict";
import { test } from "node:test";
import { proposeColumns } from "./columns.ts";
import { FileError } from "./csv.ts";
import { hasColumns, readTable } from "./read-table.ts";

test("typed CSV says the type of each cell, and leaves out what a row does not have", () => {
  const file = readTable(
    "PartitionKey,RowKey,n,n@type,s,s@type\r\nA,1,5,Edm.Int64,,Edm.String\r\nA,2,true,Edm.Boolean,,\r\n",
  );
  assert.equal(file.format, "typed-csv");
  assert.deepEqual(file.names, ["PartitionKey", "RowKey", "n", "s"]);
  assert.deepEqual(file.rows, [
    {
      line: 2,
      cells: [null, null, "5", ""].map((c, i) => ["A", "1"][i] ?? c),
      types: [null, null, "Int64", "String"],
      whole: true,
    },
    { line: 3, cells: ["A", "2", "true", null], types: [null, null, "Boolean", null], whole: true },
  ]);
});

test("any other CSV says no types, and an empty cell is a property that is not there", () => {
  const file = readTable("a;b\n1;\n");
  assert.equal(file.format, "csv");
  assert.deepEqual(file.rows, [{ line: 2, cells: ["1", null], types: [], whole: true }]);
});

test("JSON says types by its values and by annotations", () => {
  const file = readTable(
    '{"value":[{"a":1,"b":1.0,"c":"x","d@odata.type":"Edm.Int64","d":"9","e":true,"odata.etag":"W"},{"f":3000000000}]}',
  );
  assert.equal(file.format, "json");
  assert.deepEqual(file.names, ["a", "b", "c", "d", "e", "f"]);
  assert.deepEqual(file.rows[0]?.types, ["Int32", "Double", "String", "Int64", "Boolean", null]);
  assert.deepEqual(file.rows[1]?.types, [null, null, null, null, null, "Double"]);
  assert.equal(file.rows[0]?.cells[1], "1.0");
});

test("JSON lines know their lines", () => {
  const file = readTable('{"a":1}\n\n{"a":2}\n');
  assert.equal(file.format, "json-lines");
  assert.deepEqual(
    file.rows.map((r) => r.line),
    [1, 3],
  );
});

const PRINTED = `{
  "items": [
    {
      "PartitionKey": "A",
      "RowKey": "1",
      "Count": [
        9007199254740993,
        "Edm.Int64"
      ],
      "Name": "x",
      "etag": "W/\\"datetime'2024-05-01T10%3A00%3A00Z'\\"",
      "Timestamp": null
    },
    { "PartitionKey": "A", "RowKey": "2", "Count": 5 }
  ],
  "nextMarker": {}
}`;

for (const [form, text] of [
  ["in lines", PRINTED],
  ["in one line", JSON.stringify(JSON.parse(PRINTED)).replace("9007199254740992", "9007199254740993")],
] as const)
  test(`what the command line prints of a query is read ${form}, without its ETags`, () => {
    const file = readTable(text);
    assert.equal(file.format, "json");
    assert.deepEqual(file.names, ["PartitionKey", "RowKey", "Count", "Name"]);
    assert.deepEqual(
      file.rows.map(({ cells, types }) => [cells[2], types[2]]),
      [
        ["9007199254740993", "Int64"],
        ["5", "Int32"],
      ],
    );
  });

test("one entity in several lines is a table of one row", () => {
  const file = readTable('{\n  "PartitionKey": "A",\n  "RowKey": "1"\n}\n');
  assert.deepEqual(
    file.rows.map((r) => r.cells),
    [["A", "1"]],
  );
});

test("a column whose name is there already, or that has none, gets one, and that is told", () => {
  const file = readTable("Name,Name,,Name_2,Name\n1,2,3,4,5\n");
  assert.deepEqual(file.names, ["Name", "Name_3", "Column3", "Name_2", "Name_4"]);
  assert.deepEqual(file.renamed, [
    { column: 2, from: "Name", to: "Name_3" },
    { column: 3, from: "", to: "Column3" },
    { column: 5, from: "Name", to: "Name_4" },
  ]);
  assert.deepEqual(file.rows[0]?.cells, ["1", "2", "3", "4", "5"]);
});

test("a column with types keeps its own when a name is there twice", () => {
  const file = readTable("a,a@type,a,a@type\n1,Edm.Int64,2,Edm.Int32\n");
  assert.deepEqual(
    [file.names, file.rows[0]?.types],
    [
      ["a", "a_2"],
      ["Int64", "Int32"],
    ],
  );
});

test("what no property can hold is kept: objects as JSON text, whole numbers that a Double rounds as Int64", () => {
  const file = readTable(
    '[{"id":9007199254740993,"n":3000000000,"tags":["a",{"b":1.0}]},{"id":5,"n":9007199254740991,"tags":{}}]',
  );
  assert.deepEqual(
    file.rows.map(({ cells, types }) => cells.map((c, i) => `${types[i]} ${c}`)),
    [
      ["Int64 9007199254740993", "Double 3000000000", 'String ["a",{"b":1.0}]'],
      ["Int64 5", "Double 9007199254740991", "String {}"],
    ],
  );
  assert.deepEqual(file.turned, [
    { name: "id", into: "long" },
    { name: "tags", into: "json" },
  ]);
  assert.deepEqual(readTable('{"a":-9007199254740993}').rows[0]?.types, ["Int64"]);
});

test("a text is a table if all lines have the same tabs, or the same two or more semicolons", () => {
  const tables = ["id\tname\n1\tAnn\n2\tBob\n", "a;b;c\r\n1;;\r\n", '\uFEFFa\tb\n"x\ny"\tz\n'];
  const others = ["a;b\nc;d\n", "a,b,c\n1,2,3\n", "a\tb\n", "a\tb\nc\n", 'a\tb\n"c', "### x\nGET {{table}}/T()\n", ""];
  assert.deepEqual(tables.map(hasColumns), [true, true, true]);
  assert.deepEqual(others.filter(hasColumns), []);
});

test("names of every object are names like others", () => {
  const file = readTable('[{"__proto__":"a","constructor":"b"}]');
  assert.deepEqual(file.names, ["__proto__", "constructor"]);
  assert.deepEqual(file.rows[0]?.cells, ["a", "b"]);
});

for (const [what, text, line] of [
  ["an empty file", " \n", 1],
  ["a line with too many cells", "a,b\n1,2\n1,2,3", 3],
  ["a type that is none", "a,a@type\n1,Edm.Decimal", 2],
  ["a line that is not JSON", '{"a":1}\n{"a":', 2],
  ["a list of numbers", "[1,2]", 1],
] as const)
  test(`${what} is told with its line`, () => {
    assert.throws(
      () => readTable(text),
      (e) => e instanceof FileError && e.line === line,
    );
  });

test("a column whose values are of different types names the first one that does not fit", () => {
  const [n, half, words] = proposeColumns(readTable("N,H,W\n5,true,a\nmany,1,b\n7,2,c\nmore,,d\n"));
  assert.deepEqual(n?.odd, { line: 3, text: "many", type: "Int32" });
  assert.deepEqual(half?.odd, { line: 2, text: "true", type: "Int32" });
  assert.deepEqual([words?.why, words?.odd], ["all", undefined]);
});
