// At which field a mistake is said, and what can be written there instead.
import assert from "node:assert/strict";
import { test } from "node:test";
import texts from "../../../i18n/en.json" with { type: "json" };
import type { SheetCode, SheetMessage } from "../../engine/types.ts";
import { type Draft, draftOf, newAsk, withAttribute } from "./draft.ts";
import { textOf } from "./draft-text.ts";
import { textAfter } from "./fixes.ts";
import { correctionOf, fixesOf, sentenceOf } from "./messages.ts";
import { problemOf, worthSaying } from "./problems.ts";
import { isShown, shownPaths } from "./shown.ts";

const SHEET = draftOf(`# @sheet readings, horizon 1x
# @entity device, 20000 of site, kept lang
# @attribute device.at, 40 vlues
# @ask latest, 10/s, device by sensor, at last 1y, nwest at; raed <= 1
# @ask nothing, 5/s
# @do move, 1/s, update device by id, sts site
# @together both, isnert device`);
Object.assign(SHEET.kinds[0]?.attributes[0] ?? {}, { type: "tme" }); // as it was typed

const message = (code: SheetCode, path: string, subject: string, names: string[] = []): SheetMessage => ({
  code,
  path,
  subject,
  names,
  numbers: [],
  line: 0,
  note: false,
});

const FIELDS: readonly (readonly [string, SheetMessage])[] = [
  ["horizon", message("badTime", "", "1x")],
  ["kept", message("badTime", "/entities/0", "lang")],
  ["type", message("unknownWord", "/entities/0/attributes/0", "tme", ["time"])],
  ["more", message("unknownWord", "/entities/0/attributes/0", "40 vlues", ["values"])],
  ["by", message("unknownAttribute", "/asks/0", "device", ["sensor", ""])],
  ["by", message("unknownValue", "/does/0", "id", ["id", ""])],
  ["how", message("badWidth", "/asks/0", "1y")],
  ["how", message("unknownWord", "/asks/0", "nwest at", ["newest"])],
  ["limits", message("badLimit", "/asks/0", "raed <= 1", ["read"])],
  ["kind", message("missing", "/asks/1", "nothing", ["kind"])],
  ["verb", message("missing", "/does/0", "move", ["verb"])],
  ["how", message("unknownWord", "/does/0", "sts site", ["sets"])],
  ["by", message("insertBy", "/does/0", "join", ["mail", "user", "id"])],
  ["writes", message("unknownWord", "/together/0", "isnert device", ["insert"])],
];

for (const [field, m] of FIELDS) {
  test(`${m.code} of “${m.subject || m.names.join()}” is said at ${field}`, () => {
    assert.equal(problemOf(m, SHEET).field, field);
  });
}

test("a kind after a word of a sentence is found, or said not to be there", () => {
  for (const [line, subject, sentence, writes] of [
    ["do move, 1/s, insert into device", "device", /^“into device” cannot be read\. Write device\.$/, ["device"]],
    ["do move, 1/s, delete from device by id", "device", /Write device\.$/, ["device"]],
    ["do move, 1/s, insert into passing", "passing", /^There is no kind passing\./, []],
    ["ask all, 1/s, every device", "device", /Write device\.$/, ["device"]],
  ] as const) {
    const draft = draftOf(`# @sheet s\n# @entity device, 5\n# @attribute device.passing, int\n# @${line}`);
    const path = line.startsWith("do") ? "/does/0" : "/asks/0";
    const p = problemOf(message("unknownWord", path, subject, [""]), draft);
    assert.match(sentenceOf(p), sentence);
    assert.deepEqual([p.field, ...fixesOf(p).map((fix) => fix.word)], ["kind", ...writes]);
  }
});

test("an attribute without its kind is not taken for a kind", () => {
  const says = (...names: string[]) => sentenceOf(message("unknownKind", "", "", names));
  assert.match(says("runner", ""), /Write the kind, a dot and the name/);
  assert.match(says("device", "device"), /Write the kind, a dot and the name/);
  assert.match(says("devise", "device"), /Did you mean device\?$/);
});

test("a word that resembles none is answered with what can be written there", () => {
  const at = (path: string) => sentenceOf(message("unknownWord", path, "zzz", [""]));
  assert.match(at("/asks/0"), /newest at/);
  assert.match(at("/does/0"), /sets status/);
  assert.match(at("/entities/0"), /kept 90d/);
  assert.match(at("/entities/0/attributes/2/type"), /500 values/);
  assert.match(at(""), /Remove it/);
});

test("a write that is asked like a question is told how it can be said", () => {
  const asked = message("unknownWord", "/does/0", "asked largest", [""]);
  assert.match(sentenceOf(asked), /is for questions\. If one entity gets most of the writes, say largest 60 %\./);
});

