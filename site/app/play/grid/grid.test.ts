import assert from "node:assert/strict";
import { test } from "node:test";
import { GridColumns } from "./grid-columns.ts";
import { type Draft, draftOf, editsOf, meaningOf, misfit, settleType } from "./grid-edit.ts";
import { sameEnds } from "./grid-table.ts";

test("a column that only some rows have is known before such a row is in view", () => {
  const columns = new GridColumns("Orders");
  columns.know([
    { name: "Total", type: "Edm.Double" },
    { name: "Discount", type: "Edm.Int64" },
  ]);
  columns.learn([{ PartitionKey: "p", RowKey: "1", Total: 2.5 }]);
  assert.deepEqual(columns.all, ["PartitionKey", "RowKey", "Total", "Discount", "Timestamp"]);
  assert.equal(columns.typeOf("Discount"), "Int64");
  assert.deepEqual(
    columns.all.filter((name) => columns.wide(name)),
    ["Discount", "Timestamp"],
  );
});

const ANA = { PartitionKey: "Sales", RowKey: "1", Rating: 4.5, Timestamp: "2026-01-01T00:00:00Z" };

test("a value that is none of its type is told how one is written", () => {
  const draft = { ...draftOf("cell", [ANA], 0, "Rating"), type: "Double" };
  const meaning = (text: string) => meaningOf({ ...draft, text }, editsOf("Employees", { ...draft, text }));
  assert.equal(meaning("35,5"), "Write a value of type Double like this: 35.5.");
  assert.equal(meaning(""), "Write a value of type Double like this: 35.5.");
  assert.equal(meaning("35.5"), "It is refused if the row has changed since it was loaded.");
  assert.match(meaningOf({ ...draft, type: "String", text: "35,5" }, []), /refused/);
  assert.equal(misfit("1.1.1990", "DateTime"), "Write a value of type DateTime like this: 2026-12-31T23:59:00Z.");
  assert.deepEqual([misfit("1990-01-01", "DateTime"), misfit("x", "String"), misfit("5", "Double")], ["", "", ""]);
});

test("a property that a row does not have takes the type of its column, unless the text is no such value", () => {
  const settled = (text: string, more: Partial<Draft> = {}) => {
    const draft = { ...draftOf("cell", [ANA], 0, "Price"), text, ...more };
    settleType(draft, (name) => (name === "Price" ? "Double" : "String"));
    return draft;
  };
  assert.match(editsOf("Employees", settled("99"))[0]?.text ?? "", /"Price": 99, "Price@odata.type": "Edm.Double"/);
  assert.equal(settled("").type, "Double");
  const text = settled("99,5");
  assert.equal(text.type, "String");
  assert.match(meaningOf(text, []), /^In other rows Price is of type Double, like 35.5\./);
  const chosen = settled("99", { chosen: true, type: "Int64" });
  assert.equal(chosen.type, "Int64");
  assert.match(meaningOf(chosen, []), /refused/);
  assert.equal(settled("5", { name: "Rating" }).type, "Double");
  assert.equal(settled("5", { name: "Rating" }).column, "");
  assert.equal(settled("5", { kind: "new", entities: [] }).type, "Double");
  assert.equal(settled("5", { kind: "new", entities: [], name: "Other" }).type, "String");
});

test("a value that is changed keeps its line ends", () => {
  assert.equal(sameEnds("a\nb!", "a\r\nb"), "a\r\nb!");
  assert.equal(sameEnds("a\nb!", "a\nb"), "a\nb!");
  assert.equal(sameEnds("a\nb!", "a\rb"), "a\rb!");
});
