import assert from "node:assert/strict";
import { test } from "node:test";
import { sqlVerb } from "./sql-verbs.ts";

const ONE = "{{table}}/T(PartitionKey='p',RowKey='a b')";

test("a word of SQL in the place of a method has one that does the same", () => {
  for (const [line, verb, meant] of [
    ["SELECT {{table}}/T()?$top=2", "read", "GET {{table}}/T()?$top=2"],
    ["insert {{table}}/T", "insert", "POST {{table}}/T"],
    [`UPSERT ${ONE}`, "upsert", `PUT ${ONE}`],
    [`UPDATE ${ONE}`, "update", `PATCH ${ONE}\nIf-Match: *`],
    [`REMOVE ${ONE}`, "delete", `DELETE ${ONE}\nIf-Match: *`],
    ["DROP {{table}}/T()", "drop", "DELETE {{table}}/Tables('T')"],
  ] as const)
    assert.deepEqual(sqlVerb(`### One\n${line}\n`, 2), { verb, text: line, at: 8, meant }, line);
});

test("what only its author knows is said, and not written", () => {
  for (const [line, verb] of [
    ["UPDATE {{table}}/T", "update"],
    ["UPDATE {{table}}/T SET a = 1 WHERE b = 2", "update"],
    [`INSERT ${ONE}`, "insert"],
    [`DROP ${ONE}`, "drop"],
    ["CREATE {{table}}/T", "create"],
  ])
    assert.deepEqual([sqlVerb(`${line}\n`, 1)?.verb, sqlVerb(`${line}\n`, 1)?.meant], [verb, ""], line);
  for (const line of ["GTE {{table}}/T", "COPY {{table}}/T", "GET {{table}}/T", ""])
    assert.equal(sqlVerb(line, 1), null);
});

test("an If-Match that is there stays the only one", () => {
  const below = 'Content-Type: application/json\nIf-Match: {{read.response.headers.ETag}}\n\n{ "a": 1 }\n';
  assert.equal(sqlVerb(`UPDATE ${ONE}\n${below}`, 1)?.meant, `PATCH ${ONE}`);
});
