// From a file to transactions, and from a table to a file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assign, type Column, madeColumns, proposeColumns } from "./columns.ts";
import { CHOICES, type Choices, planImport } from "./import-plan.ts";
import { mendedName, validName } from "./limits.ts";
import { readTable } from "./read-table.ts";
import { batchBody, transactionsOf } from "./transactions.ts";
import { type SaveFormat, writeTable } from "./write-table.ts";

const READINGS = `device,at,celsius,serial,alarm,note,zip
d1,2026-11-22T10:04,21.4,4398046511104,false,window open,007
d1,2026-11-22T10:05,18,5,true,,12345
d2,2026-11-22T10:04,20.0,6,false,x,1
`;

function named(columns: readonly Column[], name: string): Column {
  const found = columns.find((c) => c.name === name);
  if (!found) throw new Error(`there is no column ${name}`);
  return found;
}

function mapped(text: string, partition: string, row: string) {
  const file = readTable(text);
  const columns = proposeColumns(file);
  assign(columns, named(columns, partition), "partition");
  assign(columns, named(columns, row), "row");
  return { file, columns };
}

function plan(text: string, choices: Partial<Choices> = {}) {
  const { file, columns } = mapped(text, "p", "r");
  return planImport(file, columns, { ...CHOICES, ...choices });
}

test("types are guessed from all rows, and each guess says why", () => {
  const columns = proposeColumns(readTable(READINGS));
  assert.deepEqual(
    columns.map((c) => [c.name, c.type, c.why]),
    [
      ["device", "String", "all"],
      ["at", "DateTime", "all"],
      ["celsius", "Double", "all"],
      ["serial", "Int64", "large"],
      ["alarm", "Boolean", "all"],
      ["note", "String", "all"],
      ["zip", "String", "zeros"],
    ],
  );
  const { seen } = named(columns, "celsius");
  assert.deepEqual(seen, { first: "21.4", filled: 3, distinct: 3, least: "18", most: "21.4" });
});

test("values are of several kinds only if some of them have another type", () => {
  const why = (...values: string[]) => {
    const [column] = proposeColumns(readTable(`v\n${values.join("\n")}\n`));
    return [column?.type, column?.why];
  };
  assert.deepEqual(why("ZH 1", "ZH 2", "BE 3"), ["String", "all"]);
  assert.deepEqual(why("open", "5", "open"), ["String", "mixed"]);
  assert.deepEqual(why("5", "true"), ["String", "mixed"]);
  assert.deepEqual(why("123456789012345678901", "5"), ["String", "long"]);
  assert.deepEqual(why("007", "x"), ["String", "mixed"]);
});

test("numbers and dates as some countries write them stay text at first, and the guess says why", () => {
  const why = (...values: string[]) => {
    const [column] = proposeColumns(readTable(`v\n${values.map((v) => `"${v}"`).join("\n")}\n`));
    return [column?.type, column?.why];
  };
  assert.deepEqual(why("1,5", "2", "-0,25"), ["String", "comma"]);
  assert.deepEqual(why("1.234,56", "7"), ["String", "comma"]);
  assert.deepEqual(why("12 345,6", "1\u00a0234"), ["String", "comma"]);
  assert.deepEqual(why("1.2.3", "7,5"), ["String", "all"]);
  assert.deepEqual(why("01.02.2026", "13.02.2026"), ["String", "day"]);
  assert.deepEqual(why("1/2/26"), ["String", "day"]);
  assert.deepEqual(why("01.02.2026", "soon"), ["String", "all"]);
  assert.deepEqual(why("8001", "08002"), ["String", "zeros"]);
});

test("numbers with a decimal comma become numbers where the reader says so", () => {
  const { file, columns } = mapped('p,r,eur\na,1,"1.234,50"\na,2,7\n', "p", "r");
  named(columns, "eur").type = "Double";
  const { entities, problems } = planImport(file, columns, CHOICES);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    entities.map((e) => /"eur":(.*)\}/.exec(e.json)?.[1]),
    ["1234.5", "7.0"],
  );
});

test("a key that is empty is a key, and one that is not there is none", () => {
  const keys = (text: string) => plan(text).entities.map((e) => [e.partition, e.row]);
  assert.deepEqual(keys("p,r,n\n,1,x\na,,x\n,,x\na\n"), [
    ["", "1"],
    ["a", ""],
    ["", ""],
  ]);
  assert.deepEqual(keys('{"p":"a","r":"1"}\n{"p":"a"}\n{"r":"1"}\n{"p":"","r":""}\n'), [
    ["a", "1"],
    ["", ""],
  ]);
});

