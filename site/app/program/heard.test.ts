import assert from "node:assert/strict";
import { test } from "node:test";
import { heard, isOfSandbox } from "./heard.ts";

const CALL = {
  call: 1,
  method: "GET",
  url: "http://x/",
  headers: [["a", "b"]],
  body: null,
  line: 3,
  name: "getEntity",
};

test("what a worker may say is taken as it is", () => {
  assert.deepEqual(heard(CALL), CALL);
  assert.deepEqual(heard({ print: "hi", level: "warn", line: 2 }), { print: "hi", level: "warn", line: 2 });
  assert.deepEqual(heard({ done: true }), { done: true });
  const failed = { name: "RestError", message: "no", status: 404, code: "ResourceNotFound", line: 19 };
  assert.deepEqual(heard({ failed }), { failed });
});

test("what may not be said is dropped, or made harmless", () => {
  for (const x of [
    null,
    7,
    "done",
    {},
    { done: 1 },
    { ...CALL, method: "CONNECT" },
    { ...CALL, url: 7 },
    { ...CALL, headers: 7 },
  ])
    assert.equal(heard(x), null);
  assert.deepEqual(heard({ ...CALL, headers: [["a"], 7, ["a", 1]], body: "text", line: -1, name: {} }), {
    ...CALL,
    headers: [],
    line: 0,
    name: "",
  });
  assert.deepEqual(heard({ print: { toString: 1 }, level: "<b>", line: "1" }), { print: "", level: "log", line: 0 });
  assert.deepEqual(heard({ failed: null }), { failed: { name: "Error", message: "", status: 0, code: "", line: 0 } });
  const long = heard({ print: "x".repeat(1_000_000), level: "log", line: 1 });
  assert.equal(long && "print" in long && long.print.length, 20_000);
});

test("only addresses of the account in the sandbox are answered", () => {
  for (const url of [
    "http://127.0.0.1:10002/devstoreaccount1",
    "http://127.0.0.1:10002/devstoreaccount1/Tables?a=b",
    "http://localhost:10000/devstoreaccount1/photos",
  ])
    assert.equal(isOfSandbox(url), true, url);
  for (const url of [
    "https://example.com/devstoreaccount1",
    "http://127.0.0.1:10002/-/reset",
    "http://127.0.0.1:10002/devstoreaccount1/../-/reset",
    "http://127.0.0.1:10002/devstoreaccount1/%2e%2e/-/reset",
    "http://127.0.0.1:10002/devstoreaccount12",
    "http://127.0.0.1:8080/devstoreaccount1",
    "http://127.0.0.1:10002@example.com/devstoreaccount1",
    "/-/reset",
    "",
  ])
    assert.equal(isOfSandbox(url), false, url);
});
