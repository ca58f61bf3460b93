import assert from "node:assert/strict";
import { test } from "node:test";
import { firstDraft, freeTable, newColumn, ofKind, recipeOf, wrongWith } from "./generate-columns.ts";

test("a draft becomes the recipe that the engine reads", () => {
  const { attributes, properties, partition } = recipeOf(firstDraft("Readings"));
  assert.equal(partition, "dev-{device:4}");
  assert.deepEqual(attributes, {
    device: { range: [1, 100], zipf: true },
    At: { time: ["2026-11-01", "2026-12-01"] },
    Celsius: { range: [150, 300] },
    State: { pick: ["ok", "warm", "hot"], zipf: true },
  });
  assert.deepEqual(properties, {
    At: { type: "DateTime" },
    Celsius: { type: "Double", decimals: 1 },
    State: { type: "String" },
  });
});

test("another kind keeps the type if it can have it, and forgets Zipf where it means nothing", () => {
  const c = newColumn([], { stored: "Double", zipf: true });
  assert.equal(ofKind(c, "time").stored, "DateTime");
  assert.equal(ofKind({ ...c, stored: "" }, "guid").stored, "");
  assert.equal(ofKind({ ...c, stored: "String" }, "pick").stored, "String");
  const draft = { ...firstDraft("Readings"), columns: [{ ...ofKind(c, "guid"), name: "Id" }] };
  assert.deepEqual(recipeOf(draft).attributes, { Id: { guid: true } });
});

test("what cannot be is named before the engine is asked", () => {
  const d = firstDraft("Readings");
  assert.equal(wrongWith(d, ["Orders"]), null);
  assert.equal(wrongWith(d, ["readings"]), "taken");
  assert.equal(wrongWith({ ...d, table: "1" }, []), "table");
  assert.equal(wrongWith({ ...d, count: 100_001 }, []), "count");
  assert.equal(wrongWith({ ...d, count: Number.NaN }, []), "count");
  assert.equal(wrongWith({ ...d, seed: 1.5 }, []), "seed");
  assert.equal(wrongWith({ ...d, columns: [...d.columns, newColumn([], { name: "At" })] }, []), "names");
  assert.equal(freeTable("Readings", ["readings", "Readings2"]), "Readings3");
});
