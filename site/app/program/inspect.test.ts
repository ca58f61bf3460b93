import assert from "node:assert/strict";
import { test } from "node:test";
import { failureOf } from "./failure.ts";
import { textOf } from "./inspect.ts";

test("values are shown as Node shows them", () => {
  assert.equal(textOf(["a", 1, 2n, null, undefined, true]), "a 1 2n null undefined true");
  assert.equal(
    textOf([{ partitionKey: "it's", n: -0, "x-y": [1, "b"] }]),
    "{ partitionKey: 'it\\'s', n: -0, 'x-y': [1, 'b'] }",
  );
  assert.equal(
    textOf([new Date(0), new Map([["a", 1]]), new Set([1])]),
    "1970-01-01T00:00:00.000Z Map { 'a' => 1 } Set { 1 }",
  );
  assert.equal(textOf([new Uint8Array([1, 2]), [], {}, () => 1]), "Uint8Array [1, 2] [] {} [Function (anonymous)]");
  class Employee {
    name = "Ann";
  }
  assert.equal(textOf([new Employee()]), "Employee { name: 'Ann' }");
});

test("no value can stop the console", () => {
  const round: { self?: unknown } = {};
  round.self = round;
  assert.equal(textOf([round]), "{ self: [Circular] }");
  assert.equal(textOf([{ a: { b: { c: { d: 1 } } } }]), "{ a: { b: { c: [Object] } } }");
  const trap = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("no");
      },
    },
  );
  assert.equal(textOf([trap]), "[it cannot be shown]");
  assert.equal(
    textOf([
      {
        get a() {
          throw new Error("no");
        },
      },
    ]),
    "{ a: [Getter] }",
  );
  assert.match(textOf([Array.from({ length: 60 }, (_, i) => i)]), /49, … 10 more\]$/);
  assert.equal(textOf(["x".repeat(20_000)]).length, 10_002);
});

test("an error of the service is told by status, code and sentence, any other by name and message", () => {
  const odataError = { code: "ResourceNotFound", message: { value: "It does not exist." } };
  const refused = Object.assign(new Error("{…}"), { name: "RestError", statusCode: 404, details: { odataError } });
  assert.deepEqual(failureOf(refused), {
    name: "RestError",
    message: "It does not exist.",
    status: 404,
    code: "ResourceNotFound",
  });
  assert.equal(textOf([refused]), "RestError 404 ResourceNotFound: It does not exist.");
  assert.deepEqual(failureOf(new TypeError("no")), { name: "TypeError", message: "no", status: 0, code: "" });
  assert.deepEqual(failureOf("just text"), { name: "Error", message: "just text", status: 0, code: "" });
  assert.equal(failureOf(undefined).message, "undefined");
});
