import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../engine/types.ts";
import { nextBlock } from "./next-page.ts";

test("the next page is asked for with the tokens of the last one, and no others (row 21)", () => {
  const url = "http://127.0.0.1:10002/devstoreaccount1/T()?$filter=Age%20ge%201&NextPartitionKey=old&NextRowKey=old";
  const headers = [
    ["Content-Type", "x"],
    ["x-ms-continuation-NextPartitionKey", "1!8!U2FsZXM-"],
    ["x-ms-continuation-NextRowKey", "1!8!M=&"],
  ];
  const x = { wire: [{ request: { url }, response: { headers } }], client: "bob" } as unknown as Exchange;
  assert.equal(
    nextBlock(x, "Next"),
    `### Next
# @client bob
GET {{table}}/T()
    ?$filter=Age%20ge%201
    &NextPartitionKey=1!8!U2FsZXM-
    &NextRowKey=1!8!M%3D%26`,
  );
});
