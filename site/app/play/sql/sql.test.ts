import assert from "node:assert/strict";
import { test } from "node:test";
import { translate } from "./sql.ts";
import { commented, statementsOf } from "./sql-places.ts";
import { MOST_ROWS } from "./sql-write.ts";

const NONE = new Map();
const READINGS = new Map([["readings", { partition: "device", row: "at" }]]);
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
  assert.equal(
    request("SELECT * FROM R WHERE RowKey LIKE 'empid_%'"),
    "GET {{table}}/R()\n    ?$filter=RowKey ge 'empid_' and RowKey lt 'empid`'",
    "keys have _ between their parts",
  );
  assert.equal(
    request("SELECT * FROM R WHERE RowKey LIKE 'email-%'"),
    "GET {{table}}/R()\n    ?$filter=RowKey ge 'email-' and RowKey lt 'email.'",
  );
  const filter = (condition: string) => request(`SELECT * FROM R WHERE ${condition}`)?.split("$filter=")[1];
  assert.equal(filter("a LIKE '[B-E]%'"), "a ge 'B' and a lt 'F'");
  assert.equal(filter("a LIKE 'Mc[DG-L]%'"), "((a ge 'McD' and a lt 'McE') or (a ge 'McG' and a lt 'McM'))");
  assert.equal(filter("a LIKE 'Jones'"), "a eq 'Jones'");
  assert.equal(
    filter("b = 1 AND a LIKE 'A%' OR a LIKE 'and %' OR b = 2"),
    "(b eq 1 and a ge 'A' and a lt 'B') or (a ge 'and ' and a lt 'and!') or b eq 2",
  );
  for (const pattern of ["[^B]%", "[E-B]%", "[B-E]", "[]%", "a[b]c%"])
    assert.deepEqual(translate(`SELECT * FROM R WHERE a LIKE '${pattern}'`, NONE)?.gaps, ["like", "nokey"], pattern);
});

test("what has no counterpart is named", () => {
  const gaps = (sql: string) => translate(sql, READINGS)?.gaps.sort();
  assert.deepEqual(gaps("SELECT * FROM Readings WHERE device = 'a' ORDER BY at DESC"), ["order"]);
  assert.deepEqual(gaps("SELECT * FROM Readings WHERE device = 'a' ORDER BY at"), []);
  assert.deepEqual(gaps("SELECT COUNT(*) FROM Readings WHERE device = 'a'"), ["group"]);
  assert.deepEqual(gaps("SELECT * FROM Readings r JOIN Devices d ON r.device = d.id"), ["join"]);
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
  assert.deepEqual(translate("DELETE FROM Readings;", READINGS)?.gaps, ["truncate"]);
  for (const where of [
    " LIMIT 5",
    " WHERE celsius > 1",
    " WHERE device = 'a'",
    " WHERE device = 'a' AND at = '9' OR celsius > 1",
  ])
    assert.deepEqual(
      [request(`DELETE FROM Readings${where}`, READINGS), translate(`DELETE FROM Readings${where}`, READINGS)?.gaps],
      ["", ["write"]],
      where,
    );
});

test("INSERT brings its keys as texts", () => {
  assert.equal(
    request("INSERT INTO Readings (device, at, celsius, ok) VALUES (7, '9', 21.4, TRUE)", READINGS),
    'POST {{table}}/Readings\nContent-Type: application/json\n\n{ "PartitionKey": "7", "RowKey": "9", "celsius": 21.4, "ok": true }',
  );
});

