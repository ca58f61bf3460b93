import assert from "node:assert/strict";
import { test } from "node:test";
import type { Control } from "../engine/control.ts";
import type { Diagnostic, Exchange, Rec } from "../engine/types.ts";
import { nearest } from "../ui/nearest.ts";
import { repairOf } from "./repairs.ts";
import { blockAbove } from "./units.ts";
import {
  conditionOf,
  createTable,
  filterOf,
  lackedTable,
  missOf,
  mixedIn,
  readAgain,
  refusedOption,
  refusedPiece,
  repeatsOptions,
  selectsSum,
  strayLine,
  undollared,
  versionOf,
  withoutNull,
} from "./ways-on.ts";

const refused = (code: string, record: object, request: object = {}): Exchange =>
  ({ code, record, ops: [], client: "bob", wire: [{ request }] }) as unknown as Exchange;

test("a table that is missing can be made, if it was to be used and could have that name", () => {
  const lacks = (table: string, op = "QueryEntities") => lackedTable(refused("TableNotFound", { table, op }));
  assert.deepEqual([lacks("Orders"), lacks("a b"), lacks("Orders", "DeleteTable")], ["Orders", "", ""]);
  assert.equal(lackedTable(refused("EntityNotFound", { table: "Orders", op: "" })), "");
  assert.match(
    createTable("Orders", "Make it"),
    /^### Make it\nPOST \{\{table\}\}\/Tables\n[\s\S]*"TableName": "Orders" \}\n$/,
  );
});

test("a table that another document has leads there, or can be made here", async () => {
  const gone: string[] = [];
  const edits = {
    ...{ text: () => "GET {{table}}/Pets", remarks: () => [], put: () => undefined, precede: () => undefined },
    replace: () => undefined,
    elsewhere: (table: string) => (table === "Pets" ? { title: "Ways", go: () => void gone.push(table) } : null),
  };
  const control = { tables: async () => [{ name: "Pet" }] } as unknown as Control;
  const of = (table: string) =>
    repairOf(refused("TableNotFound", { table, op: "QueryEntities" }), control, edits, () => undefined);
  const repair = await of("Pets");
  assert.match(repair?.text ?? "", /^There is no table Pets here, .*“Ways” creates/);
  repair?.ways[0]?.go();
  assert.deepEqual([gone, repair?.ways.length], [["Pets"], 2]);
  assert.match((await of("Peta"))?.text ?? "", /Did you mean Pet\?$/);
});

test("an address of another account becomes the one of this page, wherever it is written", async () => {
  const control = { tables: async () => [{ name: "Employees" }] } as unknown as Control;
  const of = async (address: string, before = "") => {
    let text = `${before}GET ${before ? "{{base}}" : address}/Employees(PartitionKey='p',RowKey='r')\n`;
    const edits = {
      ...{ text: () => text, remarks: () => [], put: () => undefined, precede: () => undefined },
      replace: (_: Exchange, from: string, to: string, at = -1) => {
        text = text.slice(0, at) + to + text.slice(at + from.length);
      },
    };
    const url = `${address}/Employees(PartitionKey='p',RowKey='r')`;
    const x = { ...refused("TableNotFound", { table: "Employees", op: "GetEntity" }, { url }), line: before ? 3 : 1 };
    const repair = await repairOf(x, control, edits, () => undefined);
    repair?.ways[0]?.go();
    assert.equal(/Did you mean/.test(repair?.text ?? ""), false);
    return /at \{\{(\w+)\}\}\.$/.test(repair?.text ?? "") ? (text.split("/Employees")[0] ?? "") : "";
  };
  for (const [address, meant] of [
    ["https://myaccount.table.core.windows.net", "{{table}}"],
    ["https://myaccount-secondary.table.core.windows.net:443", "{{table}}"],
    ["https://MYACCOUNT.table.cosmos.azure.com", "{{table}}"],
    ["https://myaccount.queue.core.windows.net", "{{queue}}"],
    ["http://127.0.0.1:10002/myaccount", "{{table}}"],
  ] as const)
    assert.equal(await of(address), `GET ${meant}`);
  const own = ["https://devstoreaccount1.table.core.windows.net", "http://127.0.0.1:10002/devstoreaccount1-secondary"];
  for (const address of own) assert.equal(await of(address), "");
  const base = "https://myaccount.table.core.windows.net";
  assert.equal(await of(base, `@base = ${base}\n\n`), "@base = {{table}}\n\nGET {{base}}");
});

