import assert from "node:assert/strict";
import { test } from "node:test";
import first from "../../i18n/en.first.json" with { type: "json" };
import rest from "../../i18n/en.json" with { type: "json" };
import { bytes, duration, filled, num, said, speak, spoken, t, tn } from "./i18n.ts";

/** Does something in another language. */
function speaking(tag: string, texts: Record<string, string>, act: () => void): void {
  const before = spoken();
  speak(tag, texts);
  act();
  speak(before, { ...first, ...rest });
}

test("a parameter stands where its name stood", () => {
  assert.equal(t("check.line", { n: 14 }), "line 14");
});

test("one and many are different texts", () => {
  assert.deepEqual(
    [tn("facts.transactions", 1), tn("facts.transactions", 2), tn("facts.transactions", 1004)],
    ["1 transaction", "2 transactions", "1,004 transactions"],
  );
});

test("a text is filled with values of any kind", () => {
  const link = Symbol("link");
  assert.deepEqual(filled("{used} fixes the partition. {rest}", { used: link }), [
    "",
    link,
    " fixes the partition. ",
    "{rest}",
    "",
  ]);
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

test("words beside numbers have the forms of their language", () => {
  const text = "{n} of {of, plural, one {{of} row} other {{of} rows}}, {m, plural, one {{m} join} other {{m} joins}}";
  speak("en", { x: text });
  try {
    assert.equal(t("x" as "run.hint", { n: 1, of: "1", m: 0 }), "1 of 1 row, 0 joins");
    assert.equal(t("x" as "run.hint", { n: 1, of: "1,004", m: 1 }), "1 of 1,004 rows, 1 join");
    assert.equal(t("x" as "run.hint", { n: 1, of: "1 million", m: "0.1" }), "1 of 1 million rows, 0.1 joins");
  } finally {
    speak("en", { ...first, ...rest });
  }
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

test("another language has its own texts, plurals and numbers", () => {
  const texts = { "facts.pages.one": "{n} strona", "facts.pages.few": "{n} strony", "facts.pages.many": "{n} stron" };
  speaking("pl", texts, () => {
    assert.deepEqual(
      [1, 3, 5].map((n) => tn("facts.pages", n)),
      ["1 strona", "3 strony", "5 stron"],
    );
    assert.deepEqual([bytes(1150), duration(1240), num(201000).replace(/\s/, " ")], ["1,2 kB", "1,2 s", "201 000"]);
  });
});

test("the engine speaks the language of the page where that has a text for each sentence, else English", () => {
  const sentences = [
    { code: "unknown-query", params: ["x"] },
    { code: "fix", params: [] },
  ];
  const english = 'unknown query "x". Fix';
  assert.equal(said(english, sentences), english);
  const texts = { "engine.unknown-query": "requête inconnue : {0}." };
  speaking("fr", texts, () => assert.equal(said(english, sentences), english));
  speaking("fr", { ...texts, "engine.fix": "Corriger" }, () =>
    assert.equal(said(english, sentences), "requête inconnue : x. Corriger"),
  );
});
