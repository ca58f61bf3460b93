import assert from "node:assert/strict";
import { test } from "node:test";
import { masked, secretsOf } from "./secrets.ts";

const KEY = `${"A".repeat(86)}==`;
const SIG = "Zk3abcDEF0123456789%2Bxyz%3D";

test("signatures, tokens and keys are found with their line", () => {
  const text = [
    `GET https://a.table.core.windows.net/T()?sv=2020&sig=${SIG}&se=x`,
    `Authorization: SharedKey acc:${"b".repeat(43)}=`,
    `Authorization: SharedKeyLite acc:${"c".repeat(43)}=`,
    `Authorization: Bearer ${"d".repeat(30)}.e.f`,
    `@connection = AccountName=a;AccountKey=${KEY};x`,
    `@key = ${KEY}`,
  ].join("\n");
  assert.deepEqual(
    secretsOf(text).map((s) => [s.line, s.variable]),
    [
      [1, "sig"],
      [2, "signature"],
      [3, "signature"],
      [4, "token"],
      [5, "accountKey"],
      [6, "accountKey"],
    ],
  );
  assert.deepEqual(secretsOf(masked(text)), []);
});

test("what is masked leaves the rest as it is", () => {
  assert.equal(masked(`a?sig=${SIG}&b=1\nend`), "a?sig={{sig}}&b=1\nend");
});

test("a signature is found wherever an option or a text can begin", () => {
  for (const before of ["?", "&", ";", '"', "'", " ", "\t", "\n"]) {
    assert.equal(masked(`a${before}sig=${SIG}`), `a${before}sig={{sig}}`, JSON.stringify(before));
  }
  assert.deepEqual(secretsOf(`a?mysig=${SIG}`), []);
});

test("words and variables are no secrets", () => {
  const text = "GET {{table}}/T()?sig={{sig}}\n# a sig= is a signature\n@x = AccountKey={{k}}\nsignature=short";
  assert.deepEqual(secretsOf(text), []);
  assert.equal(masked(text), text);
});