test("the keys are found by their names, and Timestamp is left to the service", () => {
  const columns = proposeColumns(readTable("rowkey,PartitionKey,Timestamp\n1,a,2026-11-22\n"));
  assert.deepEqual(
    columns.map((c) => [c.role, c.becomes]),
    [
      ["row", "RowKey"],
      ["partition", "PartitionKey"],
      ["skip", "Timestamp"],
    ],
  );
});

test("a key has one column", () => {
  const { columns } = mapped(READINGS, "device", "at");
  assign(columns, named(columns, "serial"), "row");
  assert.deepEqual(
    columns.filter((c) => c.role !== "property").map((c) => c.name),
    ["device", "serial"],
  );
  assert.equal(named(columns, "at").becomes, "at");
});

test("row keys that are numbers of several lengths are told, for text sorts them otherwise", () => {
  const uneven = (...rows: string[]) => plan(`p,r\n${rows.map((r) => `a,${r}`).join("\n")}`).uneven;
  assert.deepEqual(
    [uneven("9", "10"), uneven("09", "10"), uneven("10", "11"), uneven("9", "x10")],
    [true, false, false, false],
  );
});

test("rows become entities with their types", () => {
  const { file, columns } = mapped(READINGS, "device", "at");
  const { entities, partitions, most, problems } = planImport(file, columns, CHOICES);
  assert.deepEqual([entities.length, partitions, most, problems], [3, 2, 2, []]);
  assert.equal(
    entities[1]?.json,
    '{"PartitionKey":"d1","RowKey":"2026-11-22T10:05","celsius":18.0,"serial@odata.type":"Edm.Int64","serial":"5","alarm":true,"zip":"12345"}',
  );
});

test("what does not fit is told with its lines", () => {
  const text = `p,r,n\na,1,1\na,x/y,2\na\na,1,4\n`;
  const { entities, problems, stopped } = plan(text);
  assert.deepEqual(
    problems.map((p) => [p.kind, p.lines, p.example]),
    [
      ["key-invalid", [3], "x/y"],
      ["key-missing", [4], "row"],
      ["key-twice", [5], "a, 1"],
    ],
  );
  assert.equal(stopped, false);
  assert.deepEqual(
    entities.map((e) => e.line),
    [5],
    "the last row of a key wins",
  );
});

test("each problem has a choice", () => {
  const text = `p,r,n\na,1,1\na,x/y,2\na,1,4\n`;
  const lines = (choices: Partial<Choices>) => plan(text, choices).entities.map((e) => [e.line, e.row]);
  assert.deepEqual(lines({ "key-invalid": "mend" }), [
    [3, "x_y"],
    [4, "1"],
  ]);
  assert.deepEqual(lines({ "key-twice": "skip" }), [[2, "1"]]);
  assert.equal(plan(text, { "key-twice": "stop" }).stopped, true);
  assert.equal(plan("p,r\na,1\n", { "key-twice": "stop" }).stopped, false);
});

test("a value that is not of the chosen type leaves its row out, or only itself", () => {
  const { file, columns } = mapped("p,r,n\na,1,x\n", "p", "r");
  named(columns, "n").type = "Int32";
  assert.equal(planImport(file, columns, CHOICES).entities.length, 0);
  const { entities, problems } = planImport(file, columns, { ...CHOICES, value: "mend" });
  assert.equal(entities[0]?.json, '{"PartitionKey":"a","RowKey":"1"}');
  assert.deepEqual(problems, [{ kind: "value", lines: [2], example: "n: x" }]);
});

test("a name that is no identifier is mended at once, and stops the import where it is chosen", () => {
  const { file, columns } = mapped("p,r,first name,first_name,Paid (ja/nein)\na,1,x,y,ja\n", "p", "r");
  const becomes = () => columns.map((c) => c.becomes);
  assert.deepEqual(becomes(), ["PartitionKey", "RowKey", "first_name_2", "first_name", "Paid_ja_nein"]);
  assign(columns, named(columns, "first name"), "row");
  assign(columns, named(columns, "r"), "row");
  assert.deepEqual(becomes(), ["PartitionKey", "RowKey", "first_name_2", "first_name", "Paid_ja_nein"]);
  assert.deepEqual(planImport(file, columns, CHOICES).problems, []);
  named(columns, "first name").becomes = "first name";
  const { problems, stopped } = planImport(file, columns, CHOICES);
  assert.deepEqual([problems[0]?.kind, problems[0]?.example, stopped], ["name", "first name", true]);
});