test("a host that is no account becomes the address of this page", async () => {
  for (const host of ["127.0.0.1:8351", "example.com", "[::1]:80"]) {
    const replaced: unknown[] = [];
    const edits = {
      ...{ text: () => `GET http://${host}/devstoreaccount1/T\n`, remarks: () => [], put: () => undefined },
      ...{ precede: () => undefined, replace: (_: Exchange, ...piece: unknown[]) => void replaced.push(...piece) },
    };
    const sentences = [{ code: "host-without-account", params: [`"${host}"`] }];
    const x = { ...refused("", {}), wire: [], line: 1, problem: { line: 1, message: "", sentences } };
    const repair = await repairOf(x as unknown as Exchange, {} as Control, edits, () => undefined);
    repair?.ways[0]?.go();
    assert.deepEqual(replaced, [`http://${host}/devstoreaccount1`, "{{table}}", 4]);
  }
});

test("no table is offered in place of itself", async () => {
  const edits = { text: () => "", remarks: () => [], put: () => undefined, precede: () => undefined };
  const control = { tables: async () => [{ name: "Orders" }] } as unknown as Control;
  const x = refused("TableNotFound", { table: "Orders", op: "QueryEntities" });
  const repair = await repairOf(x, control, { ...edits, replace: () => undefined }, () => undefined);
  assert.deepEqual([repair?.text, repair?.ways.length], ["There is no table Orders here.", 1]);
});

const remark = (...codes: string[]) => ({ sentences: codes.map((code) => ({ code })) }) as unknown as Diagnostic;

test("what the parser says about a filter explains why the service has refused it", () => {
  const wrong = remark("in-filter", "at-character", "filter-functions");
  const remarks = [remark("delete-without-if-match"), remark("in-filter", "filter-without-end"), wrong];
  const of = (code: string, list = remarks) => refusedPiece(refused(code, {}), list);
  assert.deepEqual([of("NotImplemented"), of("InvalidInput")], [wrong, wrong]);
  assert.deepEqual([of("TableNotFound"), of("InvalidInput", remarks.slice(0, 2))], [null, null]);
});

test("what a request lacks explains a refusal that does not say what is wrong", () => {
  const of = (message: string, ...why: string[]) =>
    refusedPiece(
      { ...refused("InvalidInput", {}), message },
      why.map((code) => remark(code)),
    )?.sentences[0]?.code;
  const [none, lack] = ["One of the request inputs is not valid.", "delete-without-if-match"];
  assert.deepEqual(
    [of(none, lack), of(`0:${none}`, lack), of(none, lack, "key-not-text")],
    [lack, lack, "key-not-text"],
  );
  assert.equal(of("The etag value 'x' specified in one of the request headers is not valid.", lack), undefined);
});

test("a header that is missing is written below its request, which is run again", async () => {
  const text = "###\nDELETE {{table}}/T(PartitionKey='p',RowKey='r')\n";
  const at = text.length - 1;
  const missing = {
    ...remark("delete-without-if-match"),
    from: at,
    to: at,
    replacement: "\nIf-Match: *",
    fix: "Insert",
  };
  const replaced: unknown[] = [];
  const edits = {
    ...{ text: () => text, remarks: () => [missing], put: () => undefined, precede: () => undefined },
    replace: (_: Exchange, ...piece: unknown[]) => void replaced.push(...piece),
  };
  const x = { ...refused("InvalidInput", {}), message: "One of the request inputs is not valid." };
  const repair = await repairOf(x, {} as Control, edits, () => undefined);
  repair?.ways[0]?.go();
  const line = text.split("\n")[1];
  assert.deepEqual(replaced, [line, `${line}\nIf-Match: *`, 4]);
});

