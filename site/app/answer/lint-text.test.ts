import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding, FindingCost } from "../engine/types.ts";
import { counterOf, countersOf, savedBy, stepsText } from "./lint-text.ts";

const cost = (c: Partial<FindingCost>): FindingCost => ({
  read: 0,
  requests: 0,
  roundtrips: 0,
  bytes: 0,
  stored: 0,
  refused: 0,
  ...c,
});

const finding = (f: Partial<Finding>): Finding =>
  ({ rule: "open-range", tried: 3, wrong: false, before: cost({}), after: cost({}), ...f }) as Finding;

test("what a finding saves is told in reads, unless it saves something else", () => {
  assert.equal(counterOf(finding({ before: cost({ read: 9 }), after: cost({ read: 3 }) })), "read");
  assert.equal(counterOf(finding({ before: cost({ requests: 9 }) })), "requests");
  assert.equal(counterOf(finding({ rule: "no-select" })), "bytes");
  assert.equal(counterOf(finding({ rule: "one-by-one" })), "roundtrips");
  assert.equal(counterOf(finding({ rule: "append-key" })), "refused");
  assert.deepEqual(countersOf(finding({ before: cost({ read: 9 }), after: cost({ stored: 2 }) })), ["read", "stored"]);
});

test("only what was tried counts as saved, and nothing becomes dearer by it", () => {
  const f = finding({ before: cost({ read: 9, roundtrips: 1 }), after: cost({ read: 3, roundtrips: 4 }) });
  assert.deepEqual(savedBy([f, { ...f, tried: 0 }, { ...f, wrong: true }]), { read: 6, roundtrips: 0 });
});

test("the cheaper form is written as a person writes it", () => {
  const step = {
    head: ["follow"],
    method: "GET",
    target: "A()?$filter=Age%20eq%201&$select=Age",
    fields: [["If-Match", "*"]] as [string, string][],
    body: "{}",
  };
  assert.equal(
    stepsText([step], "Cheaper"),
    "### Cheaper\n# @follow\nGET {{table}}/A()\n    ?$filter=Age eq 1\n    &$select=Age\nIf-Match: *\n\n{}",
  );
  assert.match(stepsText([step, step], "Cheaper"), /### Cheaper 1\n[\s\S]*### Cheaper 2\n/);
});
