// What the form says about the numbers and names that are typed into it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf } from "./draft.ts";
import { textOf } from "./draft-text.ts";
import { correctionOf, sentenceOf } from "./messages.ts";
import { entryProblems, nameProblems, numberProblems, spreadProblems } from "./numbers.ts";
import { pricesOf, pricesText } from "./prices.ts";

const sheet = () => draftOf("# @sheet stays\n# @entity stay, 270000\n# @ask of a car, 2/s, stay by car");

/** The problems of a sheet with a rate and prices as somebody types them. */
function typed(n: string, transactions = "", peak = "") {
  const draft = sheet();
  Object.assign(draft.asks[0] ?? {}, { n });
  Object.assign(draft.settings, { peak, prices: pricesText({ transactions, storage: "0,05", currency: "" }) });
  return { draft, list: numberProblems(draft) };
}

test("a decimal comma is read as a point, which is said at its field", () => {
  const { draft, list } = typed("2,5", "0,036");
  assert.deepEqual(
    list.map((p) => [p.code, p.path, p.field, p.names[0], p.note]),
    [
      ["decimalComma", "/asks/0", "n", "2.5", true],
      ["decimalComma", "", "transactions", "0.036", true],
      ["decimalComma", "", "storage", "0.05", true],
    ],
  );
  assert.match(textOf(draft), /^# @ask of a car, 2\.5\/s, stay by car$/m);
  assert.match(sentenceOf(list[0] ?? never()), /^“2,5” is read as 2\.5/);
  assert.deepEqual(correctionOf(list[0] ?? never()), ["2.5", ""]);
});

test("complete prices with commas reach the text", () => {
  const draft = sheet();
  draft.settings.prices = pricesText({ transactions: "0,036", storage: "0,05", currency: "EUR" });
  assert.match(textOf(draft), /prices 0\.036 transactions and 0\.05 storage in EUR/);
  assert.equal(pricesOf(draft.settings.prices).transactions, "0,036");
});

test("a price that is not a number says so, also while prices are not complete", () => {
  const [first] = typed("2", "cheap").list;
  assert.deepEqual([first?.code, first?.field, first?.note], ["badPrice", "transactions", false]);
  assert.match(sentenceOf(first ?? never()), /“cheap” is not a price/);
  assert.equal(pricesOf(pricesText({ transactions: "1 000", storage: "", currency: "" })).transactions, "1 000");
});

test("a point that may group digits is said; numbers of which there is one reading are not", () => {
  const [first] = typed("1.000").list;
  assert.deepEqual([first?.code, first?.names], ["decimalPoint", ["1", "1000"]]);
  for (const n of ["1,000", "50 million", "1.5 million", "0.125", "12.5", ""])
    assert.equal(
      typed(n).list.some((p) => p.path),
      false,
      n,
    );
  assert.equal(typed("2", "", "1,5").list[0]?.field, "peak");
});

function never(): never {
  throw new Error("nothing was said");
}

test("a name is read without the signs that would end it, which is said at its field alone", () => {
  const named = (name: string) => {
    const draft = sheet();
    Object.assign(draft.asks[0] ?? {}, { name });
    return { text: textOf(draft), said: nameProblems(draft) };
  };
  for (const sign of [",", ";"]) {
    const { text, said } = named(`links of an owner${sign} newest first`);
    assert.match(text, /^# @ask links of an owner newest first, 2\/s, stay by car$/m);
    assert.deepEqual(
      said.map((p) => [p.code, p.path, p.field, p.names[0], p.note]),
      [["plainName", "/asks/0", "name", "links of an owner newest first", true]],
    );
    assert.match(
      said.map((m) => sentenceOf(m)).join(),
      /newest first” is read as “links of an owner newest first”, because/,
    );
  }
  assert.match(named("find: by_code (e-mail)").text, /^# @ask find by code e-mail, /m);
  assert.match(named("what's due?").text, /^# @ask whats due, /m);
  assert.match(named("Ünder 20").text, /^# @ask Ünder 20, /m);
  assert.deepEqual(named("last hour - all").said, []);
  assert.deepEqual(named("").said, []);
});

test("a comma in the name of a kind or an attribute is one mistake, at the name", () => {
  const draft = draftOf("# @entity link, 5\n# @attribute link.code, int\n# @ask one, 1/s, link by code");
  const [link] = draft.kinds;
  Object.assign(link ?? {}, { name: "li,nk" });
  Object.assign(link?.attributes[0] ?? {}, { name: "co;de" });
  Object.assign(draft.asks[0] ?? {}, { kind: "li,nk" });
  assert.match(textOf(draft), /^# @entity link, 5\n# @attribute link\.code, int\n# @ask one, 1\/s, link by code$/m);
  assert.deepEqual(
    nameProblems(draft).map((p) => [p.code, p.path, p.field, p.subject, p.note]),
    [
      ["badProperty", "/entities/0", "name", "li,nk", false],
      ["badProperty", "/entities/0/attributes/0", "name", "co;de", false],
    ],
  );
});

test("a spread of values that each occur once is a mistake, which goes at one press", () => {
  const said = (more: string, of = "") => {
    const text = `entity page, 100000${of}\n# @attribute page.id, text 20, identity, ${more}`;
    return spreadProblems(draftOf(text), text);
  };
  const [wrong] = said("100000 values, largest 20 %, changes");
  assert.deepEqual(
    [wrong?.path, wrong?.field, wrong?.subject, wrong?.note, wrong?.line],
    ["/entities/0/attributes/0", "more", "largest 20 %", false, 2],
  );
  assert.deepEqual(wrong && correctionOf(wrong), ["100000 values, largest 20 %, changes", "changes"]);
  assert.deepEqual(
    said("zipf 1").map((p) => correctionOf(p)[1]),
    ["unique"],
  );
  assert.match(
    said("zipf 1")
      .map((m) => sentenceOf(m))
      .join(),
    /^“zipf 1” has no effect here, because each page has a value/,
  );
  assert.deepEqual(said("unique, any case"), []);
  assert.deepEqual(said("100 values, largest 20 %", " of user"), [], "with a parent each value can occur again");
});

test("a share that the engine would take for that of a value is told to be the largest", () => {
  const said = (more: string) => {
    const text = `entity page, 100\n# @attribute page.id, text 20, identity\n# @attribute page.state, text 9, ${more}`;
    return spreadProblems(draftOf(text), text);
  };
  for (const more of ["skew 20 %", "5 values, top 20%"])
    assert.deepEqual(
      said(more).map((p) => [p.path, p.field, p.note, p.line, correctionOf(p)[1]]),
      [["/entities/0/attributes/1", "more", false, 3, "largest 20 %"]],
    );
  assert.deepEqual(said("top 20 %, other 80 %"), []);
  assert.deepEqual(said("open 20 %"), []);
});

test("a time without a number is asked for it, and counts as nothing meanwhile", () => {
  const draft = sheet();
  const of = (n: string, per: string) => {
    Object.assign(draft.asks[0] ?? {}, { n, per });
    return entryProblems(draft).map((p) => [p.code, p.path, p.field, p.note]);
  };
  assert.deepEqual(of("", "day"), [["noRate", "/asks/0", "n", false]]);
  assert.deepEqual(of(" ", "%"), [["noRate", "/asks/0", "n", false]]);
  assert.deepEqual(of("", "s"), [], "what is assumed of a question that says nothing");
  assert.deepEqual(of("5", "day"), []);
});

test("the largest of a question for one entity has no effect, which is said", () => {
  const of = (by: string, how: string) =>
    entryProblems(
      draftOf(`# @sheet s\n# @entity shop, 9\n# @attribute shop.id, text 9, identity\n# @entity sale, 90 of shop
# @attribute sale.no, text 9, identity\n# @attribute sale.code, text 9, unique\n# @attribute sale.kind, text 9
# @ask q, 1/s, sale by ${by}, ${how}`),
    ).map((p) => [p.code, p.field, p.note, ...p.names]);
  const said = [["askedOfOne", "how", true, "sale"]];
  assert.deepEqual(of("no", "asked largest"), said);
  assert.deepEqual(of("code", "asked largest, top 1"), said);
  assert.deepEqual(of("shop and no", "asked largest"), [], "the largest shop");
  assert.deepEqual(of("kind", "asked largest"), []);
  assert.deepEqual(of("shop", "asked largest"), []);
  assert.deepEqual(of("no", "asked evenly"), []);
});

test("values are of the type of their attribute, and a day of a time is a range", () => {
  const of = (by: string) =>
    entryProblems(
      draftOf(`# @sheet s\n# @entity sale, 90\n# @attribute sale.no, text 9, identity\n# @attribute sale.at, time
# @attribute sale.day, time day\n# @attribute sale.n, int\n# @attribute sale.open, bool\n# @ask q, 1/s, sale by ${by}`),
    ).map((p) => [p.code, p.subject, ...p.names]);
  assert.deepEqual(of("no=today and n=5 and open=true and day=today and at"), []);
  assert.deepEqual(of("no and at=today"), [["parted", "no and at=today", "no", "at one day"]]);
  assert.deepEqual(of("at=soon"), [["noTimeValue", "at=soon", "at", "at last 1h"]]);
  assert.deepEqual(of("no and n=few"), [["badTyped", "n=few", "n", "n=1"]]);
  assert.deepEqual(of("open=yes"), [["badTyped", "open=yes", "open", "open=true"]]);
});