test("a further condition and a computed value are a read, then a write with the ETag that was read", () => {
  const address = "{{table}}/Readings(PartitionKey='a',RowKey='9')";
  const read = `# @name read\nGET ${address}\n\n###\n`;
  const head = "If-Match: {{read.response.headers.ETag}}";
  const json = "Content-Type: application/json\n\n";
  const where = "WHERE device = 'a' AND at = '9'";
  const found = (sql: string) => {
    const { request, gaps } = translate(sql, READINGS) ?? {};
    return [request, gaps];
  };
  assert.deepEqual(found(`UPDATE Readings SET ok = TRUE ${where} AND version = 1`), [
    `${read}PATCH ${address}\n${head}\n${json}{ "ok": true }`,
    ["condition"],
  ]);
  assert.deepEqual(found(`UPDATE Readings SET celsius = celsius + 1, ok = TRUE ${where}`), [
    `${read}PATCH ${address}\n${head}\n${json}{ "celsius": …, "ok": true }`,
    ["compute"],
  ]);
  assert.deepEqual(found(`UPDATE Readings SET ok = COALESCE(ok, TRUE) ${where}`)[1], ["compute"]);
  assert.deepEqual(found(`DELETE FROM Readings ${where} AND ok IS NULL`), [
    `${read}DELETE ${address}\n${head}`,
    ["condition"],
  ]);
  const [again] = statementsOf(
    `# @name read\nGET {{table}}/T()\n\n###\nDELETE FROM T WHERE PartitionKey = 'p' AND RowKey = 'r' AND a = 1`,
  );
  assert.match(again?.translation.request ?? "", /^# @name read2\n[\s\S]*\{\{read2\.response/);
});

test("an INSERT is one request for each of its rows, or says that there are too many", () => {
  const rows = (n: number) => Array.from({ length: n }, (_, i) => `('p', 'r${i}')`).join(", ");
  const found = (n: number) => translate(`INSERT INTO T (PartitionKey, RowKey) VALUES ${rows(n)};`, NONE);
  assert.equal(
    found(2)?.request,
    [
      'POST {{table}}/T\nContent-Type: application/json\n\n{ "PartitionKey": "p", "RowKey": "r0" }',
      '### T 2\nPOST {{table}}/T\nContent-Type: application/json\n\n{ "PartitionKey": "p", "RowKey": "r1" }',
    ].join("\n\n"),
  );
  assert.equal(found(MOST_ROWS)?.request.match(/^POST/gm)?.length, MOST_ROWS);
  assert.deepEqual([found(MOST_ROWS + 1)?.request, found(MOST_ROWS + 1)?.gaps], ["", ["rows"]]);
  const [long] = statementsOf(`INSERT INTO T (PartitionKey, RowKey) VALUES ${rows(1000)}`);
  assert.deepEqual([long?.translation.request, long?.translation.gaps], ["", ["rows"]]);
});

test("an INSERT that is no list of named values says what there is instead", () => {
  const gaps = (sql: string) => translate(sql, NONE)?.gaps;
  assert.deepEqual(gaps("INSERT INTO T SELECT * FROM U"), ["copy"]);
  assert.deepEqual(gaps("INSERT INTO T (a, b) SELECT a, b FROM U"), ["copy"]);
  assert.deepEqual(gaps("INSERT INTO T VALUES (1, 2)"), ["names"]);
  const upsert = "INSERT INTO T (PartitionKey, RowKey) VALUES ('p', 'r') ON CONFLICT DO NOTHING";
  assert.deepEqual(gaps(upsert), ["conflict"]);
});

test("NULL is a property that is not there", () => {
  const insert = (values: string) => request(`INSERT INTO T (PartitionKey, RowKey, a) VALUES (${values})`);
  assert.match(insert("'p', 'r', NULL") ?? "", /"RowKey": "r", "a": null \}$/);
  assert.deepEqual(translate("INSERT INTO T (PartitionKey, RowKey) VALUES ('p', NULL)", NONE).gaps, ["nullkey"]);
  const update = translate("UPDATE T SET a = NULL WHERE PartitionKey = 'p' AND RowKey = 'r'", NONE);
  assert.deepEqual([update?.request, update?.gaps], ["", ["unset"]]);
});

test("comments of a statement stay comments", () => {
  const [found] = statementsOf("INSERT INTO T (PartitionKey, RowKey) -- the first\nVALUES ('p', 'a--b'); -- of two");
  assert.equal(found?.comments, "# the first\n# of two\n");
});

