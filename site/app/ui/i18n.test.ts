import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, duration, num, pieces, t, tn } from "./i18n.ts";

test("a parameter stands where its name stood", () => {
  assert.equal(t("check.line", { n: 14 }), "line 14");
});

test("one and many are different texts", () => {
  assert.deepEqual(
    [tn("facts.transactions", 1), tn("facts.transactions", 2), tn("facts.transactions", 1004)],
    ["1 transaction", "2 transactions", "1,004 transactions"],
  );
});

test("pieces alternate between text and names", () => {
  assert.deepEqual(pieces("{used} fixes the partition. {rest}"), ["", "used", " fixes the partition. ", "rest", ""]);
});

test("sizes have three digits at most before the unit", () => {
  assert.deepEqual([0, 999, 1000, 9949, 10_400, 999_400, 3_200_000].map(bytes), [
    "0 B",
    "999 B",
    "1.0 kB",
    "9.9 kB",
    "10 kB",
    "999 kB",
    "3.2 MB",
  ]);
});

// B1
test("a half goes up, as it does in pages that are built", () => {
  assert.deepEqual([1050, 1150, 1250, 9950, 12_500, 13_500, 1_250_000].map(bytes), [
    "1.1 kB",
    "1.2 kB",
    "1.3 kB",
    "10 kB",
    "13 kB",
    "14 kB",
    "1.3 MB",
  ]);
  assert.deepEqual([1150, 1250, 12_500, 75_000, 81_000].map(duration), [
    "1.2 s",
    "1.3 s",
    "13 s",
    "1.3 min",
    "1.4 min",
  ]);
});

test("numbers are grouped", () => {
  assert.equal(num(201000), "201,000");
});

test("durations have two digits at most before the unit", () => {
  assert.deepEqual([0, 999, 1000, 1240, 42_000, 60_000, 150_000, 3_600_000].map(duration), [
    "0 ms",
    "999 ms",
    "1 s",
    "1.2 s",
    "42 s",
    "1 min",
    "2.5 min",
    "1 h",
  ]);
});
