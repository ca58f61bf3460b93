// What is proposed for words that people write in their own way. The messages are those of engine/sheet.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { SheetCode, SheetMessage } from "../../engine/types.ts";
import { type Draft, draftOf } from "./draft.ts";
import { textOf } from "./draft-text.ts";
import { textAfter } from "./fixes.ts";
import { correctionOf, fixesOf, type Problem, sentenceOf } from "./messages.ts";
import { entryProblems } from "./numbers.ts";
import { problemOf, worthSaying } from "./problems.ts";

const LINKS = `# @sheet links
# @entity owner, 1000
# @entity link, 100000 of owner, kept 90d
# @attribute link.code, text 8, identity
# @attribute link.created, time
# @attribute link.views, int`;

type Case = readonly [typed: string, code: SheetCode, subject: string, names: string[], right: string];

function said(line: string, path: string, code: SheetCode, subject: string, names: string[]): Problem {
  const m: SheetMessage = { code, path, subject, names, numbers: [], line: 0, note: false };
  return problemOf(m, draftOf(`${LINKS}\n# @${line}`));
}

const ORDERS: readonly Case[] = [
  ["newest", "unknownAttribute", "link", ["", ""], "newest created"],
  ["newest at", "unknownAttribute", "link", ["at", ""], "newest created"],
  ["newest first", "unknownAttribute", "link", ["first", ""], "newest created"],
  ["oldest", "unknownAttribute", "link", ["", ""], "oldest created"],
  ["greatest", "unknownAttribute", "link", ["", ""], "greatest views"],
  ["newest creatd", "unknownAttribute", "link", ["creatd", "created"], ""],
  ["created desc", "cannot", "created desc", ["order"], "newest created"],
  ["order by created desc", "cannot", "order by created desc", ["order"], "newest created"],
  ["order by views", "cannot", "order by views", ["order"], "smallest views"],
  ["latest", "cannot", "latest", ["order"], "newest created"],
  ["latest 20", "cannot", "latest 20", ["order"], "newest created, top 20"],
  ["newest 20", "unknownAttribute", "link", ["20", ""], "newest created, top 20"],
  ["newest created 20", "unknownAttribute", "link", ["created 20", "created"], "newest created, top 20"],
  ["top 20 newest", "badNumber", "20 newest", [], "newest created, top 20"],
  ["last 20", "rangeOfNothing", "last 20", [], "newest created, top 20"],
  ["last 1h", "rangeOfNothing", "last 1h", [], "created last 1h"],
  ["created newest", "unknownWord", "created newest", [""], "newest created"],
  ["20 newest", "unknownWord", "20 newest", [""], "newest created, top 20"],
  ["limit 20", "cannot", "limit 20", ["top"], "top 20"],
  ["for 20", "unknownWord", "for 20", [""], "top 20"],
  ["20 rows", "unknownWord", "20 rows", [""], "top 20"],
  ["zzz", "unknownWord", "zzz", [""], ""],
];

const CHANGES: readonly Case[] = [
  ["views = views + 1", "unknownWord", "views = views + 1", [""], "adds 1 to views"],
  ["+1", "unknownWord", "+1", [""], "adds 1 to views"],
  ["increment views", "unknownWord", "increment views", [""], "adds 1 to views"],
  ["views++", "unknownWord", "views++", [""], "adds 1 to views"],
  ["add 2 to views", "unknownWord", "add 2 to views", ["adds"], "adds 2 to views"],
  ["adds 1", "missing", "1", ["attribute"], "adds 1 to views"],
  ["views - 2", "unknownWord", "views - 2", [""], "adds -2 to views"],
  ["sets views = views + 1", "unknownWord", "=", [""], "adds 1 to views"],
  ["sets views+1", "unknownWord", "views+1", [], "adds 1 to views"],
  ["update views by 3", "unknownWord", "update views by 3", [""], "adds 3 to views"],
  ["sets created=now", "unknownAttribute", "link", ["created=now", ""], "sets created"],
  ["update created", "unknownWord", "update created", [""], "sets created"],
  ["created = now", "unknownWord", "created = now", [""], "sets created"],
  ["if created = now", "unknownWord", "created = now", [""], ""],
  ["unique e-mail", "unknownWord", "unique e-mail", [""], ""],
];

const KNOWN: readonly Case[] = [
  ["owner id", "unknownWord", "id", [""], "owner"],
  ["owner code", "unknownWord", "code", [""], "owner and code"],
  ["my zzz", "unknownWord", "zzz", [""], ""],
];