test("a key that no column can be is one text for all rows, or the padded number of the row", () => {
  const file = readTable("fruit\napple\napple\n");
  const columns = [...proposeColumns(file), ...madeColumns(file)];
  const [fruit, text, number] = columns as [Column, Column, Column];
  assign(columns, text, "partition");
  assign(columns, number, "row");
  text.seen.first = "basket";
  assert.deepEqual(
    planImport(file, columns, CHOICES).entities.map((e) => e.json),
    [1, 2].map((n) => `{"PartitionKey":"basket","RowKey":"000${n}","fruit":"apple"}`),
  );
  assign(columns, fruit, "partition");
  assert.deepEqual([text.role, fruit.becomes], ["skip", "PartitionKey"], "what is made is no property");
});

test("a name that is no identifier has one that is, and that no other column has", () => {
  for (const [name, want] of [
    ["ordered at", "ordered_at"],
    ["1st-visit", "_1st_visit"],
    [" größe (cm) ", "größe_cm"],
    ["%", "_"],
    ["first name", "first_name_2"],
    ["n".repeat(300), "n".repeat(250)],
  ] as const) {
    const mended = mendedName(name, ["first_name", "age"]);
    assert.equal(mended, want);
    assert.equal(validName(mended), true, mended);
  }
});

test("limits of the service are told before anything is sent", () => {
  const row = (key: string, value: string) => plan(`p,r,v\na,${key},${value}\n`).problems.map((p) => p.kind);
  assert.deepEqual(row("x".repeat(512), "y".repeat(32_768)), []);
  assert.deepEqual(row("x".repeat(513), "y"), ["key-invalid"]);
  assert.deepEqual(row("x", "y".repeat(32_769)), ["too-long"]);
  const wide = Array.from({ length: 17 }, (_, i) => `c${i}`);
  const big = plan(`p,r,${wide.join(",")}\na,1,${wide.map(() => "z".repeat(32_000)).join(",")}\n`);
  assert.deepEqual(
    big.problems.map((p) => p.kind),
    ["too-large"],
  );
});

test("a transaction has one partition, 100 operations, and 4 MiB at most", () => {
  const of = (n: number, partition: string, json = "{}") =>
    Array.from({ length: n }, (_, i) => ({ line: i, partition, row: String(i), json }));
  const sizes = (list: ReturnType<typeof of>) => [...transactionsOf(list)].map((t) => [t.partition, t.entities.length]);
  assert.deepEqual(sizes([...of(150, "a"), ...of(2, "b"), ...of(1, "a")]), [
    ["a", 100],
    ["a", 51],
    ["b", 2],
  ]);
  assert.deepEqual(sizes(of(3, "a", "x".repeat(600_000))), [
    ["a", 2],
    ["a", 1],
  ]);
});

test("an address holds the key as the service reads it", () => {
  const entities = [{ line: 1, partition: "O'Neil", row: "a b", json: "{}" }];
  const body = batchBody("/acc", "People", "merge", { partition: "O'Neil", entities });
  assert.match(body, /MERGE \/acc\/People\(PartitionKey='O''Neil',RowKey='a%20b'\) HTTP\/1\.1\r\n/);
});

const TYPED = `PartitionKey,RowKey,n,n@type,d,d@type,s,s@type,b,b@type\r
A,1,5,Edm.Int64,1.0,Edm.Double," x, ""y""\r\nz",Edm.String,AQI=,Edm.Binary\r
A,2,true,Edm.Boolean,NaN,Edm.Double,,Edm.String,,\r
B,1,,,,,,,c9da6455-213d-42c9-9a79-3e9149a57833,Edm.Guid\r
`;

for (const format of ["csv", "json", "jsonl"] as SaveFormat[])
  test(`a table that is saved as ${format} and read again is the same`, () => {
    const text = writeTable(format, "T", readTable(TYPED)).join("");
    assert.equal(writeTable("csv", "T", readTable(text)).join(""), TYPED);
  });

test("a script inserts in transactions of a partition", () => {
  const text = writeTable("http", "T", readTable(TYPED)).join("");
  assert.deepEqual(text.match(/@batch b\d/g), ["@batch b1", "@batch b1", "@batch b2"]);
});