test("an insert by a value that is not unique is told where to say so", () => {
  const by = sentenceOf(message("insertBy", "/does/0", "join", ["mail", "user", "id"]));
  assert.match(
    by,
    /^“join” is an insert, so “by mail” has no effect.* identity \(id\)\. .* at its attribute: unique\./,
  );
  const absent = sentenceOf(message("unknownWord", "/does/0", "absent mail", [""]));
  assert.match(absent, /A value that must be unique is marked at its attribute: unique\.$/);
});

test("what the service cannot do is answered with the pattern that helps", () => {
  const back = message("cannot", "/asks/0", "previous page", ["backwards"]);
  assert.match(sentenceOf(back), /^“previous page”: .*Keep the token of each page/);
  assert.match(sentenceOf({ ...back, names: ["fullText"] }), /an entity for each word/);
  assert.equal(sentenceOf({ ...back, names: ["news"] }), "The service has nothing like “previous page”.");
});

test("a mistyped word after a number is mended in its field, and a setting is said at its own", () => {
  const sheet = draftOf(`# @sheet chess, peak 0.5, headroom 0.5
# @entity game, 50 millon
# @ask games, 3 millon/day, game by player = 'd1'
# @do finish, 0/day, update game by id sets status`);
  const number = problemOf(message("badNumber", "/entities/0", "50 millon", ["millon", "million"]), sheet);
  assert.equal(number.field, "n");
  assert.equal(sentenceOf(number), "“50 millon” is not a number. Did you mean million?");
  assert.deepEqual(correctionOf(number), ["millon", "million"]);
  assert.equal(problemOf(message("badRate", "/asks/0", "3 millon/day", ["millon", "million"]), sheet).field, "n");
  const spaced = message("spacedValue", "/asks/0", "player = 'd1'", ["player=d1"]);
  assert.match(sentenceOf(spaced), /Write player=d1, without spaces or quotes/);
  const value = problemOf(spaced, sheet);
  assert.deepEqual([value.field, sentenceOf(value).slice(0, 29)], ["by", "game has no attribute player."]);
  const comma = problemOf(message("commaMissing", "/does/0", "sets", ["id, sets"]), sheet);
  assert.equal(comma.field, "by");
  assert.equal(sentenceOf(comma), "A comma is missing before “sets”. Write id, sets.");
  assert.equal(problemOf(message("notAboveZero", "/does/0", "0"), sheet).field, "n");
  const peak = { ...message("outOfRange", "", "", ["peak"]), numbers: [0.5, 1, 1000] };
  assert.equal(sentenceOf(peak), "The peak is 0.5. Enter a number from 1 to 1,000.");
  assert.equal(problemOf({ ...peak, names: ["headroom"] }, sheet).field, "headroom");
});

test("a mistake says what to write in its place", () => {
  const sheet = draftOf(
    "# @sheet x\n# @entity a, 5\n# @attribute a.mail, text 9\n# @do edit, 1/s, update a by id, mail",
  );
  const said = (m: SheetMessage) => [sentenceOf(problemOf(m, sheet)), ...correctionOf(problemOf(m, sheet))];
  const sets = said(message("unknownWord", "/does/0", "mail", [""]));
  assert.deepEqual(sets, ["“mail” means nothing here. Did you mean sets mail?", "mail", "sets mail"]);
  const [, ...name] = said(message("badProperty", "/entities/0", "hot post"));
  assert.deepEqual(name, ["hot post", "hot_post"]);
  const [, ...newest] = said(message("unknownWord", "/asks/0", "nwest at", ["newest"]));
  assert.deepEqual(newest, ["nwest", "newest"], "the attribute stays");
  assert.match(said(message("unknownAttribute", "/asks/0", "a", ["", ""])).join(), /an attribute of a is missing here/);
  assert.match(said(message("unknownWord", "/entities/0/attributes/0", "hot")).join(), /Write how many values/);
  assert.equal(problemOf(message("notTime", "/does/0", "edit", ["mail"]), sheet).field, "how");
  assert.match(said(message("badNumber", "/asks/0", "")).join(), /^A number is missing here/);
});

test("what has no name yet is called by its place", () => {
  assert.equal(
    sentenceOf(message("missing", "/asks/1", "", ["kind"])),
    "Question 2 does not say which entities. Write the kind after the rate, as in 10/s, reading by device.",
  );
  assert.equal(sentenceOf(message("badName", "/entities/0", "")), "Kind 1 has no name. Enter one.");
  assert.equal(
    sentenceOf(message("badProperty", "/entities/0/attributes/2", "")),
    "Attribute 3 has no name. Enter one.",
  );
});

