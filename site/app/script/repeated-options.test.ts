import assert from "node:assert/strict";
import { test } from "node:test";
import { repeatedOption } from "./repeated-options.ts";

const meant = (script: string, line = 1) => {
  const found = repeatedOption(script, line);
  return found?.meant && script.slice(0, found.at) + found.meant + script.slice(found.at + found.text.length);
};

test("an option that is written twice is one option with both", () => {
  for (const [written, want] of [
    [
      "GET {{table}}/E()?$filter=PartitionKey eq 'Sales'&$filter=LastName eq 'Smith'",
      "GET {{table}}/E()?$filter=PartitionKey eq 'Sales' and LastName eq 'Smith'",
    ],
    [
      "GET /E()?$top=2&$filter=a eq 1 or b eq 2&$select=a&$filter=c eq 3 HTTP/1.1",
      "GET /E()?$top=2&$filter=(a eq 1 or b eq 2) and c eq 3&$select=a HTTP/1.1",
    ],
    ["GET /E()?$filter=a eq 1&$filter=b = 'x'", "GET /E()?$filter=a eq 1 and b eq 'x'"],
    [
      "GET /E()\n    ?$filter=a eq 1\n    &$filter=b eq 2\n    &$select=a\n\n# x",
      "GET /E()\n    ?$filter=a eq 1 and b eq 2\n    &$select=a\n\n# x",
    ],
    ["GET /E()?$select=a,b&$select=b, c", "GET /E()?$select=a,b,c"],
  ] as const)
    assert.equal(meant(written), want);
});

test("what has no one meaning is named only, and one of each is left alone", () => {
  for (const [written, name] of [
    ["GET /E()?$top=5&$top=10", "$top"],
    ["GET /E()?$filter=a%20eq%201&$filter=b%20eq%202", "$filter"],
  ] as const)
    assert.deepEqual([repeatedOption(written, 1)?.name, meant(written)], [name, ""], written);
  for (const written of [
    "GET /E()?$filter=a eq 1&$select=a&$top=2",
    "GET /E()?$filter=a eq 'x&$filter=b'",
    "GET /E()?timeout=3&timeout=4",
    "GET /E()",
  ])
    assert.equal(repeatedOption(written, 1), null, written);
});