test("several statements on a line are several requests, all of them or none", () => {
  const one = "DELETE FROM Readings WHERE device = 'a' AND at = '9'";
  assert.equal(
    request(`${one}; DROP TABLE T;`, READINGS),
    `${request(one, READINGS)}\n\n###\n${request("DROP TABLE T")}`,
  );
  for (const other of ["TRUNCATE TABLE T", "GRANT ALL", "DELETE FROM T"]) {
    const found = translate(`${one}; ${other}`, READINGS);
    assert.deepEqual([found?.request, found?.gaps.includes("several")], ["", true], other);
  }
  const [create] = statementsOf("CREATE TABLE T (a INT, b INT, PRIMARY KEY (a, b)); SELECT * FROM T WHERE a = 1;");
  assert.match(create?.translation.request ?? "", /\n\n###\nGET [\s\S]*PartitionKey eq '1'$/);
});

test("no part of a statement is left out in silence", () => {
  const silent = ["nokey", "keys", "autokey"];
  const statements = [
    "CREATE TABLE T (a INT, b INT, PRIMARY KEY (a, b))",
    "CREATE TABLE T",
    "DROP TABLE T",
    "INSERT INTO T (PartitionKey, RowKey) VALUES ('p', 'r')",
    "INSERT INTO T (PartitionKey, RowKey) VALUES ('p', 'r'), ('p', 's')",
    "SELECT * FROM T t",
    "SELECT a FROM T AS t WHERE t.a = 1",
    "SELECT a FROM T WHERE PartitionKey = 'p' ORDER BY PartitionKey LIMIT 3",
    "UPDATE T SET a = 1 WHERE PartitionKey = 'p' AND RowKey = 'r'",
    "DELETE FROM T WHERE PartitionKey = 'p' AND RowKey = 'r'",
  ];
  const more = [
    ...["RETURNING id", "ON CONFLICT DO NOTHING", "ON DUPLICATE KEY UPDATE a = 2", "UNION SELECT * FROM U WHERE a = 2"],
    ...["FOR UPDATE", "FETCH FIRST 3 ROWS ONLY", "AS SELECT * FROM U", "CASCADE", "USING U", "+ 1", ", U", "AND a = 2"],
    ...[
      "AND a IS NULL",
      "OR a = 1",
      "INNER JOIN U ON T.a = U.a",
      "GROUP BY a LIMIT 1",
      "WITHOUT ROWID",
      "; DELETE FROM U",
    ],
    ...["OFFSET 3", "HAVING COUNT(*) > 1", "VALUES ('p', 't')", ") x", "'text'", "; whatever"],
  ];
  const without = /^(?:AND|OR|GROUP|FETCH) |^AS SELECT/; // which belong to some statements, and are a request of them
  for (const statement of statements) {
    const whole = translate(statement, NONE);
    for (const part of more) {
      const found = translate(`${statement} ${part}`, NONE);
      const said = found?.gaps.some((gap) => !silent.includes(gap)) ?? false;
      const read = without.test(part) && !!found && found.request !== whole?.request;
      assert.equal(!found?.request || said || read, true, `${statement} ${part}: ${JSON.stringify(found)}`);
    }
  }
  assert.equal(translate("DROP TABLE T CASCADE", NONE)?.unread, "CASCADE");
  assert.deepEqual(translate("SELECT COUNT(*) FROM T t WHERE a = 1 LIMIT 3", NONE)?.request.split("\n    "), [
    "GET {{table}}/T()",
    "?$filter=a eq 1",
    "&$top=3",
  ]);
  assert.deepEqual(translate("CREATE TABLE T (a INT UNIQUE, b INT, PRIMARY KEY (a, b))", NONE)?.gaps, ["rules"]);
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

test("statements of other databases, and the address of a table as its name, are read as well", () => {
  const gapsOf = (text: string) => statementsOf(text).flatMap((s) => s.translation.gaps);
  assert.equal(statementsOf("INSERT R (PartitionKey, RowKey) VALUES ('a', 'b')")[0]?.translation.request.length, 87);
  assert.deepEqual(gapsOf("MERGE INTO R USING S ON R.a = S.a"), ["conflict"]);
  assert.deepEqual(gapsOf("DESCRIBE R"), ["columns"]);
  assert.deepEqual(gapsOf("DELETE R WHERE a = 1"), ["write"]);
  assert.deepEqual(gapsOf("DELETE {{table}}/R(PartitionKey='a',RowKey='b')"), []);
  assert.equal(
    statementsOf("SELECT * FROM {{table}}/R WHERE a = 1")[0]?.translation.request,
    "GET {{table}}/R()\n    ?$filter=a eq 1",
  );
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

test("what CREATE TABLE says of the keys is true of every statement of the script", () => {
  const found = (text: string) => statementsOf(text).map((s) => s.translation);
  const create = "create table orders (\n  ID int primary key,\n  item text);";
  const insert = "INSERT INTO Orders (id, item) VALUES (7, 'Lamp');\nSELECT * FROM ORDERS WHERE Id = 7;";
  const later = (text: string) =>
    found(text)
      .slice(-2)
      .map((t) => [t.request, t.gaps]);
  const wanted = [
    [
      'POST {{table}}/Orders\nContent-Type: application/json\n\n{ "PartitionKey": "", "RowKey": "7", "item": "Lamp" }',
      ["keys"],
    ],
    ["GET {{table}}/ORDERS()\n    ?$filter=RowKey eq '7'", ["nokey"]],
  ];
  assert.deepEqual(found(create)[0]?.columns, [
    ["ID", "RowKey"],
    ["item", "property"],
  ]);
  assert.deepEqual(later(`${create}\n${insert}`), wanted);
  const post = 'POST {{table}}/Tables\n\n{ "TableName": "orders" }\n\n###';
  assert.deepEqual(later(`${commented(create)}\n${post}\n${insert}`), wanted, "when it has been replaced");
  assert.deepEqual(later(`${commented(create)}\n### Title\n${post}\n${insert}`), wanted);
  assert.deepEqual(found("CREATE TABLE T (PartitionKey TEXT, RowKey TEXT, a INT)")[0]?.columns, [
    ["PartitionKey", "PartitionKey"],
    ["RowKey", "RowKey"],
    ["a", "property"],
  ]);
});

test("a function as a value is what a script has for it, or is left open", () => {
  const json = (sql: string) => /\{ .* \}$/.exec(request(sql) ?? "")?.[0];
  const gaps = (sql: string) => translate(sql, NONE)?.gaps;
  const insert = "INSERT INTO T (PartitionKey, RowKey, at) VALUES";
  assert.equal(
    json(`${insert} ('p', UUID(), NOW())`),
    '{ "PartitionKey": "p", "RowKey": "{{$guid}}", "at@odata.type": "Edm.DateTime", "at": "{{$datetime iso8601}}" }',
  );
  assert.deepEqual(gaps(`${insert} ('p', newid(), CURRENT_TIMESTAMP)`), []);
  assert.match(json(`${insert} ('p', 'r', UPPER('x', (1)))`) ?? "", /"at": … \}$/);
  assert.deepEqual(gaps(`${insert} ('p', 'r', NOW(6, 2))`), ["value"]);
  const update = (value: string) =>
    translate(`UPDATE T SET at = ${value} WHERE PartitionKey = 'p' AND RowKey = 'r'`, NONE);
  assert.match(update("GETDATE()")?.request ?? "", /\{ "at@odata.type": "Edm.DateTime", "at": "\{\{\$datetime/);
  assert.deepEqual(
    [update("NOW()")?.gaps, update("NOW() + 1")?.gaps, update("LOWER(at)")?.gaps],
    [[], ["compute"], ["compute"]],
  );
  const select = (where: string) => translate(`SELECT * FROM T WHERE PartitionKey = 'p' AND ${where}`, NONE);
  assert.match(select("at < now()")?.request ?? "", / and at lt datetime'\{\{\$datetime iso8601\}\}'$/);
  assert.deepEqual([select("a = ABS(3)")?.gaps, select("LOWER(a) = 'x' AND b = 1")?.gaps], [["value"], ["call"]]);
  assert.match(select("LOWER(a) = 'x' AND b = 1")?.request ?? "", /'p' and b eq 1$/);
  assert.equal(select("a IN (SELECT b FROM U)")?.request, "");
});

test("the number of rows is $top, whichever way it is said, and never more than the service takes", () => {
  const found = (sql: string) => {
    const { request, gaps } = translate(sql, NONE) ?? {};
    return [/\$top=(.*)/.exec(request ?? "")?.[1] ?? "", gaps];
  };
  const from = "* FROM T WHERE PartitionKey = 'p'";
  assert.deepEqual(found(`SELECT TOP 10 ${from}`), ["10", []]);
  assert.deepEqual(found(`SELECT TOP (10) ${from}`), ["10", []]);
  assert.deepEqual(found(`SELECT ${from} LIMIT 20, 10`), ["10", ["offset"]]);
  assert.deepEqual(found(`SELECT ${from} LIMIT 10 OFFSET 20`), ["10", ["offset"]]);
  assert.deepEqual(found(`SELECT ${from} LIMIT 1000`), ["1000", []]);
  assert.deepEqual(found(`SELECT ${from} LIMIT 5000`), ["", ["most"]]);
  assert.deepEqual(found(`SELECT ${from} LIMIT 5000, 10`), ["10", ["offset"]]);
  assert.deepEqual(found(`SELECT ${from} OFFSET 20 ROWS FETCH NEXT 10 ROWS ONLY`), ["10", ["offset"]]);
  assert.deepEqual(translate(`SELECT ${from} LIMIT x`, NONE).unread, "x");
});

test("an or between keys is said to be no lookup", () => {
  const gaps = (where: string) => translate(`SELECT * FROM T WHERE ${where}`, NONE)?.gaps;
  assert.deepEqual(gaps("PartitionKey = 'p' AND RowKey IN ('a', 'b')"), ["inkeys"]);
  assert.deepEqual(gaps("PartitionKey = 'p' AND RowKey IN ('a') AND b IN (1, 2)"), []);
});

test("what other databases write in their own way is read", () => {
  const filter = (where: string) => /\$filter=(.*)$/.exec(request(`SELECT * FROM T WHERE ${where}`) ?? "")?.[1];
  assert.equal(filter('name = "O\'Neil" AND a == 3'), "name eq 'O''Neil' and a eq 3");
  assert.equal(filter('"name" = "x"'), "name eq 'x'");
  assert.equal(
    filter("name NOT LIKE 'a%' AND b NOT IN (1, 2)"),
    "not (name ge 'a' and name lt 'b') and not ((b eq 1 or b eq 2))",
  );
  for (const parameter of ["?", "@id", ":id", "$1"]) assert.equal(filter(`id = ${parameter}`), "id eq …", parameter);
  assert.deepEqual(translate("SELECT * FROM T WHERE PartitionKey = ?", NONE)?.gaps, ["value"]);
  assert.deepEqual(translate("SELECT * FROM T WHERE PartitionKey = 'p' AND a ILIKE 'x%'", NONE)?.gaps, ["like"]);
  assert.deepEqual(translate("SELECT age a FROM T WHERE PartitionKey = 'p'", NONE)?.gaps, ["alias"]);
  const insert = translate("INSERT INTO T (PartitionKey, RowKey, a) VALUES ('p', ?, DEFAULT)", NONE);
  assert.match(insert?.request ?? "", /"RowKey": …, "a": … \}$/);
  assert.deepEqual(insert?.gaps, ["value"]);
  const written = translate("DELETE FROM T WHERE PartitionKey = 'p' AND RowKey = ?", NONE);
  assert.deepEqual(written?.request.split("\n"), ["DELETE {{table}}/T(PartitionKey='p',RowKey=…)", "If-Match: *"]);
  assert.deepEqual(written?.gaps, ["value"]);
  assert.equal(statementsOf("SHOW TABLES;")[0]?.translation.request, "GET {{table}}/Tables");
});

const PEOPLE = new Map([
  [
    "people",
    {
      ...{ partition: "PartitionKey", row: "RowKey" },
      properties: [
        ...["name String", "email String", "born DateTime", "salary Int32", "active Boolean", "total Int64"],
        ...["rate Double", "ref Guid"],
      ].map((p) => ({ name: p.replace(/ .*/, ""), type: `Edm.${p.replace(/.* /, "")}` })),
      called: (column: string) => ({ dept: "PartitionKey", id: "RowKey" })[column.toLowerCase()] ?? "",
    },
  ],
]);
const people = (where: string) => translate(`SELECT * FROM People WHERE dept = 'IT' AND ${where}`, PEOPLE);
const filterOf = (where: string) => /PartitionKey eq 'IT' and (.*)$/.exec(people(where).request)?.[1] ?? "";

test("a row without a value is asked for by the type of its property", () => {
  assert.equal(filterOf("email IS NULL"), "not (email ge '')");
  assert.equal(filterOf("EMAIL IS NOT NULL"), "email ge ''");
  assert.equal(filterOf("born IS NULL"), "not (born ge datetime'1601-01-01T00:00:00Z')");
  assert.deepEqual(people("born IS NULL").gaps, []);
  assert.equal(filterOf("other IS NULL"), "not (other ge '')");
  assert.deepEqual(people("other IS NULL").gaps, ["null"]);
});

test("a value is written as the type of its property wants it", () => {
  const values = "'IT', 6, 'Fay', '1995-01-01', 5, '7', 3, '0f8fad5b-d9cb-469f-a165-70867728950e'";
  const insert = `INSERT INTO People (dept, id, name, born, salary, total, rate, ref) VALUES (${values})`;
  assert.match(
    translate(insert, PEOPLE).request,
    new RegExp(
      '{ "PartitionKey": "IT", "RowKey": "6", "name": "Fay", "born@odata.type": "Edm.DateTime", ' +
        '"born": "1995-01-01T00:00:00Z", "salary": 5, "total@odata.type": "Edm.Int64", "total": "7", "rate": 3.0, ' +
        '"ref@odata.type": "Edm.Guid", "ref": "0f8fad5b-d9cb-469f-a165-70867728950e" }$',
    ),
  );
  const set = (value: string) =>
    /\{ .*/.exec(translate(`UPDATE People SET ${value} WHERE id = 5 AND dept = 'IT'`, PEOPLE).request)?.[0];
  assert.equal(
    set("born = '1995-01-01 10:30'"),
    '{ "born@odata.type": "Edm.DateTime", "born": "1995-01-01T10:30:00Z" }',
  );
  assert.equal(set("born = 'soon', salary = '7'"), '{ "born": "soon", "salary": 7 }');
  for (const value of ["DATE '1995-01-01'", "TIMESTAMP '1995-01-01 00:00:00'"]) {
    assert.equal(set(`x = ${value}`), '{ "x@odata.type": "Edm.DateTime", "x": "1995-01-01T00:00:00Z" }');
    assert.equal(filterOf(`x >= ${value}`), "x ge datetime'1995-01-01T00:00:00Z'");
  }
  assert.equal(filterOf("born >= '1990-01-01' AND name = 5"), "born ge datetime'1990-01-01T00:00:00Z' and name eq '5'");
});

test("columns of an imported file are the keys and properties that they became", () => {
  assert.equal(
    translate("UPDATE People SET Salary = 1 WHERE dept = 'IT' AND id = 5", PEOPLE).request,
    "PATCH {{table}}/People(PartitionKey='IT',RowKey='5')\nIf-Match: *\nContent-Type: application/json\n\n" +
      '{ "salary": 1 }',
  );
  assert.match(translate("DELETE FROM people WHERE id = 5 AND dept = 'IT'", PEOPLE).request, /^DELETE .*RowKey='5'\)/);
  const declared = "CREATE TABLE People (id INT, k INT, PRIMARY KEY (k, id));";
  const [, found] = statementsOf(`${declared}\nSELECT * FROM People WHERE k = 1 AND born IS NULL`, PEOPLE);
  assert.match(found?.translation.request ?? "", /=PartitionKey eq '1' and not \(born ge datetime'/);
});

test("a CREATE TABLE tells the types of what no row has yet", () => {
  const create = "CREATE TABLE People (k TEXT, id INT, born DATE, big BIGINT, a VARCHAR(9), PRIMARY KEY (k, id));";
  const [, found] = statementsOf(`${create}\nINSERT INTO People (k, id, born, big) VALUES ('x', 1, '1995-01-01', 5);`);
  assert.match(found?.translation.request ?? "", /"born": "1995-01-01T00:00:00Z", "big@odata.type": "Edm.Int64"/);
  const [, other] = statementsOf(`${create}\nSELECT * FROM People WHERE k = 'x' AND born IS NULL AND a = 5`);
  assert.match(other?.translation.request ?? "", /not \(born ge datetime'1601-01-01T00:00:00Z'\) and a eq '5'$/);
});

test("a column that is true is a condition", () => {
  assert.equal(filterOf("active"), "active eq true");
  assert.equal(filterOf("(active OR salary > 5)"), "(active eq true or salary gt 5)");
  assert.equal(filterOf("active IS TRUE AND x IS NOT FALSE"), "active eq true and not (x eq false)");
  assert.equal(
    translate("SELECT * FROM People WHERE NOT active OR salary <> 52000", PEOPLE).request,
    "GET {{table}}/People()\n    ?$filter=not (active eq true) or salary ne 52000",
  );
  assert.deepEqual(people("salary").gaps, ["end"]);
});

test("each text that begins with a verb of SQL is answered", () => {
  const of = (sql: string) => {
    const { request, gaps, unread, meant } = statementsOf(sql, PEOPLE)[0]?.translation ?? {};
    return [request?.replace(/\n */g, ""), gaps, unread, meant ?? ""];
  };
  assert.deepEqual(of("SELECT p.name AS n, salary*12 AS year FROM People p LIMIT 2"), [
    "GET {{table}}/People()?$select=name,salary&$top=2",
    ["alias", "sum"],
    "",
    "",
  ]);
  assert.deepEqual(of("SELECT p.*, 1 FROM People p LIMIT 2"), ["GET {{table}}/People()?$top=2", ["sum"], "", ""]);
  assert.deepEqual(of("EXPLAIN ANALYZE SELECT * FROM People"), [
    "GET {{table}}/People()",
    ["nokey", "explain"],
    "",
    "",
  ]);
  for (const sql of [
    "SELECT * FROM People WHERE salary > (SELECT AVG(salary) FROM People)",
    "SELECT * FROM (SELECT name FROM People) x",
    "WITH x AS (SELECT name FROM People) SELECT * FROM x",
  ])
    assert.deepEqual(of(sql), ["", ["nested"], "", ""], sql);
  for (const [sql, unread, meant] of [
    ["SELECT * FORM People", "FORM", "FROM"],
    ["select name form People", "form", "FROM"],
    ["SELECT * FROM People WERE dept = 'IT'", "WERE", "WHERE"],
    ["SELECT * FROM People WHERE dept = 'IT' ODER BY id", "ODER", "ORDER"],
    ["UPDATE People SETT salary = 1", "SETT", "SET"],
    ["DELETE FROM People WHRE id = 1", "WHRE", "WHERE"],
    ["INSERT INTO People (dept, id) VALUE (1, 2)", "VALUE", "VALUES"],
  ])
    assert.deepEqual(of(sql ?? ""), ["", ["typo"], unread, meant], sql);
  for (const [sql, gap, unread] of [
    ["SELECT * FROM People WHERE name = 'Ann O'Brien'", "quote", "'Ann O''Brien'"],
    ["SELECT * FROM People WHERE name ~ 'A'", "unread", "~ 'A'"],
    ["SELECT * FROM People WHERE salary >", "end", ""],
    ["UPDATE", "end", ""],
    ["INSERT INTO People (dept, id) VALUES (1)", "width", ""],
    ["CREATE VIEW v AS TABLE People", "unread", "CREATE VIEW v AS TABLE People"],
  ])
    assert.deepEqual(of(sql ?? ""), ["", [gap], unread, ""], sql);
  for (const other of [
    "Select all that are open",
    "SELECT {{table}}/T()?$top=2",
    "UPDATE {{table}}/T(PartitionKey='a b')",
  ])
    assert.deepEqual(statementsOf(other), [], other);
});

test("a short name of a table is none of its clauses", () => {
  for (const short of ["p", "ord", "AS frm", "x WHERE a = 1", "grp"])
    assert.match(translate(`SELECT * FROM People ${short}`, NONE).request, /^GET \{\{table\}\}\/People\(\)/);
});

test("the number of rows goes where another order is wanted, and how much is read is said", () => {
  const of = (rest: string) => {
    const { request, gaps } = translate(`SELECT * FROM People ${rest}`, PEOPLE);
    return [request.includes("$top"), gaps];
  };
  assert.deepEqual(of("ORDER BY salary DESC LIMIT 1"), [false, ["order", "ordertop", "nokey"]]);
  assert.deepEqual(of("WHERE dept = 'IT' ORDER BY id DESC LIMIT 1"), [false, ["order", "ordertop"]]);
  assert.deepEqual(of("WHERE dept = 'IT' ORDER BY id LIMIT 1"), [true, []]);
  assert.deepEqual(of("ORDER BY id LIMIT 1"), [false, ["order", "ordertop", "nokey"]]);
  assert.deepEqual(of("LIMIT 2"), [true, []]);
  assert.deepEqual(of("WHERE salary > 5 LIMIT 2"), [true, ["nokeytop"]]);
  for (const where of ["dept NOT IN ('IT')", "dept <> 'IT'", "NOT dept = 'IT'", "dept = 'IT' OR salary = 1"])
    assert.deepEqual(of(`WHERE ${where}`), [false, ["nokey"]], where);
  for (const where of ["dept IN ('IT')", "(dept = 'IT' OR dept > 'X') AND name = ' or '", "salary = 1 AND dept = 'IT'"])
    assert.deepEqual(of(`WHERE ${where}`), [false, []], where);
  assert.deepEqual(translate("SELECT DISTINCT dept FROM People WHERE dept > 'A'", PEOPLE).gaps, ["distinct"]);
});
