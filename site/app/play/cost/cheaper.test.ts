import assert from "node:assert/strict";
import { test } from "node:test";
import type { Advice, Exchange } from "../../engine/types.ts";
import { copyName, copyOf, copyScripts } from "./cheaper-copy.ts";
import { blocksOf, optionsOf } from "./cheaper-text.ts";

const advice = (a: Partial<Advice>): Advice => ({
  kind: "partition",
  class: "partitionScan",
  filters: [],
  names: [],
  read: 1,
  returned: 1,
  requests: 1,
  copy: null,
  ...a,
});
const copy = { property: "Age", digits: 3, entities: 2, example: { partition: "", row: "" } };
const NONE = { top: 0, select: "", client: "" };

test("a proposal becomes blocks of a script, one for each query (row 32)", () => {
  const a = advice({ filters: ["PartitionKey eq 'A&B'", "Name eq '{{x}} 50% #1'"] });
  assert.equal(
    blocksOf(a, "People", "Cheaper: who", { top: 5, select: "Name", client: "bob" }),
    `### Cheaper: who 1
# @client bob
GET {{table}}/People()
    ?$filter=PartitionKey eq 'A%26B'
    &$top=5
    &$select=Name

### Cheaper: who 2
# @client bob
GET {{table}}/People()
    ?$filter=Name eq '%7B%7Bx}} 50%25 %231'
    &$top=5
    &$select=Name`,
  );
  const copied = blocksOf(advice({ copy, filters: ["Age eq 1", "Age eq 2"] }), "TByAge", "x", NONE);
  assert.match(copied, /^### x 1\n# TByAge is a copy .*“Try it on a copy” again .*\n# @follow\nGET/);
  assert.equal(copied.match(/is a copy/g)?.length, 1);
  assert.match(blocksOf(advice({ filters: ["Age eq 1"] }), "T", "x", NONE), /^### x\n# @follow\nGET/);
});

test("the options of a query are those of its URL", () => {
  const x = {
    client: "",
    wire: [{ request: { url: "http://h/a/T()?$filter=x&$top=7&$select=A,B" } }],
  } as unknown as Exchange;
  assert.deepEqual(optionsOf(x), { top: 7, select: "A,B", client: "" });
  assert.deepEqual(optionsOf({ client: "", wire: [] } as unknown as Exchange), NONE);
});

test("a copy has the new keys, and keeps all other properties with their types", () => {
  const e = {
    "odata.etag": "x",
    PartitionKey: "Sales",
    RowKey: "01",
    Timestamp: "t",
    Age: 7,
    "Big@odata.type": "Edm.Int64",
    Big: "5",
  };
  const rest = { Age: 7, "Big@odata.type": "Edm.Int64", Big: "5" };
  assert.deepEqual(copyOf(advice({ kind: "index", copy }), e), {
    PartitionKey: "Sales",
    RowKey: "Age_007_01",
    ...rest,
  });
  assert.deepEqual(copyOf(advice({ kind: "byValue", copy: { ...copy, property: "Big" } }), e), {
    PartitionKey: "005",
    RowKey: "Sales_01",
    ...rest,
  });
  assert.equal(copyOf(advice({ kind: "index", copy: { ...copy, property: "Nope" } }), e), null);
});

test("the table of a copy has a name that is free and allowed", () => {
  assert.equal(copyName("People", "Age", ["People"]), "PeopleByAge");
  assert.equal(copyName("People", "E_mail", ["peoplebyemail", "x"]), "PeopleByEmail2");
  assert.equal(copyName("T".repeat(63), "Age", []).length <= 63, true);
});

test("a copy is written in transactions of one partition and at most 100 operations", () => {
  const list = Array.from({ length: 203 }, (_, i) => ({
    PartitionKey: i < 201 ? "A" : `B${i}`,
    RowKey: `${i}`,
    Text: "{{x}}",
  }));
  const [create, ...rest] = copyScripts("CopyOf", list);
  const blocks = rest.join("\n").split("###\n").slice(1);
  assert.match(create ?? "", /TableName":"CopyOf"/);
  assert.equal(blocks.length, 203);
  const sizes = new Map<string, number>();
  for (const b of blocks) {
    const name = /@batch (\w+)/.exec(b)?.[1] ?? "alone";
    sizes.set(name, (sizes.get(name) ?? 0) + 1);
  }
  assert.deepEqual([...sizes.values()], [100, 100, 3]);
  assert.equal(rest.join("").includes("{{x"), false);
});