test("a mistake waits until the entry is left, whatever of it has the focus", () => {
  const kind = problemOf(message("noIdentity", "/entities/0", "device"), SHEET);
  const sheet = problemOf(message("shares", "", "", []), SHEET);
  const shown = (id: string) => [...shownPaths([kind, sheet], new Set(), { id } as Element)];
  assert.deepEqual(shown("sheet-entities-0-attributes-add"), [""]);
  assert.deepEqual(shown("sheet-entities-0-attributes-0-identity"), [""]);
  assert.deepEqual(shown("sheet-entities-1-name"), ["/entities/0", ""]);
  assert.deepEqual(shown("sheet-asks-0-n"), ["/entities/0"]);
  assert.deepEqual(shown("sheet-peak"), ["/entities/0"]);
  assert.deepEqual(shown("sheet-asks-add"), ["/entities/0", ""]);
});

test("wrong words are said as soon as their field is left, even to the next one of the entry", () => {
  const wrong = { ...problemOf(message("unknownWord", "/asks/0", "zzz", [""]), SHEET), field: "by" };
  const lacking = problemOf(message("missing", "/asks/0", "q", ["kind"]), SHEET);
  const shown = (id: string, before: ReadonlySet<string> = new Set()) => {
    const paths = shownPaths([wrong, lacking], before, { id } as Element);
    return [wrong, lacking].map((p) => isShown(p, paths));
  };
  assert.deepEqual(shown("sheet-asks-0-by"), [false, false]);
  assert.deepEqual(shown("sheet-asks-0-how"), [true, false]);
  assert.deepEqual(shown("sheet-asks-1-by"), [true, true]);
  assert.deepEqual(shown("sheet-asks-0-by", new Set(["sheet-asks-0-by"])), [true, false]);
});

const PATHS = ["", "/entities/0", "/entities/0/attributes/0", "/asks/0", "/does/0", "/together/0", "/designs/0"];
const LACKING = ["count", "kind", "verb", "attribute", "order", "width", "value", "weights", "most", "backwards"];
const LINE = "# @attribute game.at, int, identity, 500 values, even";
const ASSUMED = [
  ["game", LINE],
  ["game", "user", LINE],
  ["game", "even", "unique", LINE],
];

/** What is wrong with a text alone, and what names the view that has lines. */
const OF_TEXT = [
  "badJSON",
  "badVersion",
  "fanOut",
  "noSheet",
  "unknownDirective",
  "unknownMember",
  "unreadLine",
  "wrongType",
];

test("the form says nothing in the words of the text", () => {
  const codes = new Set(Object.keys(texts).flatMap((key) => /^bench\.says\.(\w+)/.exec(key)?.[1] ?? []));
  let said = 0;
  for (const code of [...codes].filter((c) => !OF_TEXT.includes(c)) as SheetCode[])
    for (const path of PATHS)
      for (const names of code.endsWith("Assumed") ? ASSUMED : [[], ["", ""], ...LACKING.map((name) => [name])]) {
        const m = problemOf({ ...message(code, path, "game", names), numbers: [1, 2, 3] }, SHEET);
        const sentence = sentenceOf(m, "form");
        const where = `${code} at ${path} of ${names.join()}: ${sentence}`;
        assert.equal(/@\w|\bbars?\b|\b[Ll]ine \d|after the rate|\{\w+\}/.test(sentence), false, where);
        said++;
      }
  assert.equal(said > 3000, true);
});

test("a field is called by its label", () => {
  const form = (m: SheetMessage, names = m.names) => sentenceOf(problemOf({ ...m, names }, SHEET), "form");
  assert.equal(
    form({ ...message("outOfRange", "", "", ["peak"]), numbers: [0.5, 1, 1000] }),
    "“peak, times the average” is 0.5. Enter a number from 1 to 1,000.",
  );
  assert.match(form(message("shareWithoutTotal", "/asks/0", "latest")), /in the field “all requests together”\.$/);
  assert.match(form(message("unknownWord", "/asks/0", "zzz", [""])), /the field “by known values”/);
  assert.match(form(message("unknownWord", "/entities/0/attributes/0", "tme", [""])), /^“tme” is not a type\./);
  assert.match(
    form(message("partAssumed", "/entities/0/attributes/0", "game.at", ["game", LINE])),
    /example 500 values$/,
  );
  assert.match(form(message("missing", "/together/0", "both", ["verb"])), /as in insert order and insert line/);
});

