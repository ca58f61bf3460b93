import assert from "node:assert/strict";
import { test } from "node:test";
import {
  draftOf,
  emptyDraft,
  identifies,
  isUntouched,
  kindToAsk,
  lackOf,
  nameKind,
  newAsk,
  newDo,
  withoutIdentity,
} from "./draft.ts";
import { ownTime, plainNumber, textOf } from "./draft-text.ts";

const READINGS = `### Readings
# @sheet readings, peak 3, headroom 2, prices 0.0004 transactions and 0.05 storage in EUR, month <= 100
# @entity user, 400
# @entity reading, 50 million/day of device and user, largest device 5 %, largest user 1 %, kept 90d, grows density
# @attribute user.id, text 8, identity
# @attribute user.model, text 12, 40 values
# @attribute reading.at, time, identity
# @attribute reading.status, int, 8 values, largest 97 %
# @ask last hour, 40/s, reading by device and at, at last 1h, asked evenly; read <= 150, roundtrips <= 1
# @ask some, 5 %, reading
# @do move, 0.001/s, update device by id, sets customer
# @do record, insert reading
# @together both, insert reading, update device

### Design A
# @keys {device} | {at:-} | Readings{at:day} | of reading
# @keys {customer} | {device} | Devices | of device

### Design B
# @keys {at:hour} | {device}_{at:-} | Readings | of reading
`;

test("the form holds what the text says, and writes it again", () => {
  assert.equal(textOf(draftOf(READINGS)), READINGS);
});

test("each field has its words", () => {
  const d = draftOf(READINGS);
  assert.deepEqual(d.kinds[1], {
    name: "reading",
    n: "50 million",
    per: "day",
    of: "device and user",
    largest: "device 5 %, user 1 %",
    kept: "90d",
    grows: "density",
    attributes: [
      { name: "at", type: "time", identity: true, more: "" },
      { name: "status", type: "int", identity: false, more: "8 values, largest 97 %" },
    ],
  });
  assert.deepEqual(d.asks[0], {
    name: "last hour",
    n: "40",
    per: "s",
    kind: "reading",
    by: "device and at",
    how: "at last 1h, asked evenly",
    limits: "read <= 150, roundtrips <= 1",
  });
  assert.deepEqual([d.asks[1]?.n, d.asks[1]?.per, d.asks[1]?.by], ["5", "%", ""]);
  assert.deepEqual([d.does[0]?.verb, d.does[0]?.kind, d.does[0]?.by], ["update", "device", "id"]);
  assert.deepEqual([d.does[1]?.n, d.does[1]?.per], ["", "s"]);
  assert.equal(d.settings.limits, "month <= 100");
  assert.deepEqual(
    d.designs.map((x) => [x.name, x.stores.length]),
    [
      ["Design A", 2],
      ["Design B", 1],
    ],
  );
});

test("a list of values stays together, and rules of values are no types", () => {
  const d = draftOf("entity user, 5\nattribute user.mail, unique, any case\nask three, user by id in (a, b), top 2");
  assert.deepEqual([d.asks[0]?.by, d.asks[0]?.how], ["id in (a, b)", "top 2"]);
  assert.deepEqual([d.kinds[0]?.attributes[0]?.type, d.kinds[0]?.attributes[0]?.more], ["", "unique, any case"]);
});

