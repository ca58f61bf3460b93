import assert from "node:assert/strict";
import { test } from "node:test";
import type { CostMember, DesignReport, LeaveOut, Proposal, Proposed, StoreReport } from "../../engine/types.ts";
import { freeName } from "../duel/designs-edit.ts";
import { ruleText, shardsOf } from "../duel/write-steps.ts";
import { draftOf } from "../sheet/draft.ts";
import { EXAMPLE } from "../sheet/prices.ts";
import {
  breaks,
  chosenInKeys,
  exceeded,
  gives,
  leaving as leavingOut,
  literals,
  rank,
  readAlike,
  reasons,
  spread,
} from "./proposal-text.ts";

/** Two proposals that differ in a member of the cost, and in what a question reads and a write sends. */
function proposed(
  next: Proposal["next"],
  costs: [number, number],
  reads: [number, number],
  sends: [number, number],
): Proposed {
  const proposal = (i: 0 | 1) => {
    const cost: CostMember[] = [{ member: next as CostMember["member"], value: costs[i], number: costs[i] }];
    const questions = [{ name: "latest", read: { often: { v: reads[i] } }, clientWork: [] }];
    const writes = [{ name: "expire", requests: { v: sends[i] } }];
    return { next: i === 0 ? next : "", costs: cost, report: { stores: [], questions, writes } };
  };
  return { proposals: [proposal(0), proposal(1)] } as unknown as Proposed;
}

test("a proposal says by how much it comes before the next one, where a number says something", () => {
  assert.deepEqual(rank(proposed("broken", [0, 2], [1, 1], [1, 1]), 0), [
    "It ranks above proposal 2 because of this: broken budgets and loads without headroom, 0 against 2.",
  ]);
  assert.match(rank(proposed("waiting", [1.5, 3000], [1, 1], [1, 1]), 0)[0] ?? "", / against 3/);
  assert.match(rank(proposed("headroom", [0.032, 0.08], [1, 1], [1, 1]), 0)[0] ?? "", /uses, 3\.2 % against 8 %\.$/);
  assert.equal(rank(proposed("simplicity", [3, 4], [1, 1], [1, 1]), 0)[0]?.includes("against"), false);
});

/** A proposal of stores, each with the attributes of its keys, that sorts some answers by itself. */
function built(texts: readonly string[], sorted = 0, month = 1): Proposal {
  const segments = (key: string) =>
    [...key.matchAll(/{(\w+)[^}]*}/g)].map(([text, attr]) => ({ text, attr, unit: "" }));
  const stores = texts.map((text) => {
    const [partition = "", row = ""] = text.split(" | ");
    return { text, form: "entities", table: [], partition: segments(partition), row: segments(row) };
  });
  const questions = Array.from({ length: 2 }, (_, i) => ({
    name: "q",
    read: { often: { v: 1 } },
    clientWork: i < sorted ? ["sort"] : [],
  }));
  const costs = [{ member: "month", value: month, number: month }];
  return { next: "", costs, report: { stores, questions, writes: [] } } as unknown as Proposal;
}

test("a simpler proposal says of what it has fewer, and a cheaper one how much it saves", () => {
  const [one, two] = [["{id} | u | Users"], ["{id} | u | Users | shards 8", "{mail} | {id} | UsersByMail"]];
  const of = (next: string, p: Proposal, q: Proposal) =>
    rank({ proposals: [{ ...p, next }, q] } as unknown as Proposed, 0);
  assert.deepEqual(of("simplicity", built(one), built(two, 1)), [
    "It ranks above proposal 2 because it is simpler: 1 store, not 2, 1 table, not 2, 1 value in keys, not 3, " +
      "0 stores with shards, not 1, 0 questions with work for the client, not 1.",
  ]);
  assert.match(of("simplicity", built(one), built(one)).join(), /because of this: simplicity\.$/);
  assert.match(
    of("month", built(one, 0, 2), built(two, 0, 5)).join(),
    /A month|a month costs less.* 2\.5 times as much/,
  );
  const less = { member: "simplicity", than: 0, mine: 9, theirs: 5 };
  const given = gives({ proposals: [built(one), { ...built(two), givesUp: [less] }] } as unknown as Proposed, 1);
  assert.match(given.join(), /^It is less simple\. Proposal 1 has 1 store, not 2, 1 table, not 2/);
});

