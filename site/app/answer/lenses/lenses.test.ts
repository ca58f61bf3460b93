import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenExchange } from "../../engine/run-script.ts";
import type { Exchange, Field, Op } from "../../engine/types.ts";
import { nestedProperty } from "../body-mistake.ts";
import { explained } from "../refused.ts";
import { atScale } from "./explain.ts";
import { cut } from "./wire.ts";

test("a point query costs the same in any table, a scan grows", () => {
  assert.deepEqual(atScale("point", { read: 1, returned: 1 }, 1000), { read: 1, returned: 1, pages: 1 });
  assert.deepEqual(atScale("partitionScan", { read: 201, returned: 7 }, 1000), {
    read: 201_000,
    returned: 7000,
    pages: 7,
  });
});

test("the first property that is an array or an object is named", () => {
  assert.equal(nestedProperty('{ "PartitionKey": "a", "Items": [1, 2], "Address": {} }'), "Items");
  assert.equal(nestedProperty('{ "PartitionKey": "a", "Address": { "City": "Oslo" } }'), "Address");
});

test("single values, null, and what is not an entity name nothing", () => {
  for (const body of ['{ "A": 1, "B": "[1]", "C": true, "D": null }', "[[1]]", "", "{", "--batch_1"])
    assert.equal(nestedProperty(body), null, body);
});

test("a long body is cut, and says how many characters are missing", () => {
  assert.equal(cut("abc", 3), "abc");
  assert.equal(cut("abcde", 3), "abc\n… 2 more characters are not shown");
});

test("a body is not cut within a character", () => {
  assert.equal(cut("ab😀d", 3), "ab\n… 3 more characters are not shown");
  assert.equal(cut("ab😀d", 4), "ab😀\n… 1 more character is not shown");
});

interface Sent {
  method?: string;
  path?: string; // with its query
  headers?: Field[];
  body?: string;
}

const ACCOUNT = "http://127.0.0.1:10002/devstoreaccount1";

/** A request that the service has refused. */
function refused(
  code: string,
  message: string,
  { method = "GET", path = "/T()", headers = [], body = "" }: Sent,
): Exchange {
  const request = {
    method,
    url: `${path.startsWith("http") ? "" : ACCOUNT}${path}`,
    headers,
    body,
    status: 0,
    reason: "",
  };
  const response = { method: "", url: "", headers: [], body: "", status: 400, reason: "" };
  return { ...brokenExchange(0, 0, ""), wire: [{ request, response }], status: 400, code, message };
}

const UNREADABLE = "An error occurred while processing this request.";
const INVALID = "One of the request inputs is not valid.";
const post = (body: string): Sent => ({ method: "POST", path: "/T", body });

test("a row that is there already is met by another key or by an upsert", () => {
  const sent = { method: "POST", path: "/T", body: '{ "PartitionKey": "a\'b", "RowKey": "1" }' };
  const said = explained(refused("EntityAlreadyExists", "The specified entity already exists.", sent));
  assert.match(said, /use another key\..* send PUT to T\(PartitionKey='a''b',RowKey='1'\)/);
});

