import assert from "node:assert/strict";
import { test } from "node:test";
import { joinedByAmpersands, sqlAddress, sqlFilter } from "./sql-address.ts";

const meant = (script: string, line = 1) => {
  const found = sqlAddress(script, line);
  return found?.meant && script.slice(0, found.at) + found.meant + script.slice(found.at + found.text.length);
};

test("clauses of SQL in an address become options", () => {
  for (const [written, want] of [
    ["GET {{table}}/E WHERE PartitionKey = 'Sales'", "GET {{table}}/E()?$filter=PartitionKey eq 'Sales'"],
    [
      "GET {{table}}/E() where Name like 'Jo%' AND Age <> 3 order by Name desc limit 10;",
      "GET {{table}}/E()?$filter=Name ge 'Jo' and Name lt 'Jp' and Age ne 3",
    ],
    [
      "GET {{table}}/E WHERE Age BETWEEN 20 AND 30 HTTP/1.1",
      "GET {{table}}/E()?$filter=Age ge 20 and Age le 30 HTTP/1.1",
    ],
    ["### One\n{{table}}/E WHERE a = 1", "### One\n{{table}}/E()?$filter=a eq 1"],
    ['GET /E WHERE Department = "Sales"', "GET /E()?$filter=Department eq 'Sales'"],
    [
      "GET /E where Dept in ('a', 'b') or not (Age = 3)",
      "GET /E()?$filter=(Dept eq 'a' or Dept eq 'b') or not ((Age eq 3))",
    ],
    [
      "GET {{table}}/E WHERE PartitionKey eq 'a' and Age gt 3",
      "GET {{table}}/E()?$filter=PartitionKey eq 'a' and Age gt 3",
    ],
    ["GET {{table}}/E WHERE PartitionKey = '{{dept}}'", "GET {{table}}/E()?$filter=PartitionKey eq '{{dept}}'"],
    ["GET {{table}}/E ORDER BY Name", "GET {{table}}/E"],
    [
      "GET {{table}}/E()?$filter=a eq 1 order by PartitionKey limit 5&$select=a",
      "GET {{table}}/E()?$filter=a eq 1&$select=a&$top=5",
    ],
    ["GET {{table}}/E()\nWHERE a = 1", "GET {{table}}/E()?$filter=a eq 1"],
    [
      "GET {{table}}/E\n  where a = 1\n  AND b > 2\nORDER BY PartitionKey\nLIMIT 1000;\n\n### Next",
      "GET {{table}}/E()?$filter=a eq 1 and b gt 2&$top=1000\n\n### Next",
    ],
    [
      "GET {{table}}/E()\n    ?$filter=a eq 1\n    &$select=a\nWHERE b = 2\nAccept: x",
      "GET {{table}}/E()\n    ?$filter=a eq 1 and b eq 2\n    &$select=a\nAccept: x",
    ],
    [
      "### One\nGET {{table}}/E\n    ?$filter=a eq 1 or b eq 2\n    &$select=a limit 3\n\n# x",
      "### One\nGET {{table}}/E\n    ?$filter=a eq 1 or b eq 2\n    &$select=a\n    &$top=3\n\n# x",
    ],
  ] as const)
    assert.equal(meant(written, written.startsWith("###") ? 2 : 1), want);
});

test("SQL in a filter is the filter that it means, or is left to its author", () => {
  const of = (filter: string) => sqlFilter(`GET /E()?$filter=${filter}&$top=2`, 1)?.meant ?? "";
  assert.equal(of("Name like '[B-E]%' and Age > 3"), "/E()?$filter=Name ge 'B' and Name lt 'F' and Age gt 3&$top=2");
  assert.equal(of("P eq 'a' and Name like 'B%'"), "/E()?$filter=P eq 'a' and Name ge 'B' and Name lt 'C'&$top=2");
  assert.equal(of("RowKey like 'email_%'"), "/E()?$filter=RowKey ge 'email_' and RowKey lt 'email`'&$top=2");
  for (const filter of ["Name like '%x'", "Age gt 3", "Age + 1 > 3"]) assert.equal(of(filter), "", filter);
});