test("what could not be sent is mended as the parser says, or by the method that a word of SQL means", async () => {
  const replaced: unknown[] = [];
  const of = async (text: string, remarks: Diagnostic[]) => {
    const edits = {
      ...{ text: () => text, remarks: () => remarks, put: () => undefined, precede: () => undefined },
      replace: (_: Exchange, ...piece: unknown[]) => void replaced.push(...piece.splice(0)),
    };
    const x = {
      ...refused("", {}, { url: "" }),
      problem: { line: 2, message: "", sentences: [] },
    } as unknown as Exchange;
    const repair = await repairOf(x, {} as Control, edits, () => undefined);
    repair?.ways[0]?.go();
    return [repair?.line, !!repair?.text, ...replaced.splice(0)];
  };
  const error = (code: string, replacement: string | null) =>
    ({ ...remark(code), severity: "error", line: 2, from: 4, to: 9, replacement, fix: "Insert" }) as Diagnostic;
  assert.deepEqual(await of('###\n{"a"}\n', [error("header-without-colon", '\n{"a"}')]), [
    ...[2, false, '{"a"}', '\n{"a"}', 4],
  ]);
  assert.deepEqual(await of("###\nSELECT /T\n", [error("unknown-method", null)]), [2, true, "SELECT /T", "GET /T", 4]);
  const slash = (text: string) =>
    of(`###\nGET ${text}\n`, [{ ...error("address-without-slash", `/${text}`), from: 8, to: 8 + text.length }]);
  assert.deepEqual(await slash("Orders"), [2, false, "Orders", "/Orders", 8]);
  assert.deepEqual(await slash("Orders WHERE id = 1"), [undefined, false]);
  assert.deepEqual(await of("###\nBREW /T\n", [error("unknown-method", null)]), [undefined, false]);
});

test("what the parser says about the body, a key or a number explains a refusal that can be about it", () => {
  const of = (code: string, why: string) => refusedPiece(refused(code, {}), [remark(why)])?.sentences[0]?.code ?? "";
  for (const why of ["json-broken", "json-last-comma", "key-not-text", "typographic-quote-in-json", "top-out-of-range"])
    assert.deepEqual([of("InvalidInput", why), of("TableNotFound", why), of("OutOfRangeInput", why)], [why, "", ""]);
  assert.deepEqual([of("OutOfRangeInput", "key-character"), of("InvalidInput", "merge-method")], ["key-character", ""]);
  for (const code of ["InvalidInput", "PropertiesNeedValue"])
    assert.equal(of(code, "key-in-other-case"), "key-in-other-case");
});

const asked = (query: string, code = "", record: object = {}): Exchange =>
  refused(code, { table: "T", op: "QueryEntities", returned: 0, ...record }, { url: `http://x/a/T()?${query}` });

test("a name of an imported file leads to the key that its column became", async () => {
  const kept = JSON.stringify({ orders: { customer_id: "PartitionKey" } });
  Object.assign(globalThis, { localStorage: { getItem: () => kept } });
  const term = { name: "customer_id", op: "eq", value: "42", type: "Int32" };
  const control = {
    tables: async () => [{ name: "Orders", properties: [{ name: "Total", type: "Edm.Int32" }] }],
    plan: async () => ({ terms: [term] }),
  } as unknown as Control;
  const replaced: unknown[] = [];
  const text = "GET {{table}}/Orders()?$filter=customer_id eq 42";
  const edits = {
    ...{ text: () => text, remarks: () => [], put: () => undefined, precede: () => undefined },
    replace: (_: Exchange, ...piece: unknown[]) => void replaced.push(...piece),
  };
  const repair = await repairOf(
    asked("$filter=customer_id eq 42", "", { table: "Orders" }),
    control,
    edits,
    () => undefined,
  );
  assert.match(repair?.text ?? "", /^customer_id of the file is PartitionKey in Orders/);
  repair?.ways[0]?.go();
  assert.deepEqual(replaced, ["customer_id eq 42", "PartitionKey eq '42'"]);
});

