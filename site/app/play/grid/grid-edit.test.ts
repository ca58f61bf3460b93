import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf, editsOf, meaningOf } from "./grid-edit.ts";

const ANA = { PartitionKey: "Sales", RowKey: "1", Rating: 4.5, Timestamp: "2026-01-01T00:00:00Z" };

test("a value that is none of its type is told how one is written", () => {
  const draft = { ...draftOf("cell", [ANA], 0, "Rating"), type: "Double" };
  const meaning = (text: string) => meaningOf({ ...draft, text }, editsOf("Employees", { ...draft, text }));
  assert.equal(meaning("35,5"), "Write a value of type Double like this: 35.5.");
  assert.equal(meaning(""), "Write a value of type Double like this: 35.5.");
  assert.equal(meaning("35.5"), "It is refused if the row has changed since it was loaded.");
  assert.match(meaningOf({ ...draft, type: "String", text: "35,5" }, []), /refused/);
});
