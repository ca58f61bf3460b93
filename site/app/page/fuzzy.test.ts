import assert from "node:assert/strict";
import { test } from "node:test";
import { cut, match } from "./fuzzy.ts";

/** Titles that a query finds, the best first. */
function found(query: string, titles: string[]): string[] {
  const list = titles.map((title) => ({ title, score: match(query, title)?.score ?? 0 }));
  return list
    .filter((x) => x.score > 0)
    .sort((a, b) => b.score - a.score)
    .map((x) => x.title);
}

test("the beginning of the title comes first, then that of a word, then the inside of one, then scattered letters", () => {
  const titles = ["Re-use sets", "Unpreset", "Clear and reset data", "Reset data", "Nothing"];
  assert.deepEqual(found("reset", titles), ["Reset data", "Clear and reset data", "Unpreset", "Re-use sets"]);
});

test("every word of the query has to be there, in any order, and accents do not matter", () => {
  assert.deepEqual(found("data res", ["Reset data", "Reset", "Data"]), ["Reset data"]);
  assert.deepEqual(found("resume", ["Résumé"]), ["Résumé"]);
  assert.deepEqual(found("xyz", ["Reset data"]), []);
});

test("what was found is cut out of the title as it is written", () => {
  const title = "The Result comes in pages";
  const m = match("res pa", title);
  assert.deepEqual(cut(title, m?.marks ?? []), ["The ", "Res", "ult comes in ", "pa", "ges"]);
  assert.equal(cut(title, match("rslt", title)?.marks ?? []).join(""), title);
});

test("a query of signs breaks nothing", () => {
  for (const query of ["(", "[a", "\\", "$&", "😀", " ", "İ"])
    assert.equal(cut("a😀b", match(query, "a😀b")?.marks ?? []).join(""), "a😀b");
});