test("the question about upper and lower case says in which field it is answered, and writes it there", () => {
  const path = "/entities/0/attributes/0";
  const asked = { ...message("whichCase", path, "device.at", ["any case", "exact case"]), note: true };
  const p = problemOf(asked, SHEET);
  assert.equal(
    sentenceOf(p, "form"),
    "Do values of device.at differ only in upper and lower case? " +
      "In its field “values”, write any case after a comma if Ann and ann are one value, or exact case if they are two.",
  );
  assert.deepEqual(
    [p.field, ...fixesOf(p).flatMap(({ puts }) => puts.map((put) => textAfter("unique", put)))],
    ["more", "unique, any case", "unique, exact case"],
  );
  assert.match(sentenceOf(p), /Write unique, any case at its attribute/);
});

test("what a question without a kind says is that it has none, and once", () => {
  const sheet = draftOf("# @sheet x\n# @entity book, 5");
  sheet.asks.push({ ...newAsk(""), name: "shelf", by: "author", how: "order by title" });
  const said = [message("missing", "/asks/0", "shelf", ["kind"]), message("unknownWord", "/asks/0", "author", [""])];
  const order = { ...message("unknownAttribute", "/asks/0", "", ["title", ""]), names: ["title", ""] };
  const shown = worthSaying(
    [...said, order].map((m) => problemOf(m, sheet)),
    sheet,
  );
  assert.deepEqual(
    shown.map((p) => [p.field, sentenceOf(p, "form")]),
    [["kind", "shelf does not say which entities. Choose them before “by known values”."]],
  );
});

test("an attribute that is not there can be added, and the first one keeps the identity", () => {
  const sheet = draftOf("# @sheet x\n# @entity book, 5\n# @ask shelf, 5/s, book by author");
  const p = problemOf(message("unknownAttribute", "/asks/0", "book", ["author", ""]), sheet);
  assert.match(sentenceOf(p, "form"), /^book has no attribute author/);
  assert.deepEqual(p.adds, { kind: "book", name: "author" });
  withAttribute(sheet, "book", "author");
  assert.match(textOf(sheet), /# @attribute book\.id, identity\n# @attribute book\.author\n/);
  assert.equal(problemOf(message("unknownAttribute", "/asks/0", "book", ["autor", "author"]), sheet).adds, undefined);
});

test("what a write adds to is added as a number", () => {
  const sheet = draftOf("# @sheet x\n# @entity book, 5\n# @do lend, 1/s, update book, adds 1 to loans");
  for (const name of ["loans", "loan"]) withAttribute(sheet, "book", name);
  assert.match(textOf(sheet), /# @attribute book\.loans, int\n# @attribute book\.loan\n/);
});

test("an attribute that a write adds to is named for a count only if it counts", () => {
  for (const [how, sentence] of [
    ["adds 1 to hours", /Add an attribute that keeps the number, such as book_count/],
    ["adds 1 to book_count", /as “log” does with adds 1 to book_count/],
  ] as const) {
    const sheet = draftOf(
      `# @sheet x\n# @entity book, 5\n# @do log, 1/s, update book, ${how}\n# @ask q, 1/s, book, count`,
    );
    const p = problemOf(message("cannot", "/asks/0", "count", ["aggregate"]), sheet);
    assert.match(sentenceOf(p, "form"), sentence);
  }
});

test("an identity that went with the first attribute comes back with the button that is named", () => {
  const lost = draftOf("# @sheet x\n# @entity book, 5\n# @attribute book.author, text 9");
  const of = (sheet: Draft) =>
    sentenceOf(problemOf(message("noIdentity", "/entities/0", "book", ["author"]), sheet), "form");
  assert.match(of(lost), /^book has no identity\. Press “id, which was assumed, as the identity” below, or mark/);
  assert.match(
    of(draftOf("# @sheet x\n# @entity book, 5\n# @attribute book.id, text 9")),
    /^book has no identity\. Mark/,
  );
});

test("two parts without a name are not said to have the same one", () => {
  const sheet = draftOf("# @sheet x\n# @entity a, 5\n# @attribute a., text 9\n# @attribute a., text 9");
  const at = (code: SheetCode, i: number) => problemOf(message(code, `/entities/0/attributes/${i}`, "", [""]), sheet);
  const said = worthSaying([at("duplicate", 1), at("badProperty", 0), at("badProperty", 1)], sheet);
  assert.deepEqual(
    said.map((p) => sentenceOf(p)),
    ["Attribute 1 has no name. Enter one.", "Attribute 2 has no name. Enter one."],
  );
  const twice = message("duplicate", "/entities/0/attributes/1", "", ["mail"]);
  assert.equal(worthSaying([problemOf(twice, sheet)], sheet).length, 1);
});