test("digits may be grouped as people write them, and pasted lines stay in their field", () => {
  assert.equal(plainNumber("50,000,000"), "50000000");
  assert.equal(plainNumber("1 234 567"), "1234567");
  assert.equal(plainNumber("1.5 million"), "1.5 million");
  assert.equal(plainNumber("0,036 transactions and 2,5 storage in EUR"), "0.036 transactions and 2.5 storage in EUR");
  assert.equal(plainNumber("12,34"), "12.34");
  assert.equal(plainNumber("1,234.5"), "1234.5");
  assert.equal(plainNumber("1,2,3"), "1.2.3");
  const d = draftOf(READINGS);
  const [ask] = d.asks;
  if (ask) Object.assign(ask, { n: "3,456,000", per: "day", limits: "read ≤ 150\n# @do x, delete user" });
  const text = textOf(d);
  assert.match(text, /^# @ask last hour, 3456000\/day, .*; read <= 150 # @do x, delete user$/m);
  assert.equal(draftOf(text).does.length, 2);
});

test("a rate that has its time in it is read with that one, whatever the choice beside it says", () => {
  const rated = (n: string) => {
    const d = draftOf(READINGS);
    Object.assign(d.asks[0] ?? {}, { n, per: "day" });
    return /last hour, (.*), reading/.exec(textOf(d))?.[1];
  };
  assert.equal(rated("40/s"), "40/s");
  assert.equal(rated("3 million / month"), "3 million/month");
  assert.equal(rated("1,000 per second"), "1000/s");
  assert.equal(rated("40"), "40/day");
  assert.equal(rated("40/fortnight"), "40/fortnight", "as it was typed, for the engine to say so");
  assert.deepEqual(ownTime("2,5 / hours"), { n: "2,5", per: "h" });
  assert.equal(ownTime("5 million"), null);
});

test("a new question or write has the rate with which it is read again", () => {
  const d = draftOf("# @sheet x\n# @entity a, 5");
  d.asks.push({ ...newAsk("a"), name: "q" });
  d.does.push({ ...newDo("a"), name: "w" });
  assert.deepEqual(draftOf(textOf(d)), d);
});

test("the form takes lists, counts and times as people write them", () => {
  const d = draftOf(`# @sheet x
# @entity a, 5, kept 9d
# @attribute a.b, text 8
# @ask q, 5/s, a by b, at last 1h
# @ask list, 5/s, a by b`);
  const [q, list] = d.asks;
  Object.assign(d.kinds[0] ?? {}, { kept: "1 year" });
  Object.assign(d.kinds[0]?.attributes[0] ?? {}, { more: "1,000 thousand" });
  Object.assign(q ?? {}, { by: "b, c ,d", how: "at last 24 hours" });
  Object.assign(list ?? {}, { by: "b in (x, y), c" });
  assert.deepEqual(textOf(d).trim().split("\n").slice(2), [
    "# @entity a, 5, kept 1 year",
    "# @attribute a.b, text 8, 1000 thousand values",
    "# @ask q, 5/s, a by b and c and d, at last 24 hours",
    "# @ask list, 5/s, a by b in (x, y) and c",
  ]);
});

test("groups of digits before the word values are one number, and a list stays a list", () => {
  for (const [typed, written] of [
    ["3,000 values", "3000 values"],
    ["40,000 values, even", "40000 values, even"],
    ["in (100,200,300)", "in (100,200,300)"],
  ] as const) {
    const d = draftOf("# @sheet x\n# @entity a, 5\n# @attribute a.b, int");
    Object.assign(d.kinds[0]?.attributes[0] ?? {}, { more: typed });
    assert.match(textOf(d), new RegExp(`a.b, int, ${written.replace(/[()]/g, "\\$&")}$`, "m"));
  }
});

test("a text with mistakes keeps them, so that they can be corrected in the form", () => {
  const d = draftOf("# @sheet x\n# @entity a, many\n# @ask q, 5 M/day, b by c, at lst 1h; read < 1\nGET /x\n# plain");
  assert.deepEqual(
    [d.kinds[0]?.n, d.asks[0]?.n, d.asks[0]?.how, d.asks[0]?.limits],
    ["many", "5 M", "at lst 1h", "read < 1"],
  );
  assert.equal(textOf(d), "### X\n# @sheet x\n# @entity a, many\n# @ask q, 5 M/day, b by c, at lst 1h; read < 1\n");
});

test("a sheet lacks kinds, then questions, then a design", () => {
  const lines = [
    "# @sheet x",
    "# @entity user, 400",
    "# @ask one, 4/s, user by id",
    "### A\n# @keys {id} | | Users | of user",
  ];
  assert.equal(lackOf(emptyDraft("x")), "kinds");
  assert.deepEqual(
    lines.map((_, i) => lackOf(draftOf(lines.slice(0, i + 1).join("\n")))),
    ["kinds", "asks", "designs", null],
  );
});

test("a semicolon between statements ends no line, and limits after one stay limits", () => {
  const d = draftOf("# @sheet s\n# @entity a, 5\n# @do w, 1/s, insert a");
  const line = (how: string) => {
    Object.assign(d.does[0] ?? {}, { how });
    return textOf(d).split("\n").at(-2);
  };
  assert.equal(line("begin; commit;"), "# @do w, 1/s, insert a, begin, commit");
  assert.equal(line("if absent; transactions <= 2"), "# @do w, 1/s, insert a, if absent; transactions <= 2");
});

test("the word identity among the values is the tick", () => {
  const d = draftOf("# @sheet s\n# @entity a, 5\n# @attribute a.code, text 8");
  const a = d.kinds[0]?.attributes[0];
  if (!a) throw new Error("the sheet has no such attribute");
  for (const more of ["identity", "unique, identity", "identity,5 values"]) {
    Object.assign(a, { identity: false, more });
    assert.equal(identifies(a), true, more);
    const typed = textOf(d);
    Object.assign(a, { identity: identifies(a), more: withoutIdentity(a.more) });
    assert.equal(textOf(d), typed, more);
    assert.equal(typed.match(/identity/g)?.length, 1, more);
    Object.assign(a, { more });
    assert.equal(textOf(d), typed, more);
  }
  Object.assign(a, { identity: false, more: "identity column" });
  assert.equal(identifies(a), false);
  assert.equal(withoutIdentity("even , identity column"), "even , identity column");
});

test("the questions of a kind keep to it when it is named, and those of the only kind get its name", () => {
  const d = emptyDraft("x");
  const kind = (name: string) => ({ name, n: "", per: "", of: "", largest: "", kept: "", grows: "", attributes: [] });
  d.asks.push(newAsk(kindToAsk(d, "asks")));
  const book = kind("");
  d.kinds.push(book);
  for (const name of ["b", "book", "", "novel"]) nameKind(d, book, name);
  assert.equal(d.asks[0]?.kind, "novel");
  d.kinds.push(kind("author"));
  d.asks.push(newAsk(kindToAsk(d, "asks")), newAsk("author"));
  nameKind(d, book, "author"); // for a moment, two have the same name
  nameKind(d, book, "authors");
  assert.deepEqual(
    d.asks.map((a) => a.kind),
    ["authors", "authors", "author"],
  );
  assert.equal(kindToAsk(d, "asks"), "author");
  assert.equal(kindToAsk(d, "does"), "author");
});

test("a row is untouched until something is typed into it", () => {
  const d = draftOf("# @sheet x\n# @entity book, 5\n# @attribute book.");
  d.asks.push(newAsk("book"));
  assert.deepEqual(
    ["/asks/0", "/entities/0", "/entities/0/attributes/0", "", "/asks/7"].map((path) => isUntouched(d, path)),
    [true, false, true, false, false],
  );
  Object.assign(d.asks[0] ?? {}, { by: "a" });
  assert.equal(isUntouched(d, "/asks/0"), false);
});
