import assert from "node:assert/strict";
import { test } from "node:test";
import { after, filterOf } from "./grid-filter.ts";

const term = (name: string, op: string, value: string, type = "String") => ({ name, op, value, type });

test("conditions are a filter of the service, with literals of their types (row 43)", () => {
  assert.equal(
    filterOf([term("PartitionKey", "eq", "O'Neil"), term("Age", "ge", "20", "Int32"), term("Big", "lt", "5", "Int64")]),
    "PartitionKey eq 'O''Neil' and Age ge 20 and Big lt 5L",
  );
  assert.equal(
    filterOf([term("At", "gt", "2026-01-01T00:00:00Z", "DateTime")]),
    "At gt datetime'2026-01-01T00:00:00Z'",
  );
  assert.equal(filterOf([]), "");
});

test("a beginning is a range, which a key can use", () => {
  assert.equal(filterOf([term("RowKey", "starts", "ab")]), "RowKey ge 'ab' and RowKey lt 'ac'");
  assert.equal(after("a\uffff") > "a\uffffz", true);
  assert.equal(after("a") > "azzz" && after("a") <= "b", true);
});