const FIELDS = [
  ["how", "/asks/0", (typed: string) => `ask q, 20/s, link by owner, ${typed}`, ORDERS],
  ["how", "/does/0", (typed: string) => `do w, 1/s, update link, ${typed}`, CHANGES],
  ["by", "/asks/0", (typed: string) => `ask q, 1/s, link by ${typed}`, KNOWN],
] as const;

for (const [field, path, line, cases] of FIELDS)
  for (const [typed, code, subject, names, right] of cases)
    test(`“${typed}” in the field ${field} of ${path} is ${right || "left to its message"}`, () => {
      const p = said(line(typed), path, code, subject, names);
      assert.equal(p.field, field);
      if (!right) return assert.equal(p.code === "meant", false);
      assert.equal(sentenceOf(p, "form"), `“${typed}” cannot be read. Write ${right}.`);
      assert.deepEqual(correctionOf(p), [typed, right]);
    });

/** What people of other databases write into a field, and what is said. engine/sheet tests that its messages are these. */
interface Typed {
  path: string;
  field: string;
  typed: string;
  line: string;
  messages: Omit<SheetMessage, "line">[];
  says: { field: string; sentence: string; writes?: string[] }[];
}

const { sheet, cases } = JSON.parse(
  readFileSync("../../../../engine/sheet/testdata/typed.json", "utf8"), // from the folder of the compiled app
) as { sheet: string[]; cases: Typed[] };

/** The part of a sheet at a path, which a set of writes is added to. */
function partAt(d: Draft, path: string): object {
  const [, list, n, , m] = path.split("/");
  if (list === "together") d.together.push({ name: "both", writes: "" });
  const part = list === "entities" ? d.kinds[Number(n)] : list ? d[list as "asks"][Number(n)] : d.settings;
  return (m ? d.kinds[Number(n)]?.attributes[Number(m)] : part) ?? never();
}

function never(): never {
  throw new Error("the sheet has no such part");
}

for (const c of cases)
  test(`“${c.typed}” in the field ${c.field} of ${c.path || "the sheet"} is ${c.says.length ? "answered" : "read"}`, () => {
    const d = draftOf(sheet.join("\n"));
    Object.assign(partAt(d, c.path), { [c.field]: c.typed });
    assert.equal(textOf(d).split("\n").includes(c.line), true, textOf(d));
    const said = worthSaying([...c.messages.map((m) => problemOf({ ...m, line: 0 }, d)), ...entryProblems(d)], d);
    assert.deepEqual(
      said.map((p) => [p.field, sentenceOf(p, "form"), fixesOf(p).map((fix) => fix.word)]),
      c.says.map((s) => [s.field, s.sentence, s.writes ?? []]),
    );
  });

test("a correction takes the place of words that the field has", () => {
  for (const c of cases) {
    const d = draftOf(sheet.join("\n"));
    const part = partAt(d, c.path) as Record<string, string>;
    part[c.field] = c.typed;
    const [first] = c.messages.map((m) => problemOf({ ...m, line: 0 }, d));
    for (const { puts } of first ? fixesOf(first) : [])
      for (const put of puts) {
        const before = part[put[0]] ?? "";
        assert.equal(before.includes(put[1]), true, `${put[1]} is not in ${before}`);
        assert.equal(textAfter(before, put) === before, false, c.typed);
      }
  }
});

test("a range with a mistyped time, or of a month, becomes one that can be read", () => {
  for (const [typed, code, subject, right, near] of [
    ["created last mnth", "badWidth", "mnth", "created last month", "month"],
    ["created last 3 dys", "badWidth", "3 dys", "created last 3 day", "day"],
    ["created one wek", "badWidth", "wek", "created one week", "week"],
    ["last mnth", "rangeOfNothing", "last mnth", "created last month", "month"],
    ["the last mnth", "badWidth", "mnth", "created last month", "month"],
    ["in March", "unknownWord", "in March", "created one month", ""],
    ["all of March", "unknownWord", "all of March", "created one month", ""],
    ["March 2026", "unknownWord", "March 2026", "created one month", ""],
    ["month", "unknownWord", "month", "created one month", ""],
    ["one month", "rangeOfNothing", "one month", "created one month", ""],
    ["last fortnight", "rangeOfNothing", "last fortnight", "", ""],
    ["created last fortnight", "badWidth", "fortnight", "", ""],
  ] as const) {
    const names = code === "unknownWord" ? [""] : [];
    const p = said(`ask q, 20/s, link by owner, ${typed}`, "/asks/0", code, subject, names);
    const written = fixesOf(p).map(({ puts: [put] }) => put && textAfter(typed, put));
    assert.deepEqual(written, right ? [right] : [], typed);
    if (near) assert.match(sentenceOf(p, "form"), new RegExp(`Did you mean ${near}\\?$`));
  }
  const two = draftOf(`${LINKS}\n# @attribute link.seen, time\n# @ask q, 1/s, link, one month`);
  const m = { code: "rangeOfNothing", path: "/asks/0", subject: "one month", line: 0, note: false } as const;
  const p = problemOf({ ...m, names: [], numbers: [] }, two);
  assert.deepEqual(
    fixesOf(p).map(({ word }) => word),
    ["created one month", "seen one month"],
  );
});

