import assert from "node:assert/strict";
import { test } from "node:test";
import { madeColumns, proposeColumns } from "./columns.ts";
import { proposeKeys } from "./propose-keys.ts";
import { readTable } from "./read-table.ts";

/** The columns that become PartitionKey and RowKey, null if no two can. */
function keysOf(text: string): [partition: string | undefined, row: string | undefined] | null {
  const file = readTable(text);
  const columns = [...proposeColumns(file), ...madeColumns(file)];
  if (!proposeKeys(file, columns)) return null;
  const named = (role: string) => columns.find((c) => c.role === role)?.name;
  return [named("partition"), named("row")];
}

test("a column that repeats becomes the PartitionKey, one that tells its rows apart the RowKey", () => {
  assert.deepEqual(keysOf("device,at,celsius\nd1,10:04,21\nd1,10:05,18\nd2,10:04,20\nd2,10:05,20\n"), ["device", "at"]);
});

test("a column with the name of a key goes before others that are unique", () => {
  assert.deepEqual(keysOf("city,mail,customerId\nB,a@x,1\nB,b@x,2\nC,c@x,3\nC,d@x,4\n"), ["city", "customerId"]);
});

test("keys that the file names are taken", () => {
  assert.deepEqual(keysOf("a,RowKey,PartitionKey\n1,x,p\n1,x,p\n"), ["PartitionKey", "RowKey"]);
});

test("a column with gaps, or with characters that a key may not have, is no key", () => {
  assert.deepEqual(keysOf("city,path,id\nB,a/b,1\nB,c/d,2\nC,,3\nC,e,4\n"), ["city", "id"]);
});

test("nothing is proposed where a column is unique and nothing repeats", () => {
  assert.equal(keysOf("id,name\n1,a\n2,b\n3,c\n"), null);
});

test("where no column can be a key, it is one text for all rows, and the number of the row", () => {
  assert.deepEqual(keysOf("fruit\napple\npear\n"), ["(text)", "(number)"]);
  assert.deepEqual(keysOf("fruit\napple\napple\n"), ["(text)", "(number)"]);
  assert.deepEqual(keysOf("city,kind\nB,x\nB,x\nC,x\nC,x\n"), ["city", "(number)"]);
  assert.deepEqual(keysOf("PartitionKey,n\na,1\na,1\n"), ["PartitionKey", "(number)"]);
});

test("what changes in the life of a row is the last to become its PartitionKey", () => {
  const orders = (rows: string) => keysOf(`Order Id,Paid (ja/nein),Date,Total,Customer Name\n${rows}`);
  assert.deepEqual(orders("1,ja,1.1.2024,5,Ann\n2,nein,1.1.2024,5,Ann\n3,ja,2.1.2024,7,Bob\n4,ja,2.1.2024,7,Bob\n"), [
    "Customer Name",
    "Order Id",
  ]);
  const of = (head: string) => keysOf(`${head},no\nyes,a,1\nyes,a,2\nno,b,3\nno,b,4\nno,c,5\nyes,c,6\n`)?.[0];
  assert.deepEqual([of("paid,kind"), of("userName,kind"), of("active,userId")], ["kind", "kind", "userId"]);
  assert.equal(keysOf("paid,id\nyes,1\nyes,2\nno,3\nno,4\n")?.[0], "paid");
  assert.equal(keysOf("id,paid,customer\n1,yes,Ann\n2,no,Bo\n3,yes,Ann\n4,yes,Cy\n")?.[0], "customer", "of four rows");
});
