import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenExchange } from "../engine/run-script.ts";
import type { Block, Check, Exchange } from "../engine/types.ts";
import { toHtml } from "../ui/to-string.ts";
import { cell, type Ran } from "./static-cell.ts";

const check: Check = { line: 1, text: "", pass: true, query: "run elapsed", expected: "", got: "8044", sentences: [] };
const wire = [
  {
    request: { method: "GET", url: "", status: 0, reason: "", headers: [], body: "" },
    response: { method: "", url: "", status: 200, reason: "OK", headers: [], body: "" },
  },
];

function answer(block: number, more: Partial<Exchange> = {}): Exchange {
  return {
    ...brokenExchange(0, 0, ""),
    problem: null,
    stopped: false,
    status: 200,
    reason: "OK",
    block,
    blocks: [block],
    wire,
    ...more,
  };
}

function ran(text: string, ends: readonly number[], exchanges: Exchange[]): Ran {
  const block = (lastLine: number, index: number): Block => ({
    index,
    title: "",
    name: "",
    batch: "",
    client: "",
    line: lastLine,
    from: 0,
    to: 0,
    firstLine: lastLine,
    lastLine,
    method: "GET",
    checks: 0,
  });
  const counters = {
    requests: 0,
    transactions: 0,
    roundtrips: 0,
    read: 0,
    returned: 0,
    partitions: 0,
    pages: 0,
    bytes: 0,
    elapsed: 0,
    throttled: 0,
    hits: 0,
    attempts: 0,
  };
  return { name: "a.http", text, tokens: [], blocks: ends.map(block), exchanges, pictures: {}, counters };
}

function draw(script: Ran): string {
  return toHtml(cell(script, { id: 1, title: "A" }));
}

test("each answer stands below its request, in the order of the script", () => {
  const html = draw(ran("GET /A\nGET /B", [1, 2], [answer(1, { status: 404, reason: "Not Found" }), answer(0)]));
  assert.deepEqual(
    [...new Set(html.match(/GET \/[AB]|\d{3} (OK|Not Found)/g))],
    ["GET /A", "200 OK", "GET /B", "404 Not Found"],
  );
});

test("requests of one transaction stand together above its answer", () => {
  const html = draw(ran("GET /A\nGET /B\nGET /C", [1, 2, 3], [answer(0, { blocks: [0, 1] })]));
  assert.equal(html.split(`class="cell-edit"`).length - 1, 2);
  assert.equal(html.indexOf("GET /B") < html.indexOf("<run-output"), true);
});

test("of several answers of one request the last is shown, below what all of them cost", () => {
  const html = draw(ran("GET /A", [1], [answer(0), answer(0, { state: "cached", wire: [] })]));
  assert.match(html, /<b>2 rounds<\/b>.*1 × 200 OK.*1 × From the cache.*2 of 2/s);
});

test("a block that only asserts has a verdict, what was measured, and no lens", () => {
  const html = draw(ran("# ?? run elapsed == 8044", [1], [answer(0, { wire: [], status: 0, checks: [check, check] })]));
  assert.match(html, /data-kind="pass".*2 checks.*8044/s);
  assert.equal(/ro-lens|ro-tools/.test(html), false);
});

test("names of radio buttons are unique in the page, and nothing asks for a script", () => {
  const html = draw(ran("GET /A\nGET /B", [1, 2], [answer(0), answer(1)]));
  assert.deepEqual([...new Set(html.match(/name="[^"]*"/g))], [`name="lens-1-0"`, `name="lens-1-1"`]);
  assert.equal(/<button|@|\?checked/.test(html), false);
});

test("a page holds the first rows of a long answer, and says how many more there are", () => {
  const value = Array.from({ length: 15 }, (_, i) => ({ PartitionKey: "a", RowKey: String(i) }));
  const html = draw(ran("GET /A", [1], [answer(0, { body: JSON.stringify({ value }) })]));
  assert.equal(html.split("<tr>").length - 1, 1 + 12);
  assert.match(html, /<p class="grid-more quiet">3 more rows<\/p>/);
});