test("an option that the service does not have, or that lacks its $, is named", () => {
  const odd = "$top=2&$orderby=Total%20desc";
  assert.deepEqual([refusedOption(asked(odd, "NotImplemented")), refusedOption(asked(odd))], ["$orderby", ""]);
  assert.equal(refusedOption(asked("$filter=a%20eq%20b&timeout=3", "NotImplemented")), "");
  const bare = (query: string, record = {}) => undollared(asked(query, "", record));
  assert.deepEqual(bare("filter=A%20eq%201"), { name: "filter", meant: "$filter" });

  test("a sum or a count among the properties that a query wants is found", () => {
    const of = (select: string, code = "InvalidInput") => selectsSum(asked(`$select=${select}`, code));
    assert.deepEqual(
      [of("total,count(*)"), of("SUM(Total)"), of("Count"), of("summary(x")],
      [true, true, false, false],
    );
    assert.equal(of("count(*)", ""), false, "it was answered");
  });
  assert.deepEqual(bare("$filter=A&Limit=3"), { name: "Limit", meant: "$top" });
  assert.deepEqual(bare("orderBy=A"), { name: "orderBy", meant: "" });
  for (const name of ["skip", "page", "sort", "groupBy"]) assert.deepEqual(bare(`${name}=1`), { name, meant: "" });
  assert.deepEqual(bare("id=7"), { name: "id", meant: "" }, "no row has such a property");
  assert.equal(bare("$filter=A&timeout=3&sv=2019-02-02&sig=x&tn=T&spk=a&erk=b&&NextPartitionKey=1"), null);
  assert.equal(bare("top=1", { op: "GetEntity" }), null);
});

test("an answer to the first of two filters says so, and both become one", async () => {
  const text = "GET {{table}}/T()?$filter=A eq 1&$filter=B eq 2";
  const replaced: unknown[] = [];
  const edits = {
    ...{ text: () => text, remarks: () => [], put: () => undefined, precede: () => undefined },
    replace: (_: Exchange, ...piece: unknown[]) => void replaced.push(...piece),
  };
  const twice = "$filter=A%20eq%201&$filter=B%20eq%202";
  const of = (plan: unknown) =>
    repairOf({ ...asked(twice), line: 1 }, { plan: async () => plan } as unknown as Control, edits, () => undefined);
  const repair = await of({});
  repair?.ways[0]?.go();
  assert.equal(repair?.line, 1);
  assert.deepEqual(replaced, [
    ...["{{table}}/T()?$filter=A eq 1&$filter=B eq 2", "{{table}}/T()?$filter=A eq 1 and B eq 2", 4],
  ]);
  assert.deepEqual((await of(null))?.ways, [], "a filter that cannot be read is not offered");
  assert.equal(repeatsOptions(asked(twice, "InvalidInput")), false);
  assert.equal(repeatsOptions(asked("$filter=A%20eq%201&$top=1")), false);
});

const properties = Object.entries({
  ...{ Total: "Double", At: "DateTime", Name: "String", Small: "Int32", Large: "Int64", Paid: "Boolean", Id: "Guid" },
}).map(([name, type]) => ({ name, type: `Edm.${type}` }));
const mixed = properties.map((p) => (p.name === "Name" ? { ...p, others: ["Edm.Int32"] } : p));

