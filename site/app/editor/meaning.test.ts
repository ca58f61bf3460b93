import assert from "node:assert/strict";
import { test } from "node:test";
import { meaningAt, sentence } from "./meaning.ts";

const TEXT = `@dept = Sales
@dept = Ops
GET {{table}}/People(PartitionKey='{{dept}}',RowKey='{{$guid}}')
    ?$select=Name&sig=x
Accept: x
If-Match: {{ %read.response.headers.ETag }}

Accept: not a header here
`;

/** What is said at the first "place" of the text; values are those of a run. */
async function at(place: string, within = 1): Promise<{ piece: string; said: string } | null> {
  const values = new Map([
    ["{{table}}", "http://t"],
    ["{{dept}}", "Ops"],
    ["{{read.response.headers.ETag}}", ""],
  ]);
  const peek = (of: string) =>
    Promise.resolve({ value: values.get(of) ?? "", problem: values.has(of) ? "" : "no value" });
  const meaning = await meaningAt(TEXT, TEXT.indexOf(place) + within, peek);
  return meaning && { piece: TEXT.slice(meaning.from, meaning.to), said: sentence(meaning) };
}

test("a reference has the value that the engine says, and where it comes from", async () => {
  assert.deepEqual(await at("{{dept"), { piece: "{{dept}}", said: "dept = Ops. A variable, from line 2." });
  assert.deepEqual(await at("@dept"), { piece: "@dept", said: "dept = Ops. A variable, from line 2." });
  assert.match((await at("{{table"))?.said ?? "", /^table = http:\/\/t\. Known to every script/);
  const etag = await at("{{ %read", 5);
  assert.equal(etag?.piece, "{{ %read.response.headers.ETag }}");
  assert.match(etag?.said ?? "", /From the last answer to “read”/);
});

test("a helper is not asked for a value, because that would take one", async () => {
  assert.match((await at("{{$guid", 4))?.said ?? "", /^\$guid: A helper/);
});

test("headers and options are explained where they are some", async () => {
  assert.match((await at("Accept: x"))?.said ?? "", /^Accept: The format of the answer/);
  assert.match((await at("$select"))?.said ?? "", /^\$select: Only these properties/);
  assert.equal(await at("Accept: x", 8), null);
  assert.equal(await at("Accept: not"), null);
  assert.equal(await at("sig="), null);
  assert.equal(await at("/People"), null);
});