test("a body that cannot be read is explained by what is wrong with it, and by nothing that the request does not have", () => {
  for (const [body, why] of [
    ["", /^The body is empty/],
    ["{ 'A': 1 }", /^The body is not valid JSON/],
    ["[{}]", /^The body is not a JSON object/],
    ['{ "A": [1] }', /^The property A is an array or an object/],
    ['{ "RowKey": 7 }', /^RowKey is a string/],
    [
      '{ "N@odata.type": "Edm.Int64", "N": 9007199254740993 }',
      /^N is declared as Edm\.Int64, .* "9007199254740993"\.$/,
    ],
    ['{ "D@odata.type": "Edm.DateTime", "D": "1.3.2026" }', /^D is declared as Edm\.DateTime/],
    ['{ "D@odata.type": "DateTime", "D": "x" }', /^D has the type DateTime, which the service doesn't know/],
    [
      '{ "N@odata.type": "Edm.Int32", "N": "34", "T@odata.type": "Edm.Guid", "T": null }',
      /^The service can't read the body/,
    ],
  ] as const) {
    const said = explained(refused("InvalidInput", UNREADABLE, post(body)));
    assert.match(said, why);
    assert.equal(/\$top|token|address/.test(said), false, body);
  }
});

test("an option is named if the request has it", () => {
  const said = (path: string, sent: Sent = {}) => explained(refused("InvalidInput", INVALID, { path, ...sent }));
  assert.match(said("/T()?$top=5000"), /^\$top takes .* not 5000\.$/);
  assert.match(said("/T()?$top=5&NextPartitionKey=x"), /continuation token/);
  assert.match(
    said("/T(PartitionKey='a',RowKey='b')", { method: "PUT", headers: [["if-match", ""]] }),
    /^If-Match is empty/,
  );
  assert.match(
    said("/Tables", { method: "POST", body: '{ "TableName": "tables" }' }),
    /^tables is the address of the list/,
  );
  assert.equal(said("/T()?$top=5&$filter=a"), "The service doesn't say which input is wrong. Check $filter.");
  assert.match(said("/T", post("{}")), / Check the body\.$/);
  assert.match(said("/T()"), / Check the address\.$/);
  assert.match(said("/$batch", { method: "POST", body: "--batch--" }), /^The transaction has no operation/);
});

test("a DELETE without If-Match lacks it, and its address is not doubted", () => {
  const entity = { method: "DELETE", path: "/T(PartitionKey='a',RowKey='b')" };
  assert.match(explained(refused("InvalidInput", INVALID, entity)), /^DELETE needs If-Match/);
  const tunnelled = { ...entity, method: "POST", headers: [["X-HTTP-Method", "DELETE"]] satisfies Field[] };
  assert.match(explained(refused("InvalidInput", INVALID, tunnelled)), /^DELETE needs If-Match/);
  assert.match(explained(refused("InvalidInput", INVALID, { ...entity, method: "GET" })), /Check the address/);
});

test("a value that is no ETag is answered with where an ETag comes from", () => {
  const path = "/T(PartitionKey='a',RowKey='b')";
  const message = "The etag value '2026' specified in one of the request headers is not valid.";
  const said = (name: string) => explained(refused("InvalidInput", message, { path, headers: [[name, "2026"]] }));
  assert.match(said("If-Match"), /^If-Match takes one ETag, .* \{\{row\.response\.headers\.ETag\}\}/);
  assert.match(said("If-None-Match"), /^If-None-Match takes/);
  assert.match(explained(refused("ConditionNotMet", "", { path })), /\{\{row\.response\.headers\.ETag\}\}/);
});

test("a message that says it all is left alone", () => {
  const all = "If-None-Match HTTP header cannot be specified for DELETE operations.";
  assert.equal(explained(refused("InvalidInput", all, {})), "");
});

test("a method that an address does not take is answered with those that it takes, and with what was meant", () => {
  const said = (method: string, path: string, body = "", code = "MethodNotAllowed") =>
    explained(refused(code, "", { method, path, body }));
  assert.equal(
    said("PUT", "/Orders", '{ "PartitionKey": "o\'b", "RowKey": "1" }'),
    "PUT is not for this address. The address of a table takes GET for a query and POST to insert an entity. " +
      "To replace an entity, put both keys into the address: PUT Orders(PartitionKey='o''b',RowKey='1').",
  );
  assert.match(
    said("DELETE", "/Orders()"),
    /DELETE Orders\(PartitionKey='…',RowKey='…'\)\. .* DELETE Tables\('Orders'\)\.$/,
  );
  assert.match(
    said("POST", "/Orders(PartitionKey='a',RowKey='b')", "{}"),
    /GET, PUT, PATCH and DELETE\. .*POST to Orders /,
  );
  assert.match(said("DELETE", "/Tables"), /GET .* and POST .*DELETE Tables\('Name'\)/);
  assert.match(said("PUT", "/Tables('Orders')"), /GET and DELETE\. To create/);
  assert.match(said("GET", "/$batch"), /POST only/);
  assert.match(said("POST", "/Orders?comp=acl", "", "UnsupportedHttpVerb"), /access policies/);
  assert.match(said("DELETE", "/?restype=service&comp=stats", "", "UnsupportedHttpVerb"), /statistics/);
});

test("what the service does not have is named", () => {
  const said = (path: string) => explained(refused("NotImplemented", "", { path }));
  assert.match(said("/T()?$orderby=A"), /no \$orderby/);
  assert.match(said("/T()?$filter=startswith(A,'x')"), /^\$filter /);
  assert.match(said("/$metadata?$filter=A"), /address \$metadata/);
  assert.match(said("/T(PartitionKey='a',RowKey='b')/Name"), /\/Name\./);
});

test("a table that is missing is named as it was looked for", () => {
  const said = (path: string, method = "GET") => explained(refused("TableNotFound", "", { path, method }));
  assert.match(said("/Orders()?$top=1"), /no table “Orders”/);
  assert.match(said("/Orders%20WHERE%20A%20=%20'x'"), /no table “Orders WHERE A = 'x'”/);
  assert.match(said("/Tables('Orders')", "DELETE"), /no table “Orders”/);
});

test("of an entity the properties that it lacks are named, and a name that none can have", () => {
  const said = (code: string, sent: Sent) => explained(refused(code, "", sent));
  assert.match(said("PropertiesNeedValue", post('{ "PartitionKey": "a" }')), / RowKey\.$/);
  assert.match(said("PropertiesNeedValue", { ...post("{}"), path: "/Tables" }), / TableName\.$/);
  assert.match(said("PropertyNameInvalid", post('{ "A": 1, "first name": 2 }')), /^"first name" can't be/);
});

test("a key that is too long is told from another value", () => {
  const long = "k".repeat(513);
  const said = (sent: Sent) => explained(refused("PropertyValueTooLarge", "", sent));
  assert.match(
    said(post(JSON.stringify({ PartitionKey: "a", RowKey: long }))),
    /^PartitionKey and RowKey have at most 512/,
  );
  assert.match(said({ method: "PUT", path: `/T(PartitionKey='a',RowKey='${long}')`, body: "{}" }), /^PartitionKey and/);
  assert.match(said(post(JSON.stringify({ PartitionKey: "a", RowKey: "b", Text: long }))), /^A string has at most/);
});

test("queues and blobs have other addresses and names, so only what holds for all services is said of them", () => {
  const path = "http://127.0.0.1:10000/devstoreaccount1/box?comp=acl";
  assert.equal(explained(refused("InvalidInput", UNREADABLE, { method: "POST", path })), "");
  assert.equal(
    explained(refused("UnsupportedHttpVerb", "", { method: "POST", path })),
    "POST is not for this address.",
  );
  assert.match(explained(refused("AuthenticationFailed", "", { path })), /signature/);
});

test("of a transaction, the operation that failed is explained", () => {
  const op = (method: string, state: Op["state"]): Op => ({
    ...{ block: 0, method, target: "T", key: { partition: "", row: "" }, status: 400, code: "", message: "", state },
  });
  const part = (body: string) =>
    `--changeset_1\r\nContent-Type: x\r\n\r\nPOST /T HTTP/1.1\r\nAccept: x\r\n\r\n${body}\r\n`;
  const body = `--batch_1\r\nContent-Type: y\r\n\r\n${part("{}")}${part('{ "RowKey": 1 }')}--changeset_1--\r\n`;
  const x = refused("InvalidInput", `1:${UNREADABLE}`, { method: "POST", path: "/$batch", body });
  const inside = (ops: Op[]): Exchange => ({
    ...x,
    ops,
    wire: x.wire.map((w) => ({ ...w, response: { ...w.response, status: 202 } })),
  });
  assert.match(explained(inside([op("POST", "undone"), op("POST", "failed")])), /^RowKey is a string/);
  const written = (fields: string) =>
    `--changeset_1\r\nX: y\r\n\r\nDELETE /T HTTP/1.1\r\n${fields}\r\n--changeset_1--\r\n`;
  const removal = (fields: string) => {
    const failed = { ...op("DELETE", "failed"), target: "T(PartitionKey='a',RowKey='b')" };
    const sent = { method: "POST", path: "/$batch", body: written(fields) };
    const { wire, ...rest } = refused("InvalidInput", `0:${INVALID}`, sent);
    return explained({
      ...{ ...rest, ops: [failed] },
      wire: wire.map((w) => ({ ...w, response: { ...w.response, status: 202 } })),
    });
  };
  assert.match(removal("Accept: x\r\n"), /^DELETE needs If-Match/);
  assert.match(removal("Accept: x\r\nIf-Match: \r\n"), /^If-Match is empty/);
  const query = { ...inside([op("GET", "failed")]), code: "MethodNotAllowed" };
  assert.match(explained(query), /^A transaction takes POST/);
  assert.match(explained(x), /can't read this transaction/);
});