test("a correction loses no part of what was typed", () => {
  const ranges = [
    "created = today",
    "created one day",
    "created last 7d",
    "today",
    "created between today and tomorrow",
  ];
  const orders = [
    "order by views desc",
    "sort by views",
    "views desc",
    "greatest views",
    "order by views desc limit 9",
  ];
  const known = "code = 'x7'";
  const texts = orders.flatMap((order) => [
    ...ranges.flatMap((r) => [`${r} ${order}`, `${r} and ${known} ${order}`, `where ${known} and ${r} ${order}`]),
    `${known} ${order}`,
    `zzz ${order}`,
  ]);
  const all = [...texts, ...ranges.flatMap((r) => [`${r} and ${known}`, `${known} ${r}`, `${r} limit 9`])];
  for (const typed of all) {
    const p = said(`ask q, 20/s, link by owner, ${typed}`, "/asks/0", "unknownWord", typed, [""]);
    const written = fixesOf(p).map(({ puts }) => puts.map(([, , right]) => right).join(" "));
    assert.equal(written.length > 0, true, typed);
    const parts = ["created", "views", "code", "limit 9", "today", "zzz"].filter((part) => typed.includes(part));
    const words: Record<string, string> = { "limit 9": "top 9", today: "created one day" };
    for (const part of parts)
      for (const text of written) assert.equal(text.includes(words[part] ?? part), true, `${typed}: ${text}`);
    assert.equal(written.some((text) => text.includes("code=x7")) || !typed.includes("code"), true, typed);
  }
});

test("nothing is proposed where two attributes fit, or rows are said already", () => {
  const two = `${LINKS}\n# @attribute link.seen, time\n# @ask q, 1/s, link, newest`;
  const m = { code: "unknownAttribute", path: "/asks/0", subject: "link", names: ["", ""] } as const;
  const p = problemOf({ ...m, names: [...m.names], numbers: [], line: 0, note: false }, draftOf(two));
  assert.match(sentenceOf(p, "form"), /attribute of link is missing here\. Write it, as in newest created\.$/);
  const rows = said("ask q, 1/s, link, newest 20, top 10", "/asks/0", "unknownAttribute", "link", ["20", ""]);
  assert.equal(correctionOf(rows)[1], "newest created");
});

test("a sheet without a write that adds is told to have a number for it", () => {
  const p = said("ask q, 1/s, link, count(*)", "/asks/0", "cannot", "count(*)", ["aggregate"]);
  assert.match(sentenceOf(p, "form"), /Add an attribute that keeps the number, such as link_count, and an update/);
});

test("a value that is unique already needs no condition, and whoever asks for one entity wants its attributes", () => {
  const unique = LINKS.replace("text 8, identity", "text 8, identity\n# @attribute link.slug, text 9, unique");
  const of = (line: string, path: string, subject: string) =>
    problemOf(
      { code: "unknownWord", path, subject, names: [""], numbers: [], line: 0, note: false },
      draftOf(`${unique}\n# @${line}`),
    );
  const taken = of("do w, 1/s, insert link, if slug is free", "/does/0", "slug is free");
  assert.deepEqual([taken.code, fixesOf(taken)[0]?.word], ["needless", ""]);
  const own = of("do w, 1/s, insert link, if code is free", "/does/0", "code is free");
  assert.deepEqual(correctionOf(own), ["if code is free", "if absent"]);
  const asked = of("ask q, 1/s, link by code, slug", "/asks/0", "slug");
  assert.deepEqual(correctionOf(asked), ["slug", "wants slug"]);
});