test("of a filter that finds nothing, the comparison that no row can match is named", () => {
  const found = (record: object) => filterOf(asked("$filter=A%20eq%201", "", record))?.nothing;
  assert.deepEqual([found({}), found({ returned: 1 }), found({ token: {} })], [true, false, false]);
  assert.deepEqual([filterOf(asked("$top=1")), filterOf(asked("$filter=A", "InvalidInput"))], [null, null]);
  const miss = (name: string, value: string, type: string, nothing = true) => {
    const m = missOf([{ name, op: "eq", value, type }], properties, nothing);
    return m && [m.types.join(), m.literal];
  };
  assert.deepEqual(miss("Total", "10", "String"), ["Double", "10"]);
  assert.deepEqual(miss("Total", "ten", "String"), ["Double", ""]);
  assert.deepEqual(miss("At", "2024-03-01", "String"), ["DateTime", "datetime'2024-03-01T00:00:00Z'"]);
  assert.deepEqual(miss("At", "2024-03-01T12:00:00Z", "String"), ["DateTime", "datetime'2024-03-01T12:00:00Z'"]);
  assert.deepEqual(miss("RowKey", "7", "Int32"), ["String", "'7'"]);
  assert.deepEqual(miss("Large", "3000000000", "String"), ["Int64", "3000000000L"]);
  assert.deepEqual(miss("customer", "Ann", "String"), ["", ""]);
  assert.equal(miss("customer", "Ann", "String", false), null, "where something was found there is another reason");
  assert.equal(missOf([{ name: "customer", op: "eq", value: "", type: "String" }], [], true), null, "an empty table");
});

test("a property of several types is named, whatever a comparison with one of them finds", () => {
  const rows = [{ name: "At", type: "Edm.DateTime", others: ["Edm.String"] }, ...properties.slice(2)];
  const types = (name: string, type: string) => mixedIn([{ name, op: "ge", value: "5", type }], rows)?.types;
  assert.deepEqual([types("At", "String"), types("At", "DateTime")], Array(2).fill(["DateTime", "String"]));
  assert.equal(missOf([{ name: "At", op: "ge", value: "2026-03-04", type: "String" }], rows, false), null);
  assert.deepEqual(
    [types("Large", "Int32"), types("RowKey", "String"), types("none", "String")],
    Array(3).fill(undefined),
  );
});

test("a number of a filter is converted to the type of a property, and a property never is", () => {
  const type = (name: string, literal: string) =>
    missOf([{ name, op: "lt", value: "5", type: literal }], properties, false)?.literal ?? null;
  const types = ["Int32", "Int64", "Double"];
  assert.deepEqual(
    ["Small", "Large", "Total"].map((name) => types.map((literal) => type(name, literal))),
    [
      [null, "5", "5"],
      [null, null, "5"],
      [null, null, null],
    ],
  );
  const whole = (value: string) =>
    missOf([{ name: "Small", op: "lt", value, type: "Double" }], properties, false)?.literal;
  assert.deepEqual([whole("5.0"), whole("5.5")], ["5", ""]);
});

/** What is said of a filter, and the script after its correction. */
async function saidOf(
  filter: string,
  terms: object[],
  { returned = 4, known = properties, hidden = false } = {},
): Promise<{ text: string; line?: number; after: string } | null> {
  const control = {
    tables: async () => [{ name: "T", properties: known }],
    plan: async () => ({ terms }),
  } as unknown as Control;
  let after = "";
  const edits = {
    ...{ text: () => `GET {{table}}/T()?$filter=${filter}`, remarks: () => [], put: () => undefined },
    precede: () => undefined,
    replace: (_: Exchange, from: string, to: string) => {
      after = filter.replace(from, to);
    },
  };
  const x = { ...asked(`$filter=${encodeURIComponent(filter)}`, "", { returned }), line: 1, hidden };
  const repair = await repairOf(x, control, edits, () => undefined);
  repair?.ways[0]?.go();
  return repair && { text: repair.text, ...(repair.line ? { line: repair.line } : {}), after };
}

const NEVER = "so this comparison never matches.";
const ALWAYS = "so this comparison matches every row that has At.";

