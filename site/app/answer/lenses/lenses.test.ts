import assert from "node:assert/strict";
import { test } from "node:test";
import { atScale } from "./explain.ts";
import { nestedProperty } from "./result.ts";
import { cut } from "./wire.ts";

test("a point query costs the same in any table, a scan grows", () => {
  assert.deepEqual(atScale("point", { read: 1, returned: 1 }, 1000), { read: 1, returned: 1, pages: 1 });
  assert.deepEqual(atScale("partitionScan", { read: 201, returned: 7 }, 1000), {
    read: 201_000,
    returned: 7000,
    pages: 7,
  });
});

test("the first property that is an array or an object is named", () => {
  assert.equal(nestedProperty('{ "PartitionKey": "a", "Items": [1, 2], "Address": {} }'), "Items");
  assert.equal(nestedProperty('{ "PartitionKey": "a", "Address": { "City": "Oslo" } }'), "Address");
});

test("single values, null, and what is not an entity name nothing", () => {
  for (const body of ['{ "A": 1, "B": "[1]", "C": true, "D": null }', "[[1]]", "", "{", "--batch_1"])
    assert.equal(nestedProperty(body), null, body);
});

test("a long body is cut, and says how many characters are missing", () => {
  assert.equal(cut("abc", 3), "abc");
  assert.equal(cut("abcde", 3), "abc\n… 2 more characters are not shown");
});

test("a body is not cut within a character", () => {
  assert.equal(cut("ab😀d", 3), "ab\n… 3 more characters are not shown");
  assert.equal(cut("ab😀d", 4), "ab😀\n… 1 more character is not shown");
});
