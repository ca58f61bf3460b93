import assert from "node:assert/strict";
import { test } from "node:test";
import { type EdmType, fits, member, typeNamed } from "./edm.ts";

const values: [EdmType, string[], string[]][] = [
  ["Int32", ["0", "-2147483648", "2147483647"], ["2147483648", "1.0", "", "1e3", "0x1"]],
  [
    "Int64",
    ["9223372036854775807", "-9223372036854775808"],
    ["9223372036854775808", "1.5", "", "99999999999999999999999"],
  ],
  ["Double", ["1", "1.5", "-.5", "1e300", "NaN", "-Infinity"], ["1e999", "abc", "", "1,5", "infinity"]],
  ["Boolean", ["true", "False"], ["1", "yes", ""]],
  [
    "DateTime",
    [
      "2026-11-22",
      "2026-11-22T10:04",
      "2026-11-22T10:04:05.1234567Z",
      "1601-01-01T00:00:00Z",
      "2026-11-22 10:04:05.123",
      "2026-11-22 10:04:05 +02:00",
    ],
    ["1600-12-31", "22.11.2026", "2026-13-01", "2026-11-22T25:00"],
  ],
  ["Guid", ["c9da6455-213d-42c9-9a79-3e9149a57833"], ["c9da6455213d42c99a793e9149a57833", ""]],
  ["Binary", ["", "AQID", "AQI="], ["AQI", "A===", "ä"]],
];

for (const [type, right, wrong] of values)
  test(`${type} takes what the service takes, and nothing else`, () => {
    for (const text of right) assert.equal(fits(text, type), true, text);
    for (const text of wrong) assert.equal(fits(text, type), false, text);
  });

test("a property is annotated where JSON alone does not say its type", () => {
  assert.equal(member("a", "5", "Int32"), '"a":5');
  assert.equal(member("a", "5", "Double"), '"a":5.0');
  assert.equal(member("a", "NaN", "Double"), '"a@odata.type":"Edm.Double","a":"NaN"');
  assert.equal(member("a", "5", "Int64"), '"a@odata.type":"Edm.Int64","a":"5"');
  assert.equal(member("a", "TRUE", "Boolean"), '"a":true');
  assert.equal(member('"', "x", "String"), '"\\"":"x"');
});

test("a moment without seconds or zone gets them", () => {
  const iso = (s: string) => /:"([^"]*)"$/.exec(member("a", s, "DateTime"))?.[1];
  assert.equal(iso("2026-11-22"), "2026-11-22T00:00:00Z");
  assert.equal(iso("2026-11-22T10:04"), "2026-11-22T10:04:00Z");
  assert.equal(iso("2026-11-22T10:04+01:00"), "2026-11-22T10:04:00+01:00");
  assert.equal(iso("2026-11-22T10:04:05.12Z"), "2026-11-22T10:04:05.12Z");
  assert.equal(iso("2026-11-22 10:04:05"), "2026-11-22T10:04:05Z");
  assert.equal(iso("2026-11-22 10:04:05.1234567 +02:00"), "2026-11-22T10:04:05.1234567+02:00");
  assert.equal(iso("2026-11-22 10:04:05.5+02"), "2026-11-22T10:04:05.5+02:00");
  assert.equal(iso("2026-11-22 10:04 UTC"), "2026-11-22T10:04:00Z");
});

test("types have their names with and without Edm", () => {
  assert.equal(typeNamed("Edm.Guid"), "Guid");
  assert.equal(typeNamed("Int32"), "Int32");
  assert.equal(typeNamed("Edm.Decimal"), null);
});
