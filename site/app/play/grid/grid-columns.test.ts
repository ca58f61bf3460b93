import assert from "node:assert/strict";
import { test } from "node:test";
import { GridColumns } from "./grid-columns.ts";

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
