import assert from "node:assert/strict";
import { test } from "node:test";
import { proposeColumns } from "./columns.ts";
import { proposeKeys } from "./propose-keys.ts";
import { readTable } from "./read-table.ts";

/** The columns that become PartitionKey and RowKey, null if no two can. */
function keysOf(text: string): [partition: string | undefined, row: string | undefined] | null {
  const file = readTable(text);
  const columns = proposeColumns(file);
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

test("nothing is proposed where nothing repeats, or no two columns tell the rows apart", () => {
  assert.equal(keysOf("id,name\n1,a\n2,b\n3,c\n"), null);
  assert.equal(keysOf("city,kind\nB,x\nB,x\nC,x\nC,x\n"), null);
});