test("reading the entity that is written most is said to be as likely as any, and what to do if that matters", () => {
  const of = (how: string, by: string, peak: number | null) =>
    readAlike(
      draftOf(`# @sheet s\n# @entity page, 10000\n# @attribute page.url, text 40, identity
# @attribute page.views, int\n# @ask read, 50/s, page by ${by}\n# @do view, 9/s, update page, adds 1 to views, ${how}`),
      [peak],
    ).join();
  assert.equal(of("largest 20 %", "url", 90), "", "one partition takes all of them");
  assert.match(
    of("largest 20 %", "url", 6000),
    /6,000 a second at peak.* 2,000 entities.* add a kind of which there is 1/,
  );
  assert.equal(of("if unchanged", "url", 6000), "", "no entity is said to be written more");
  assert.equal(of("largest 20 %", "views", 6000), "", "not one entity");
  assert.equal(of("largest 20 %", "url", null), "", "no rate yet");
});

test("the question or the write in which two proposals differ most is named if they differ much", () => {
  const of = (reads: [number, number], sends: [number, number]) => rank(proposed("broken", [0, 2], reads, sends), 0)[1];
  assert.equal(of([1, 9], [1, 1]), undefined, "nine times is not much");
  assert.match(of([20_000, 50], [1, 1]) ?? "", /latest.*20,000.*50 in proposal 2/);
  assert.match(of([20, 1], [1, 560]) ?? "", /expire.*1 .*560/);
  assert.match(of([0, 10], [1, 1]) ?? "", /latest/);
});

test("all that stands in the way of the first proposal is named, of questions and of the whole", () => {
  const loosen = [{ ask: "likes", counter: "read", from: 2, to: 32, given: true }];
  const busy = { counter: "partition", class: "", limit: 1000, actual: 96_000, given: true, met: false };
  const of = (list: unknown, ...budget: unknown[]) =>
    exceeded({ loosen: list, proposals: [{ report: { facts: { budget } } }] } as unknown as Proposed);
  assert.deepEqual(of(loosen, { ...busy, met: true }), ["“likes” read 32, not 2"]);
  assert.deepEqual(of([], busy), ["busiest partition, entities a second 96,000, not 1,000"]);
  assert.equal(of(loosen, busy).length, 2);
  assert.deepEqual(of([{ ...loosen[0], given: false }], { ...busy, given: false }), [
    "“likes” read 32, not 2, which is the default (to allow it, write read <= 32 in its budget)",
    "busiest partition, entities a second 96,000, not 1,000, which follows from the headroom, 2 by default",
  ]);
});

test("a proposal says that it rests on writes that are spread evenly, and what to write if they are not", () => {
  const contention = { assumed: true, all: { v: 1500 }, rate: { v: 0.15 }, collapse: { v: 50 }, shards: 0 };
  const of = (changed: object) => {
    const writes = [{ name: "view", kind: "article", countedIn: "", contention: { ...contention, ...changed } }];
    return spread({ proposals: [{ report: { writes } }] } as unknown as Proposed).join();
  };
  assert.match(of({}), /“view” are about the busiest article, so its 1,500 writes .* evenly over 10,000 of them/);
  assert.match(
    of({}),
    /50 of them a second.*under “changes and conditions”, for example largest 60 %, and search again/,
  );
  assert.match(of({ all: { v: 93.75 }, rate: { v: 0.009375 }, shards: 16 }), /1,500 .* 10,000 .* get 800 of them/);
  assert.equal(of({ assumed: false }), "");
});

