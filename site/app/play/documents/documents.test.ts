import assert from "node:assert/strict";
import { test } from "node:test";
import { creates, freeTitle, keptOf } from "./documents.ts";
import { listOf } from "./earlier.ts";

test("a list of documents is read as far as it can be", () => {
  assert.equal(keptOf(7), null);
  assert.equal(keptOf({ open: "all" }), null);
  assert.deepEqual(
    keptOf({ open: [{ id: "a" }, { id: "a", title: "again" }, { id: "../x" }, null, { title: "no id" }] }),
    {
      open: [{ id: "a", title: "", fresh: false }],
      closed: [],
    },
  );
  assert.deepEqual(
    keptOf({ open: [{ id: "", title: 7, fresh: "yes" }], closed: [{ id: "d-1", title: "Old", fresh: true }] }),
    {
      open: [{ id: "", title: "", fresh: false }],
      closed: [{ id: "d-1", title: "Old", fresh: true }],
    },
  );
});

test("a table that another document creates is known by its text", () => {
  const text = 'POST {{table}}/Tables\n\n{ "TableName": "Pets" }\n\n###\nPOST {{table}}/Toys\n';
  assert.deepEqual(
    ["Pets", "pets", "Pet", "Toys", "TableName"].map((table) => creates(text, table)),
    [true, true, false, false, false],
  );
  const program = 'const pets = client("Pets");\nawait pets.createTable();';
  assert.deepEqual([creates(program, "Pets"), creates('client("Pets")', "Pets")], [true, false]);
});

test("a new document has a name of its own", () => {
  assert.equal(freeTitle("Untitled", []), "Untitled");
  assert.equal(freeTitle("Untitled", ["Untitled", "Untitled 2"]), "Untitled 3");
});

test("earlier texts are five at most, and only texts", () => {
  assert.deepEqual(listOf({}), []);
  assert.deepEqual(listOf([{ text: "a", at: 1 }, { text: 7, at: 1 }, { text: "b" }, null]), [{ text: "a", at: 1 }]);
  assert.equal(listOf(Array.from({ length: 9 }, (_, at) => ({ text: "x", at }))).length, 5);
});
