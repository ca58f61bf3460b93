import assert from "node:assert/strict";
import { test } from "node:test";
import type { Vocabulary } from "../engine/types.ts";
import { complete, type Knowledge } from "./completion.ts";

const words: Vocabulary = {
  keys: [
    { name: "batch", words: [], help: "transactions" },
    { name: "loop", words: ["for", "each"], help: "loops" },
  ],
  helpers: ["guid"],
  variables: ["table"],
  queries: ["plan", "status"],
  counters: ["requests"],
  predicates: ["=="],
  methods: ["GET", "PATCH", "POST"],
  headers: ["Accept"],
  types: ["String"],
  classes: ["rowRange"],
  operators: ["ge"],
};

const know: Knowledge = {
  words: () => Promise.resolve(words),
  files: () => ["setup.http"],
  tables: () => Promise.resolve(["Employees", "Orders"]),
  partitions: (table) => Promise.resolve(table === "Employees" ? ["Sales", "Support"] : []),
  properties: () => Promise.resolve(["Age", "Email"]),
};

/** Completes at "|" and returns the word that is replaced, and some of what is offered. */
async function at(text: string): Promise<{ word: string; labels: string[] } | null> {
  const place = text.indexOf("|");
  const plain = text.replace("|", "");
  const found = await complete(plain, place, know);
  return found && { word: plain.slice(found.from, place), labels: found.options.map((o) => o.label) };
}

const cases: [what: string, text: string, word: string, offered: string][] = [
  ["variables of the file inside braces", "@dept = Sales\n\nGET {{de|", "de", "dept"],
  [
    "captures of named requests inside braces",
    "# @name read\nGET /x\n\n###\nIf-Match: {{re|",
    "re",
    "read.response.headers.ETag",
  ],
  ["metadata behind a hash", "# @ba|", "@ba", "@batch"],
  ["the words behind metadata", "# @loop f|", "@loop f", "@loop for"],
  ["helpers inside braces", "If-Match: {{$g|", "$g", "$guid"],
  ["counters behind run", "# ?? run r|", "r", "requests"],
  ["files behind @setup", "# @setup |", "", "setup.http"],
  ["files behind @run", "# @run |", "", "setup.http"],
  ["queries behind question marks", "# ?? pl|", "pl", "plan"],
  ["predicates behind a query", "# ?? status |", "", "=="],
  ["classes behind plan", "# ?? plan == ro|", "ro", "rowRange"],
  ["methods at the beginning of a line", "PA|", "PA", "PATCH"],
  ["tables behind the address", "GET {{table}}/Em|", "Em", "Employees"],
  ["addresses behind a method", "GET |", "", "{{table}}/Employees"],
  ["the address of a new table behind POST", "POST |", "", "{{table}}/Tables"],
  ["the new table behind the address of a POST", "POST {{table}}/T|", "T", "Tables"],
  ["options behind a question mark", "GET {{table}}/Employees()?$f|", "$f", "$filter="],
  ["partitions between quotes", "GET {{table}}/Employees()?$filter=PartitionKey eq 'S|", "S", "Sales"],
  ["partitions in a point query", "GET {{table}}/Employees(PartitionKey='|", "", "Support"],
  ["properties in a filter", "GET {{table}}/Employees()\n    ?$filter=A|", "A", "Age"],
  ["operators in a filter", "GET {{table}}/Employees()?$filter=Age g|", "g", "ge"],
  ["headers below a request line", "GET {{table}}/Employees\nAcc|", "Acc", "Accept: "],
  ["values behind a header", "GET {{table}}/Employees\nAccept: app|", "app", "application/json;odata=nometadata"],
  ["properties in a body", 'POST {{table}}/Employees\n\n{ "Em|', "Em", "Email"],
];

for (const [what, text, word, offered] of cases) {
  test(`completes ${what}`, async () => {
    const found = await at(text);
    assert.equal(found?.word, word);
    assert.equal(found?.labels.includes(offered), true, found?.labels.join(" "));
  });
}

test("the address of a new table comes with the body that names it", async () => {
  const found = await complete("POST ", 5, know);
  assert.equal(
    found?.options[0]?.apply,
    '{{table}}/Tables\nContent-Type: application/json\n\n{ "TableName": "Orders" }',
  );
});

test("knows nothing inside of a value and in prose", async () => {
  assert.deepEqual(
    await Promise.all(["# just a remark|", "GET {{table}}/Employees()?$filter=Name eq 'Jo|", "### Title|"].map(at)),
    [null, null, null],
  );
});

// D13
test("a header whose name objects inherit has no values to offer", async () => {
  assert.equal(await at("GET {{table}}/Employees()\nconstructor: |"), null);
  assert.equal(await at("GET {{table}}/Employees()\ntoString: |"), null);
});