test("what is inserted only if it is absent is its identity, and no other value is said to stay unique", () => {
  const rule = { name: "user", identity: ["id"], store: 0, most: 0, of: "" };
  assert.match(ruleText(rule, "{id} | u"), /^The identity of user, id, stays unique: {id} \| u is inserted first/);
  assert.match(ruleText(rule, ""), /^The identity of user, id, does not stay unique/);
  assert.match(ruleText({ ...rule, name: "mail", identity: [] }, "{mail} | u"), /^mail stays unique/);
});

test("rows that share a limit each count a part of it", () => {
  const rule = { name: "ticket", identity: [], store: 0, most: 500, of: "event" };
  assert.match(ruleText(rule, "{id} | e | Events | shards 4"), /each row of .* counts a part of them/);
  assert.equal(ruleText(rule, "{id} | e | Events").includes("part"), false);
});

test("a limit that is exceeded already is said before what growth breaks", () => {
  const limit = { counter: "partition", limit: 1000, actual: 1803, met: false, class: "", given: false };
  const first = { what: "partition", at: 1.11, name: "all", number: 2000, limit: 2000, counter: "" };
  const said = (at: number, what = "partition", met = false) =>
    breaks({ breaks: { ...first, at, what }, facts: { budget: [{ ...limit, met }] } } as unknown as DesignReport);
  assert.deepEqual(said(1.11), [
    "already now: busiest partition, entities a second: 1,803, and at most 1,000 leave the headroom",
    "When it grows 1.11 times: partition all gets 2,000 of 2,000 a second",
  ]);
  assert.equal(said(1).length, 1);
  assert.equal(said(1, "").length, 1);
  assert.deepEqual(said(0, "", true), ["Nothing breaks up to 10,000 times."]);
});

test("the last proposal has none behind it", () => {
  assert.deepEqual(rank(proposed("broken", [0, 2], [1, 1], [1, 1]), 1), []);
});

/** What is said of a proposal, of which a month costs 100 dollars, without its copy. */
function leaving(leaveOut: Partial<LeaveOut>, ...writes: unknown[]): string {
  const month = { transactions: { v: 0 }, gib: { v: 2000 } };
  const p = { stores: ["a"], leaveOut: [{ store: 0, ...leaveOut }], report: { facts: { month }, writes } };
  return leavingOut(p as unknown as Proposal, EXAMPLE)[0] ?? "";
}

test("without a copy, a time of waiting that is the same as written is not said", () => {
  const without = (without: number, waiting: number, month: number) => leaving({ without, waiting, month });
  assert.match(without(1410, 1400, 2), /^Without [^:]*: a month costs 200 USD, 2 times as much\.$/);
  assert.match(without(1410, 1400, 1), /: calls wait as long, and a month costs about the same\.$/);
  assert.match(without(7_383_600_000, 1400, 2), /add up to 2,051 h, not 1\.4 s, and/);
});

test("a copy that keeps a value unique says so, and what happens without it", () => {
  const rules = [
    { name: "mail", identity: [], store: 1, most: 0, of: "" },
    { name: "seat", identity: [], store: 0, most: 5, of: "event" },
  ];
  const p = { stores: ["{id} | u", "{mail} | u"], patterns: [], why: [{ store: 1 }], report: { writes: [{ rules }] } };
  assert.deepEqual(reasons(p as unknown as Proposal), ["Only {mail} | u keeps this unique: mail."]);
  const of = (...list: unknown[]) => leaving({ without: 1, waiting: 1, month: 1 }, { rules: list });
  assert.match(of({ ...rules[0], store: 0 }), /Two clients could then both get the same value of this: mail\.$/);
  assert.equal(of(rules[1]).includes("Two clients"), false, "a number of seats is not a value");
});

test("a design that is added has a name that no other has", () => {
  const designs = ["Proposal 1", "Proposal 1 version 2", "Proposal, 3"].map((name) => ({ name, stores: [] }));
  assert.equal(freeName("Proposal 1", designs), "Proposal 1 version 3");
  assert.equal(freeName("Proposal 2", designs), "Proposal 2");
  assert.equal(freeName("Proposal 3", designs), "Proposal 3 version 2", "as the other one is read");
});

