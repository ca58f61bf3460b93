import assert from "node:assert/strict";
import { test } from "node:test";
import { cured } from "./cure.ts";
import { LOST } from "./fixture.ts";

const at = (lines: readonly number[]) => LOST.map((s, i) => ({ ...s, line: lines[i] ?? 0 }));

const SCRIPT = `### Ann reads
# @client Ann
# @name seats
GET {{table}}/Box(PartitionKey='show',RowKey='friday')

### Ben reads
# @client Ben
GET {{table}}/Box(PartitionKey='show',RowKey='friday')

### Ben writes
# @client Ben
PUT {{table}}/Box(PartitionKey='show',RowKey='friday')
If-Match: *

{ "Left": 9 }

### Ann writes
# @client Ann
PUT {{table}}/Box(PartitionKey='show',RowKey='friday')

{ "Left": 9 }
`;

test("writes get the ETag of the reading that they go by, and readings a name", () => {
  const text = cured(SCRIPT, at([4, 8, 12, 19])) ?? "";
  assert.deepEqual(
    text.split("\n").filter((l) => /If-Match|@name/.test(l)),
    [
      "# @name seats",
      "# @name read8",
      "If-Match: {{read8.response.headers.ETag}}",
      "If-Match: {{seats.response.headers.ETag}}",
    ],
  );
  assert.match(text, /# @client Ben\n# @name read8\nGET/);
  assert.match(text, /RowKey='friday'\)\nIf-Match: \{\{seats\.response\.headers\.ETag\}\}\n\n\{ "Left": 9 \}/);
});

test("a write with a condition of its own is left as it is", () => {
  const steps = at([4, 8, 12, 19]).map((s) => (s.writes.length ? { ...s, condition: "etag" as const } : s));
  assert.equal(cured(SCRIPT, steps), null);
});
