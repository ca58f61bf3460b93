import assert from "node:assert/strict";
import { test } from "node:test";
import { nestedProperty } from "./result.ts";

test("the first property that is an array or an object is named", () => {
  assert.equal(nestedProperty('{ "PartitionKey": "a", "Items": [1, 2], "Address": {} }'), "Items");
  assert.equal(nestedProperty('{ "PartitionKey": "a", "Address": { "City": "Oslo" } }'), "Address");
});

test("single values, null, and what is not an entity name nothing", () => {
  for (const body of ['{ "A": 1, "B": "[1]", "C": true, "D": null }', "[[1]]", "", "{", "--batch_1"])
    assert.equal(nestedProperty(body), null, body);
});
