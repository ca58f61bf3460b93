import assert from "node:assert/strict";
import { test } from "node:test";
import { plainKeys } from "./plain-keys.ts";

const found = (keys: string) => {
  const script = `@a = 1\n### x\n# @keys ${keys}\n# @workload staff\n`;
  const sentences = [{ code: "store-no-identity", params: ["id", "dept id name"] }];
  const p = plainKeys(script, { line: 3, message: "", sentences, fix: "", label: [] });
  return p && [script.slice(p.at, p.at + p.text.length), p.meant, p.why];
};

test("names of attributes that are plain words in keys get braces", () => {
  assert.deepEqual(found("dept | id"), ["dept | id", "{dept} | {id}", "dept and id are plain words here."]);
  assert.deepEqual(found("{dept} | id | Staff"), ["{dept} | id", "{dept} | {id}", "id is a plain word here."]);
  assert.equal(found("all | x"), null);
  assert.equal(found("{dept} | emp"), null);
});