test("a comparison of different types says what it does, whatever was found", async () => {
  for (const [op, does] of Object.entries({
    ...{ eq: NEVER, gt: NEVER, ge: NEVER, ne: ALWAYS, lt: ALWAYS, le: ALWAYS },
  })) {
    const term = { name: "At", op, value: "2006-01-01", type: "String" };
    const start = "At is of type DateTime here, and the filter compares it with a value of type String,";
    const text = `${start} ${does} Write datetime'2006-01-01T00:00:00Z' instead.`;
    const after = `At ${op} datetime'2006-01-01T00:00:00Z'`;
    const filter = `At ${op} '2006-01-01'`;
    assert.deepEqual(await saidOf(filter, [term]), { text, line: 1, after }, op);
    assert.deepEqual(await saidOf(filter, [term], { returned: 0 }), { text, after }, `${op}, and nothing was found`);
    assert.equal(await saidOf(filter, [term], { hidden: true }), null, "of a script that is not shown");
  }
});

test("of several comparisons the one of different types is named, and its number is replaced whole", async () => {
  const terms = [
    { name: "Name", op: "eq", value: "Ann", type: "String" },
    { name: "nobody", op: "eq", value: "1", type: "Int32" },
    { name: "Small", op: "lt", value: "5", type: "Int64" },
  ];
  const found = await saidOf("Name eq 'Ann' or nobody eq 1 or Small lt 5L", terms);
  assert.match(
    found?.text ?? "",
    /^Small is of type Int32 here, .* value of type Int64, .* has Small\. Write 5 instead\.$/,
  );
  assert.equal(found?.after, "Name eq 'Ann' or nobody eq 1 or Small lt 5");
  const id = "12345678-1234-1234-1234-123456789abc";
  const text = await saidOf(`Name ne guid'${id}'`, [{ name: "Name", op: "ne", value: id, type: "Guid" }]);
  assert.equal(text?.after, `Name ne '${id}'`);
});

test("of a property of several types all are named, and the rows that a comparison passes over", async () => {
  const of = (type: string, value: string, op = "lt") =>
    saidOf(`Name ${op} 5`, [{ name: "Name", op, value, type }], { known: mixed });
  const several = "Name is of several types in this table: String, Int32. This comparison";
  assert.equal((await of("String", "5"))?.text, `${several} matches every row where it is not String.`);
  assert.equal((await of("Int32", "5", "ge"))?.text, `${several} passes over the rows where it is not Int32.`);
  const text = "Name is of type String, Int32 here, and the filter compares it with a value of type Boolean,";
  assert.equal((await of("Boolean", "true"))?.text, `${text} so this comparison matches every row that has Name.`);
});

