import assert from "node:assert/strict";
import { test } from "node:test";
import { keepNames, nameInTable } from "./column-names.ts";
import type { Column } from "./columns.ts";

test("the names of a file lead to those of its table, also after it was imported again", () => {
  const kept = new Map<string, string>();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
    },
  });
  const column = (name: string, becomes: string, role = "property") => ({ name, becomes, role }) as Column;
  const columns = [
    column("customer_id", "PartitionKey", "partition"),
    column("no", "RowKey", "row"),
    column("unit_price", "unit_price"),
    column("left", "left", "skip"),
  ];
  keepNames("Orders", columns, [{ column: 3, from: "unit price", to: "unit_price" }]);
  const of = (name: string, table = "orders") => nameInTable(table, name);
  assert.deepEqual(
    [of("Customer_ID"), of("no"), of("unit price"), of("unit_price"), of("left"), of("no", "Other"), of("toString")],
    ["PartitionKey", "RowKey", "unit_price", "", "", "", ""],
  );
  keepNames("ORDERS", [column("no", "PartitionKey", "partition")], []);
  assert.deepEqual([of("customer_id"), of("no")], ["", "PartitionKey"]);
  for (let n = 0; n < 60; n++) keepNames(`T${n}`, columns, []);
  assert.deepEqual([of("no"), of("no", "T9"), of("no", "T10"), of("no", "T59")], ["", "", "RowKey", "RowKey"]);
});
