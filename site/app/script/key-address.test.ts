import assert from "node:assert/strict";
import { test } from "node:test";
import { keyAddress } from "./key-address.ts";

test("keys that lack their quotes or their names get them", () => {
  const right = "GET {{table}}/E(PartitionKey='Sales',RowKey='7')";
  for (const [written, meant] of [
    ["GET {{table}}/E(PartitionKey=Sales,RowKey=7)", right],
    ['GET {{table}}/E(PartitionKey="Sales", RowKey = "7")', right],
    ["GET {{table}}/E('Sales','7')", right],
    ["GET {{table}}/E(Sales, 7)", right],
    ["GET {{table}}/E/Sales/7", right],
    ["GET {{table}}/E/Sales/7?$select=a", `${right}?$select=a`],
    ["GET {{table}}/E(PartitionKey={{p}},RowKey='a''b')", "GET {{table}}/E(PartitionKey='{{p}}',RowKey='a''b')"],
    ["DELETE {{table}}/Tables(E)", "DELETE {{table}}/Tables('E')"],
  ] as const) {
    const found = keyAddress(`###\n${written}\n`, 2);
    const text = found && `###\n${written}\n`.slice(4, found.at) + found.meant;
    assert.equal(text, meant, written);
  }
});

test("an address that is right, or that says too little, stays as it is", () => {
  for (const written of [
    "GET {{table}}/E(PartitionKey='Sales',RowKey='7')",
    "GET {{table}}/Tables('E')",
    "GET {{table}}/E()?$top=1",
    "GET {{table}}/E('7')",
    "GET {{table}}/E(RowKey='7')",
    "GET {{table}}/E(RowKey='7',PartitionKey='Sales')",
    "GET {{table}}/E(a='1',b='2')",
    "GET {{table}}/E(PartitionKey='it's',RowKey='7')",
    "POST {{table}}/$batch",
    "GET {{blob}}/photos/a/b",
  ])
    assert.equal(keyAddress(written, 1), null, written);
});