test("a comparison with null asks for the property, as the types that it has in the table tell", async () => {
  const of = (filter: string) => withoutNull(filter, mixed);
  assert.equal(of("At eq null"), "not (At ge datetime'1601-01-01T00:00:00Z')");
  assert.equal(withoutNull("Phone eq null", [{ name: "Phone", type: "Edm.String" }]), "not (Phone ge '')");
  assert.equal(of("At ne null"), "At ge datetime'1601-01-01T00:00:00Z'");
  assert.equal(of("Total = NULL and Paid is null"), "not (Total ge -INF) and not (Paid ge false)");
  assert.equal(of("Small IS NOT NULL or Large<>null"), "Small ge -2147483648 or Large ge -9223372036854775808L");
  assert.equal(of("Name eq null"), "not (Name ge '' or Name ge -2147483648)");
  assert.equal(of("not Name ne null"), "not (Name ge '' or Name ge -2147483648)");
  assert.equal(of("Id eq null"), "not (Id ge guid'00000000-0000-0000-0000-000000000000')");
  for (const same of ["Name eq 'At eq null'", "nobody eq null", "RowKey eq null", "isnull eq 1", "At eq nullable"])
    assert.equal(of(same), same);
  const text = "GET {{table}}/T()?$filter=Total eq 5 and At is null&$top=3";
  const replaced: unknown[] = [];
  const edits = {
    ...{ text: () => text, put: () => undefined, precede: () => undefined },
    remarks: () => [{ ...remark("in-filter", "at-character", "filter-null"), replacement: null }] as Diagnostic[],
    replace: (_: Exchange, ...piece: unknown[]) => void replaced.push(...piece),
  };
  const control = { tables: async () => [{ name: "T", properties }], plan: async () => ({ terms: [] }) };
  const x = { ...asked("$filter=At%20eq%20null&$top=3", "InvalidInput"), line: 1 };
  const repair = await repairOf(x, control as unknown as Control, edits, () => undefined);
  assert.match(
    repair?.text ?? "",
    /^There is no null: .* Write .*Total eq 5 and not \(At ge datetime'1601-.*&\$top=3 instead\.$/,
  );
  repair?.ways[0]?.go();
  const meant = "{{table}}/T()?$filter=Total eq 5 and not (At ge datetime'1601-01-01T00:00:00Z')&$top=3";
  assert.deepEqual(replaced, ["{{table}}/T()?$filter=Total eq 5 and At is null&$top=3", meant, 4]);
});

const URL = "http://127.0.0.1:10002/devstoreaccount1/T(PartitionKey='O''Neil',RowKey='a%20b')?timeout=3";
const ETAG = "W/\"datetime'2026-11-20T10%3A00%3A00.0000001Z'\"";
const late = refused("UpdateConditionNotSatisfied", {}, { url: URL, headers: [["If-Match", ETAG]] });
const condition = conditionOf(late) ?? { table: "", key: { partition: "", row: "" }, etag: "", path: "" };

test("the entity of a refused condition is read again, below a name that is free", () => {
  assert.deepEqual(condition.key, { partition: "O'Neil", row: "a b" });
  const words = { title: "Read", how: (header: string) => `Now ${header}` };
  const block = readAgain(condition, "bob", "### x\n# @name again\nGET y", words);
  assert.equal(
    block,
    `### Read
# Now If-Match: {{again2.response.headers.ETag}}
# @client bob
# @name again2
GET {{table}}/T(PartitionKey='O''Neil',RowKey='a%20b')
`,
  );
  assert.equal(readAgain(condition, "bob", `# @name again\n\n${block}`, words), block, "it is there already");
});

test("the version of an ETag is what a write has made or replaced", () => {
  const at = (Timestamp: string, N: number) => ({ Timestamp, N });
  const [old, now] = [at("2026-11-20T10:00:00.0000001Z", 1), at("2026-11-20T10:00:01.0000001Z", 2)];
  const change = (row: string) => ({
    kind: "merge",
    table: "t",
    key: { partition: "O'Neil", row },
    before: old,
    after: now,
  });
  const records = (row: string) => [{ changes: [change(row)] }] as unknown as Rec[];
  assert.deepEqual(versionOf(condition, records("a b")), old);
  assert.equal(versionOf(condition, records("other")), null);
});

test("a block goes above a request, which then begins with a line of its own", () => {
  assert.deepEqual(blockAbove("@a = 1\nGET x", 1, "### y\n"), { at: 0, text: "### y\n\n###\n" });
  assert.deepEqual(blockAbove("@a = 1\n\n### x\nGET x", 3, "### y\n"), { at: 8, text: "### y\n\n" });
});

test("of the remarks the first is found that is about a line of no request, unless it stops the run", () => {
  const remark = (code: string, severity = "warning", line = 1) =>
    ({ line, severity, sentences: [{ code, params: [] }] }) as unknown as Diagnostic;
  const stray = (...all: Diagnostic[]) => strayLine(all)?.line ?? 0;
  assert.equal(stray(remark("json-broken"), remark("no-separator", "warning", 2), remark("no-body", "warning", 3)), 2);
  assert.equal(stray(remark("sql-select")), 1);
  assert.equal(stray(remark("indented")), 1);
  assert.equal(stray(remark("header-in-body")), 1);
  assert.equal(stray(remark("sql-select", "error"), remark("merge-method")), 0);
});

test("a letter that is missing, added or changed is forgiven", () => {
  assert.deepEqual(
    ["Employes", "Employeess", "Emplozees", "employees"].map((w) => nearest(w, ["Orders", "Employees"])),
    Array(4).fill("Employees"),
  );
});

test("another word is another word", () => {
  assert.deepEqual([nearest("Customers", ["Orders", "Employees"]), nearest("X", [])], [null, null]);
});
