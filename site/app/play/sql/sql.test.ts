import assert from "node:assert/strict";
import { test } from "node:test";
import { translate } from "./sql.ts";
import { statementsOf } from "./sql-places.ts";

const NONE = new Map();
const READINGS = new Map([["Readings", { partition: "device", row: "at" }]]);
const request = (sql: string, keys = NONE) => translate(sql, keys)?.request;

test("CREATE TABLE is a request, and its primary key becomes the two keys", () => {
  const found = translate(
    "CREATE TABLE Readings (device TEXT, at TIMESTAMP NOT NULL, celsius NUMERIC(4,1), PRIMARY KEY (device, at));",
    NONE,
  );
  assert.equal(found?.request, 'POST {{table}}/Tables\nContent-Type: application/json\n\n{ "TableName": "Readings" }');
  assert.deepEqual(found?.columns, [
    ["device", "PartitionKey"],
    ["at", "RowKey"],
    ["celsius", "property"],
  ]);
  assert.deepEqual(found?.gaps, []);
  assert.deepEqual(translate("create table t (id int primary key, name text)", NONE)?.gaps, ["keys"]);
});

test("SELECT is a query; columns of the primary key become keys", () => {
  assert.equal(
    request("SELECT celsius FROM Readings WHERE device = 'dev-0001' AND at >= '2026-11-22T09' LIMIT 10", READINGS),
    "GET {{table}}/Readings()\n    ?$filter=PartitionKey eq 'dev-0001' and RowKey ge '2026-11-22T09'\n    &$select=celsius\n    &$top=10",
  );
  assert.equal(request("select * from Orders"), "GET {{table}}/Orders()");
  assert.equal(
    request("SELECT * FROM R WHERE NOT (a = 1 OR b <> 'it''s') AND c BETWEEN 2 AND 3"),
    "GET {{table}}/R()\n    ?$filter=not ((a eq 1 or b ne 'it''s')) and c ge 2 and c le 3",
  );
  assert.equal(request("SELECT * FROM R WHERE a IN (1, 2)"), "GET {{table}}/R()\n    ?$filter=(a eq 1 or a eq 2)");
  assert.equal(
    request("SELECT * FROM Readings WHERE device = 7", READINGS),
    "GET {{table}}/Readings()\n    ?$filter=PartitionKey eq '7'",
  );
});

test("a text that begins so is a range", () => {
  assert.deepEqual(translate("SELECT * FROM R WHERE RowKey LIKE 'empid_%'", NONE)?.gaps, ["like", "nokey"]);
  assert.equal(
    request("SELECT * FROM R WHERE RowKey LIKE 'email-%'"),
    "GET {{table}}/R()\n    ?$filter=RowKey ge 'email-' and RowKey lt 'email.'",
  );
});

test("what has no counterpart is named", () => {
  const gaps = (sql: string) => translate(sql, READINGS)?.gaps.sort();
  assert.deepEqual(gaps("SELECT * FROM Readings WHERE device = 'a' ORDER BY at DESC"), ["order"]);
  assert.deepEqual(gaps("SELECT * FROM Readings WHERE device = 'a' ORDER BY at"), []);
  assert.deepEqual(gaps("SELECT COUNT(*) FROM Readings WHERE device = 'a'"), ["group"]);
  assert.deepEqual(gaps("SELECT * FROM Readings r JOIN Devices d ON r.device = d.id"), ["join", "nokey"]);
  assert.deepEqual(gaps("SELECT * FROM Readings WHERE celsius > 20"), ["nokey"]);
  assert.deepEqual(gaps("SELECT * FROM Readings WHERE device = 'a' AND x IS NULL"), ["null"]);
});

test("a statement that no request stands for says what there is instead", () => {
  const gaps = (sql: string) => translate(sql, NONE)?.gaps;
  for (const sql of ["BEGIN", "begin transaction;", "START TRANSACTION", "COMMIT;", "ROLLBACK"])
    assert.deepEqual(gaps(sql), ["transaction"], sql);
  assert.deepEqual(gaps("ALTER TABLE Readings ADD celsius INT"), ["columns"]);
  assert.deepEqual(gaps("CREATE UNIQUE INDEX i ON Readings (celsius)"), ["index"]);
  assert.deepEqual(gaps("TRUNCATE TABLE Readings"), ["truncate"]);
  const text = "BEGIN\nUPDATE R SET a = 1 WHERE PartitionKey = 'p' AND RowKey = 'r'\nCOMMIT;\n\nBEGIN with a title";
  assert.deepEqual(
    statementsOf(text).map((s) => s.firstLine),
    [1, 2, 3],
  );
});

test("one entity is changed and deleted by both keys", () => {
  assert.equal(
    request("UPDATE Readings SET celsius = -2.5 WHERE device = 'a' AND at = '9'", READINGS),
    "PATCH {{table}}/Readings(PartitionKey='a',RowKey='9')\nIf-Match: *\nContent-Type: application/json\n\n{ \"celsius\": -2.5 }",
  );
  assert.equal(
    request("DELETE FROM Readings WHERE at = '9' AND device = 'a'", READINGS),
    "DELETE {{table}}/Readings(PartitionKey='a',RowKey='9')\nIf-Match: *",
  );
  assert.deepEqual(translate("DELETE FROM Readings WHERE celsius > 1", READINGS)?.gaps, ["keys"]);
});

test("INSERT brings its keys as texts", () => {
  assert.equal(
    request("INSERT INTO Readings (device, at, celsius, ok) VALUES (7, '9', 21.4, TRUE)", READINGS),
    'POST {{table}}/Readings\nContent-Type: application/json\n\n{ "PartitionKey": "7", "RowKey": "9", "celsius": 21.4, "ok": true }',
  );
});

test("a statement below a request is found unless it may be a body", () => {
  const found = (text: string) => statementsOf(text).map((s) => [s.firstLine, s.below]);
  const sql = "SELECT * FROM Readings";
  assert.deepEqual(found(`${sql}\n${sql}`), [
    [1, false],
    [2, false],
  ]);
  assert.deepEqual(found(`GET {{table}}/Readings()\n    ?$top=1\n\n${sql}`), [[4, true]]);
  assert.deepEqual(found(`POST {{table}}/Readings\n\n{ "RowKey": "1" }\n\n${sql}`), [[5, true]]);
  assert.deepEqual(found(`PUT {{blob}}/a/b.txt\n\n${sql}`), []);
  assert.deepEqual(found(`GET {{table}}/Readings()\n\n# ${sql}`), []);
});

test("statements are found where requests stand, and not in bodies or comments", () => {
  const text = [
    "CREATE TABLE Readings (",
    "  device TEXT, at TEXT,",
    "  PRIMARY KEY (device, at)",
    ");",
    "# SELECT * FROM no",
    "SELECT * FROM Readings WHERE device = 'a'",
    "",
    "### A request",
    "POST {{table}}/Readings",
    "",
    "SELECT * FROM body",
    "### Another",
    "DELETE {{table}}/Readings(PartitionKey='a',RowKey='1')",
  ].join("\n");
  const found = statementsOf(text);
  assert.deepEqual(
    found.map((s) => [s.firstLine, s.lastLine]),
    [
      [1, 4],
      [6, 6],
    ],
  );
  assert.equal(text.slice(found[1]?.from, found[1]?.to), "SELECT * FROM Readings WHERE device = 'a'");
  assert.match(found[1]?.translation.request ?? "", /PartitionKey eq 'a'/);
});
