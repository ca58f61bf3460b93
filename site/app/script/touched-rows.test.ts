import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenExchange } from "../engine/run-script.ts";
import type { Exchange, Rec } from "../engine/types.ts";
import { lastTable, partOf, readOf, touchOf } from "./touched-rows.ts";

test("rows of a partition know what was done to them", () => {
  const part = { name: "Sales", n: 5, fold: 1, read: [1, 4] as [number, number], hits: [2] };
  const line = { table: "T", total: 5, parts: [part, { ...part, name: "many", fold: 3 }] };
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((row) => touchOf(part, row)),
    ["none", "read", "returned", "read", "none"],
  );
  assert.deepEqual(
    [partOf(line, "T", "Sales")?.name, partOf(line, "U", "Sales"), partOf(line, "T", "many")],
    ["Sales", null, null],
  );
  assert.equal(readOf(part), 3);
});

test("the table to look at is the one that a run has read, changed or created last", () => {
  const x = (record: Partial<Rec>): Exchange => ({
    ...brokenExchange(0, 0, ""),
    record: { table: "", plan: null, code: "", changes: [], ...record } as Partial<Rec> as Rec,
  });
  const plan = {} as Rec["plan"];
  const change = (kind: string, table: string) => x({ changes: [{ kind, table }] as Rec["changes"] });
  const [read, write, created] = [
    x({ table: "Asked", plan }),
    change("insert", "Written"),
    change("createTable", "Created"),
  ];
  assert.equal(lastTable([]), "");
  assert.equal(lastTable([read, write]), "Written");
  assert.equal(lastTable([write, read]), "Asked");
  assert.equal(lastTable([write, created]), "Created");
  const refused = [x({ table: "No", plan, code: "InvalidInput" }), x({ table: "No", code: "TableAlreadyExists" })];
  const hidden = { ...write, hidden: true };
  assert.equal(lastTable([read, ...refused, change("deleteTable", "No"), hidden]), "Asked");
});