test("a write that is alone, or has others below it, is told so", () => {
  const alone = said("do w, 1/s, update link, sets views, transaction", "/does/0", "unknownWord", "transaction", [""]);
  assert.match(sentenceOf(alone, "form"), /^“transaction” joins several writes, and this sheet has only one\./);
  const m = { code: "unknownWord", path: "/does/0", subject: "cascade", names: [""], numbers: [], line: 0 } as const;
  const below = problemOf(
    { ...m, names: [""], numbers: [], note: false },
    draftOf(`${LINKS}\n# @do w, 1/s, delete owner, cascade`),
  );
  assert.match(
    sentenceOf(below, "form"),
    /^“cascade”: a delete of owner leaves what belongs to it, so each link stays\./,
  );
  const last = said("do w, 1/s, delete link, cascade", "/does/0", "unknownWord", "cascade", [""]);
  assert.equal(last.code, "needless");
  const old = said(
    "do w, 1/s, delete link, created < now() - 30 days",
    "/does/0",
    "unknownWord",
    "created < now() - 30 days",
    [""],
  );
  assert.deepEqual(correctionOf(old)[1], "created older 30d");
});

test("an adjective is an order by what it is about", () => {
  const priced = draftOf(`${LINKS}\n# @attribute link.price, double\n# @ask q, 1/s, link, cheapest first`);
  const m = {
    code: "cannot",
    path: "/asks/0",
    subject: "cheapest first",
    names: ["top"],
    numbers: [],
    line: 0,
    note: false,
  } as const;
  assert.equal(correctionOf(problemOf({ ...m, names: ["top"], numbers: [] }, priced))[1], "smallest price");
});

test("shares that do not add up are said where the last of them is", () => {
  const d = draftOf(`${LINKS}\n# @ask q, 1.5 %, link by code\n# @do w, 1/s, insert link`);
  const p = problemOf({ code: "shares", path: "", subject: "", names: [], numbers: [1.5], line: 0, note: false }, d);
  assert.deepEqual([p.path, p.field], ["/asks/0", "n"]);
  assert.match(sentenceOf(p, "form"), /^The percentages of all questions and writes add up to 1\.5 %\./);
});

test("a write that is no update is told to be one before it adds", () => {
  const sum = said("do w, 1/s, insert link, views + 1", "/does/0", "unknownWord", "views + 1", [""]);
  assert.equal(sentenceOf(sum, "form"), "“w” has “adds”, which insert cannot have. Choose update, or remove it.");
  const adds = said("do w, 1/s, insert link, adds 1 to views", "/does/0", "notOfVerb", "w", ["adds", "insert"]);
  assert.equal(sentenceOf(adds, "form"), sentenceOf(sum, "form"));
});

test("examples are what the write can have, with attributes that the sheet has", () => {
  const unread = (verb: string) =>
    sentenceOf(said(`do w, 1/s, ${verb} link, zzz`, "/does/0", "unknownWord", "zzz", [""]), "form");
  assert.match(unread("update"), /Write for example sets views, adds 1 to views, if unchanged, /);
  assert.match(unread("insert"), /Write for example if absent, at most 100 of owner, largest 60 %\./);
  assert.match(unread("delete"), /Write for example if unchanged, created older 30d, largest 60 %\./);
  for (const pattern of ["order", "compare", "offset", "or", "prefix", "where"]) {
    const p = said("ask q, 1/s, link by zzz, zzz", "/asks/0", "cannot", "zzz", [pattern]);
    assert.match(sentenceOf(p, "form"), /\b(?:code|created|owner)\b/);
    const lent = /\b(?:at (?:last|before|after)|newest at|price|name|status)\b|\{/.test(sentenceOf(p, "form"));
    assert.equal(lent, false, pattern);
  }
});

test("a field may repeat its label", () => {
  const d = draftOf(`${LINKS}\n# @ask q, 1/s, link by owner\n# @do w, 1/s, delete link`);
  const [, link] = d.kinds;
  const written = textOf(d);
  const [ask, write] = [d.asks[0], d.does[0]];
  Object.assign(d.settings, { peak: "peak 4", total: "total 500/s", limits: "budget month <= 9" });
  Object.assign(link ?? {}, {
    kept: "kept for 90d",
    of: "of owner",
    grows: "grows with users",
    largest: "largest 5 %",
  });
  Object.assign(link?.attributes[0] ?? {}, { type: "type text 8", more: "values 500" });
  for (const a of [ask, write]) Object.assign(a ?? {}, { limits: "budget read <= 2" });
  assert.equal(
    textOf(d),
    written
      .replace("links\n# @entity", "links, peak 4, total 500/s, month <= 9\n# @entity")
      .replace("of owner, kept 90d", "of owner, largest 5 %, kept 90d, grows users")
      .replace("text 8, identity", "text 8, identity, 500 values")
      .replace("by owner", "by owner; read <= 2")
      .replace("delete link", "delete link; read <= 2"),
  );
});