test("the rows that share an entity follow from the options of its store", () => {
  const of = (text: string) => shardsOf({ text });
  assert.deepEqual(of("{id} | a | Articles | of article | shards 32"), { rows: 32, apart: false });
  assert.deepEqual(of("{id} | a | Articles | shards 16 apart | of article"), { rows: 16, apart: true });
  assert.deepEqual(of("{id} | shards | Articles"), { rows: 0, apart: false });
});

test("a month that costs as much is not said to cost 1 times as much", () => {
  const month = (o: number) => leaving({ without: 3, waiting: 2, month: o });
  assert.match(month(1.001), /a month costs about the same\.$/);
  assert.match(month(2), /a month costs 200 USD, 2 times as much\.$/);
  assert.match(month(0.973), /a month costs 97\.3 USD, 2\.7 % less\.$/);
  const given = (mine: number) =>
    gives({ proposals: [{ givesUp: [{ member: "month", than: 1, mine, theirs: 100 }] }] } as unknown as Proposed, 0);
  assert.deepEqual(given(100.1), ["A month costs a little more than with proposal 2."]);
  assert.deepEqual(given(300), ["A month costs 3 times as much as with proposal 2."]);
});

test("a part of a key that is the same in every row is explained", () => {
  const segments = (key: string) =>
    key
      .split(/(?=\{)|(?<=\})/)
      .flatMap((text) => (text ? [{ text, attr: /^\{/.test(text) ? text.slice(1, -1) : "" }] : []));
  const store = (kind: string, ...keys: [string, string, string]) => {
    const [table, partition, row] = keys.map(segments);
    return { kind, table, partition, row } as StoreReport;
  };
  const of = (...stores: StoreReport[]) => literals(stores);
  assert.deepEqual(of(store("user", "Users", "{id}", "u")), [
    "Every RowKey of Users is “u”. A row needs two keys, and here the PartitionKey alone says which row it is.",
  ]);
  const sharded = { ...store("page", "Pages", "{url}", "p"), text: "{url} | p | page | Pages | of page | shards 16" };
  assert.deepEqual(of(sharded), [], "the rows of a page are p_1 to p_16");
  assert.match(of(store("log", "Logs", "all", "{at}"))[0] ?? "", /^Every PartitionKey of Logs is “all”, so that one/);
  assert.deepEqual(of(store("user", "Shop", "{id}", "u"), store("order", "Shop", "{user}", "o_{n}")), [
    "Shop has rows of several kinds or orders. Their RowKeys begin with what a row is: “u” is user, “o_” is order.",
  ]);
  assert.deepEqual(of(store("user", "Users", "{id}", "{name}"), store("order", "Orders", "{a}", "{b}")), []);
  assert.deepEqual(of(store("user", "Users", "{id}", "{name}"), store("user", "Users", "{a}", "{b}")), []);
});

test("what people choose and becomes a key may have to be encoded", () => {
  const draft = draftOf(`# @sheet s
# @entity user, 1000
# @attribute user.mail, text 40, identity
# @attribute user.team, text 8, 12 values
# @entity link, 5000 of user
# @attribute link.code, text 8, identity
# @attribute link.link_id, text 12
# @attribute link.page, varchar(2048)
# @attribute link.state, text 8, weights on 90 % and off 10 %
# @attribute link.at, time`);
  const part = (attr: string, form = "plain") => ({ text: attr, attr, form, unit: "" });
  const keys = (...parts: ReturnType<typeof part>[]) => {
    const stores = [{ kind: "link", partition: parts, row: [] }];
    return chosenInKeys(draft, { proposals: [{ report: { stores } }] } as unknown as Proposed);
  };
  assert.deepEqual(keys(part("user"), part("code", "lower")), ["user.mail", "link.code"]);
  assert.deepEqual(keys(part("page"), part("user.mail")), ["link.page", "user.mail"]);
  assert.deepEqual(keys(part("code", "bucket"), part("link_id"), part("state"), part("at"), part("user.team")), []);
});