test("a missing property is asked for by its type, and as a text if no row has it", () => {
  const properties = [{ name: "At", type: "Edm.DateTime" }];
  const of = (where: string) => {
    const found = sqlAddress(`GET /E WHERE ${where}`, 1, properties);
    return [found?.meant, found?.clauses];
  };
  assert.deepEqual(of("Name IS NULL"), ["/E()?$filter=not (Name ge '')", ["where", "null"]]);
  assert.deepEqual(of("At IS NOT NULL"), ["/E()?$filter=At ge datetime'1601-01-01T00:00:00Z'", ["where"]]);
  assert.deepEqual(of("At > '2026-01-31 10:00'"), ["/E()?$filter=At gt datetime'2026-01-31T10:00:00Z'", ["where"]]);
  assert.equal(sqlFilter("GET /E()?$filter=At is null", 1, properties)?.filter, of("At is null")[0]?.slice(13));
});

test("rows in another order than that of the keys are all read, with no $top", () => {
  const of = (rest: string) => {
    const found = sqlAddress(`GET /E WHERE ${rest}`, 1);
    return [found?.meant.split("&")[1] ?? "", found?.clauses.slice(1)];
  };
  assert.deepEqual(of("a = 1 ORDER BY b LIMIT 1"), ["", ["order", "ordertop"]]);
  assert.deepEqual(of("a = 1 ORDER BY RowKey LIMIT 1"), ["", ["order", "ordertop"]]);
  assert.deepEqual(of("PartitionKey = 'a' ORDER BY RowKey LIMIT 1"), ["$top=1", ["order", "limit"]]);
});

test("a clause without a counterpart is named, and nothing is offered", () => {
  for (const [written, ...clauses] of [
    ["GET /E GROUP BY Name HAVING Name > 3", "group"],
    ["GET /E left join F on a = b", "join"],
    ["GET /E LIMIT 10 OFFSET 20", "limit", "offset"],
    ["GET /E WHERE Name LIKE '%x'", "where", "like"],
    ["GET /E LIMIT 5000", "limit", "most"],
    ["GET /E LIMIT 20, 10", "limit", "offset"],
    ["GET /E WHERE LOWER(Name) = 'x'", "where", "call"],
    ["GET /E WHERE a = ABS(3)", "where", "value"],
    ["GET /E WHERE PartitionKey = 'p' AND RowKey IN ('a', 'b')", "where", "inkeys"],
    ["DELETE /E WHERE a = 1", "where"],
    ["GET /E(PartitionKey='a',RowKey='b') WHERE a = 1", "where"],
  ]) {
    const found = sqlAddress(written ?? "", 1);
    assert.deepEqual([found?.clauses, found?.meant], [clauses, ""], written);
  }
});

test("what only looks like SQL is left alone", () => {
  for (const written of [
    "GET {{table}}/Where()",
    "GET /E(PartitionKey='a where b',RowKey='x order by y')",
    "GET /E()?$filter=limit eq 5 and where eq 'b' and order eq 'x limit 3'",
    "GET {{blob}}/notes/where I am limit 5.txt",
    "POST {{queue}}/orders/messages",
  ])
    assert.equal(sqlAddress(written, 1), null, written);
});

test("conditions that && joins are one filter", () => {
  const joined = (written: string) => joinedByAmpersands(written, 1)?.meant;
  assert.equal(
    joined("GET /E()?$filter=PartitionKey = 'a' && Age > 30&$top=3"),
    "/E()?$filter=PartitionKey eq 'a' and Age gt 30&$top=3",
  );
  assert.equal(joined("GET /E()?$filter=a = 'a&&b' && c > 30"), "", "a & in a text ends the filter as well");
  assert.equal(
    joined("GET /E()\n    ?$top=1\n    &$filter=a eq 1&&b eq 2 && c eq 3\n    &$select=a"),
    "/E()\n    ?$top=1\n    &$filter=a eq 1 and b eq 2 and c eq 3\n    &$select=a",
  );
  for (const other of ["GET /E()", "GET /E()?$filter=a eq 'b && c'", "GET /E()?$filter=a eq 1&$top=2"])
    assert.equal(joined(other), undefined, other);
});
