import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block } from "../../engine/types.ts";
import type { Unit } from "../../script/units.ts";
import { canSplit, type Flight, flightOf, isLegal, sourceOf, splitOf, splitText } from "./batch-check.ts";

/** The unit of a script whose blocks all are of one transaction. */
function unitOf(text: string): Unit {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, i) => (line.startsWith("###") ? [i + 1] : []));
  const blocks = starts.map((firstLine, i): Block => {
    const lastLine = (starts[i + 1] ?? lines.length + 1) - 1;
    const line = lines.findIndex((l, n) => n >= firstLine && /^[A-Z]+ /.test(l)) + 1;
    const method = lines[line - 1]?.split(" ")[0] ?? "";
    return {
      index: i,
      title: "",
      name: "",
      batch: "b",
      client: "",
      line,
      from: 0,
      to: 0,
      firstLine,
      lastLine,
      method,
      checks: 0,
    };
  });
  return { blocks, n: 1, title: "", firstLine: 1, lastLine: lines.length };
}

const post = (pk: string, rk: string) =>
  `### ${rk}\n# @batch b\nPOST {{table}}/T\n\n{"PartitionKey": "${pk}", "RowKey": "${rk}"}\n`;
const remove = (pk: string, rk: string) =>
  `###\n# @batch b\nDELETE {{table}}/T(PartitionKey='${pk}',RowKey='${rk}')\nIf-Match: *\n`;
const check = (text: string): Flight => flightOf(unitOf(text), sourceOf(text)) as Flight;

test("a transaction that keeps the rules is ready (row 41)", () => {
  const f = check(`@dept = Sales\n${post("{{dept}}", "1")}${remove("Sales", "O''Brien")}`);
  assert.deepEqual([f.count, f.partitions, f.twice, f.unknown, isLegal(f)], [2, ["Sales"], false, 0, true]);
  assert.deepEqual(f.operations[1]?.key, { partition: "Sales", row: "O'Brien" });
});

test("two partitions, an entity twice, more than 100 operations, a read, and 4 MiB break them (row 41)", () => {
  const many = Array.from({ length: 101 }, (_, i) => post("A", `${i}`)).join("");
  const broken = [
    post("A", "1") + post("B", "1"),
    post("A", "1") + remove("A", "1"),
    many,
    `${post("A", "1")}###\n# @batch b\nGET {{table}}/T(PartitionKey='A',RowKey='2')\n`,
  ];
  for (const text of broken) assert.equal(isLegal(check(text)), false);
  const large = `### \n# @batch b\nPOST {{table}}/T\n\n{"PartitionKey": "A", "RowKey": "1", "X": "${"x".repeat(4 << 20)}"}\n`;
  assert.equal(isLegal(check(large)), false);
});

test("a loop counts as often as it runs, and keys of the future are no keys", () => {
  const f = check(
    '###\n# @batch b\n# @loop for 120\nPOST {{table}}/T\n\n{"PartitionKey": "A", "RowKey": "{{$index}}"}\n',
  );
  assert.deepEqual([f.count, f.unknown, isLegal(f), canSplit(f)], [120, 1, false, false]);
  assert.equal(check(post("{{later}}", "1")).unknown, 1);
});

test("what is half typed breaks nothing", () => {
  assert.equal(check('###\n# @batch b\nPOST {{table}}/T\n\n{"PartitionKey": "A", "Row').unknown, 1);
  assert.equal(flightOf({ blocks: [], n: 1, title: "", firstLine: 1, lastLine: 1 }, sourceOf("")), null);
});

test("split transactions are legal each, keep each operation once, and delete last (row 41)", () => {
  const text = remove("Old", "1") + post("New", "1") + post("New", "2") + post("New", "1");
  const f = check(text);
  assert.equal(canSplit(f), true);
  assert.deepEqual(
    splitOf(f).map((group) => group.map((o) => `${o.method} ${o.key?.partition}/${o.key?.row}`)),
    [["POST New/1", "POST New/2"], ["POST New/1"], ["DELETE Old/1"]],
  );
  assert.equal(
    splitText(f, text),
    `### 1
# @batch b1
POST {{table}}/T

{"PartitionKey": "New", "RowKey": "1"}

### 2
# @batch b1
POST {{table}}/T

{"PartitionKey": "New", "RowKey": "2"}

### 1
POST {{table}}/T

{"PartitionKey": "New", "RowKey": "1"}

###
DELETE {{table}}/T(PartitionKey='Old',RowKey='1')
If-Match: *`,
  );
});

test("250 operations of one partition become three transactions in their order", () => {
  const f = check(Array.from({ length: 250 }, (_, i) => post("A", `${i}`)).join(""));
  assert.deepEqual(
    splitOf(f).map((g) => g.length),
    [100, 100, 50],
  );
  assert.deepEqual(splitOf(f).flat(), f.operations);
});
