// The sentences of a proposal. The engine gives codes and numbers (engine/propose/proposal.go).
import type {
  CostName,
  DesignReport,
  GivesUp,
  Proposal,
  Proposed,
  SegmentReport,
  StoreReason,
  StoreReport,
} from "../../engine/types.ts";
import { duration, t, tn } from "../../ui/i18n.ts";
import { partsOf } from "../duel/designs-edit.ts";
import { counterName } from "../duel/duel-cells.ts";
import { breach } from "../duel/facts.ts";
import { shardsOf } from "../duel/write-steps.ts";
import { isOne } from "../sheet/clauses.ts";
import type { AttributeDraft, Draft, KindDraft } from "../sheet/draft.ts";
import { figure, figuresApart, percent } from "../sheet/figures.ts";
import { money, monthOf, type Prices } from "../sheet/prices.ts";

const PATTERNS = 2; // that are explained
const HEADROOM = 2; // engine/sheet/defaults.go
const GIVEN_UP = 3; // that are shown

/** Why it is so: what its first patterns do, and what each copy is for. */
export function reasons(p: Proposal): string[] {
  const patterns = p.patterns.slice(0, PATTERNS).map((r) => t(`bench.pattern.${r}.why`));
  const copies = p.why.filter((w) => w.worse && w.ask).map((w) => copyText(p, w));
  const keeps = p.why.flatMap(({ store }) => {
    const names = keptBy(p, store);
    return names ? [t("bench.pr.keeps", { store: storeName(p, store), names })] : [];
  });
  return [...patterns, ...keeps, ...copies];
}

/** What parts of keys say that are the same in every row: what a row is, or nothing, because a row has two keys. */
export function literals(stores: readonly StoreReport[]): string[] {
  const tables = [...new Set(stores.map((s) => textOf(s.table)))];
  return tables.flatMap((table) => {
    const own = stores.filter((s) => textOf(s.table) === table);
    const said = own.flatMap(({ kind, row: [first] }) =>
      first && !first.attr ? [t("bench.pr.begins.one", { key: first.text, kind })] : [],
    );
    const [first] = own;
    if (own.length > 1) return said.length ? [t("bench.pr.begins", { table, list: said.join(", ") })] : [];
    if (first && shardsOf(first).rows) return []; // its keys end in the number of the shard
    const fixed = (["row", "partition"] as const).filter((key) => first?.[key].length && isLiteral(first[key]));
    return fixed.map((key) => t(`bench.pr.fixed.${key}`, { table, key: textOf(first?.[key] ?? []) }));
  });
}

const textOf = (segments: readonly SegmentReport[]): string => segments.map((s) => s.text).join("");

const isLiteral = (segments: readonly SegmentReport[]): boolean => segments.every((s) => !s.attr);

/** What stays unique because of a copy, "" if nothing does. */
function keptBy({ report }: Proposal, copy: number): string {
  const rules = report.writes.flatMap((w) => w.rules.filter(({ store, most }) => store === copy && !most));
  return [...new Set(rules.map(({ name, identity }) => identity.join(" + ") || name))].join(", ");
}

/** The limits that the first proposal exceeds: of questions those that it exceeds least, and all of the whole. */
export function exceeded({ loosen, proposals: [first] }: Proposed): string[] {
  const whole = first?.report.facts.budget.filter((b) => !b.met && !b.class) ?? [];
  return [
    ...loosen.map(({ ask, counter, from, to, given }) =>
      t(given ? "bench.pr.loosen.one" : "bench.pr.loosen.default", {
        name: ask,
        counter: counterName(counter),
        from: figure(from),
        to: figure(to),
        limit: `${counter} <= ${Math.ceil(to)}`,
      }),
    ),
    ...whole.map(({ counter, limit, actual, given }) =>
      t(given ? "bench.pr.loosen.whole" : "bench.pr.loosen.headroom", {
        counter: counterName(counter),
        from: figure(limit),
        to: figure(actual),
        headroom: HEADROOM,
      }),
    ),
  ];
}

/** Where a design stops being good: limits of the whole that it exceeds already, and what breaks first as it grows. */
export function breaks({ breaks: b, facts }: DesignReport): string[] {
  const missed = facts.budget.filter((l) => !l.met && !l.class && (!b.what || b.at > 1));
  const now = missed.map(({ counter, actual, limit, given }) => {
    const [n, of] = figuresApart(actual, limit);
    return t(given ? "bench.room.missed.given" : "bench.room.missed", { counter: counterName(counter), n, of });
  });
  if (!b.what) return now.length ? now : [t("bench.room.none")];
  return [...now, `${b.at > 1 ? t("bench.pr.grown", { n: figure(b.at) }) : t("bench.room.now")} ${breach(b)}`];
}

/** What the first proposal takes for granted about the entity that is written most. */
export function spread({ proposals: [first] }: Proposed): string[] {
  const assumed = first?.report.writes.filter((w) => w.contention.assumed && !w.countedIn) ?? [];
  return assumed.map(({ name, kind, contention: { all, rate, collapse, shards } }) =>
    t("bench.pr.spread", {
      name,
      kind,
      all: figure(all.v * Math.max(1, shards)),
      n: figure(Math.round(all.v / rate.v)),
      collapse: figure(collapse.v * Math.max(1, shards)),
      field: t("bench.how.do"),
    }),
  );
}

const TARGET = 2000; // entities a second of one partition (engine/sheet)
const SELDOM = TARGET / 20; // reads a second that one partition takes, even if each adds up some shards

/** What is taken for granted about reading the entity that is written most, of questions for one entity whose rates at
 * peak are known. */
export function readAlike({ kinds, asks, does }: Draft, peaks: readonly (number | null)[]): string[] {
  const hot = does.filter((d) => /(?:^|,)\s*largest\b/.test(d.how));
  return asks.flatMap(({ name, kind, by }, i) => {
    const of = kinds.find((k) => k.name === kind && isOne(k, by));
    const [write, peak] = [hot.find((d) => d.kind === kind), peaks[i]];
    if (!of || !write || !peak || peak < SELDOM) return [];
    return [t("bench.pr.alike", { name, kind, write: write.name, all: figure(peak), target: figure(TARGET) })];
  });
}

/** The texts in keys whose values people probably choose, such as codes and e-mail addresses: they may have signs that
 * no key can hold. Identifiers are made up, and values that the sheet lists are known. */
export function chosenInKeys({ kinds }: Draft, { proposals }: Proposed): string[] {
  const parts = proposals.flatMap(({ report }) =>
    report.stores.flatMap(({ kind, partition, row }) =>
      [...partition, ...row].filter((p) => p.attr && p.form !== "bucket").map(({ attr }) => attrOf(kinds, kind, attr)),
    ),
  );
  return [...new Set(parts.flat())];
}

/** The names of what a part of a key has of a kind, of those that people choose: "user.mail". */
function attrOf(kinds: readonly KindDraft[], kind: string, attr: string): string[] {
  const [name = "", own = kind] = attr.split(".").reverse();
  const above = kinds.find((k) => k.name === name); // a parent stands for its identity
  const of = above ?? kinds.find((k) => k.name === own);
  const list = of?.attributes.filter((a) => (above ? a.identity : a.name === name) && isChosen(a)) ?? [];
  return list.map((a) => `${of?.name}.${a.name}`);
}

const isChosen = ({ name, type, more }: AttributeDraft): boolean =>
  !/id$/i.test(name) && /^$|text|string|char/i.test(type) && !LISTED.test(more);

const LISTED = /(?:^|,)\s*(?:weights\b|\d{1,2} values\b|(?!largest\b)\S+ [\d.]+ ?%)/; // or few

/** What each copy pays for: the cost of the design without it, at some prices. */
export function leaving(p: Proposal, prices: Prices): string[] {
  const month = monthOf(p.report, prices);
  return p.leaveOut.map((o) => {
    const [waiting, now] = [duration(o.without), duration(o.waiting)];
    const params = {
      store: storeName(p, o.store),
      waiting,
      now,
      month: monthText(o.month, money(o.month * month, prices)),
    };
    const names = keptBy(p, o.store);
    const lost = names ? ` ${t("bench.pr.without.unique", { names })}` : "";
    if (o.unanswered) return tn("bench.pr.without.lost", o.unanswered, params) + lost;
    if (waiting !== now) return t("bench.pr.without", params) + lost;
    return t(figure(o.month) === "1" ? "bench.pr.without.same" : "bench.pr.without.month", params) + lost;
  });
}

/** What a month costs, as so many times as much and as a sum; less than as much is a percentage. */
function monthText(times: number, sum: string): string {
  if (figure(times) === "1") return t("bench.pr.month.same");
  return times < 1
    ? t("bench.pr.month.less", { n: percent(1 - times), sum })
    : t("bench.pr.month", { times: figure(times), sum });
}

const storeName = (p: Proposal, store: number): string =>
  partsOf(p.stores[store] ?? "")
    .slice(0, 2)
    .join(" | ");

function copyText(p: Proposal, { store, ask, before, after }: StoreReason): string {
  const params = {
    store: storeName(p, store),
    ask,
    read: figure(after.read),
    requests: figure(after.requests),
    readBefore: figure(before.read),
    requestsBefore: figure(before.requests),
  };
  return t(before.class ? "bench.pr.copy" : "bench.pr.copy.only", params);
}

/** In what other proposals are better, for each member of the cost the best one. */
export function gives(found: Proposed, i: number): string[] {
  const best = new Map<CostName, GivesUp>();
  for (const g of found.proposals[i]?.givesUp ?? []) {
    const other = best.get(g.member);
    if (!other || g.theirs < other.theirs) best.set(g.member, g);
  }
  if (best.has("broken")) best.delete("excess"); // the same, and easier to read
  return [...best.values()].slice(0, GIVEN_UP).map((g) => givenUp(found, i, g));
}

function givenUp({ proposals }: Proposed, i: number, { member, than, mine, theirs }: GivesUp): string {
  const written = inWords(member);
  const params = { other: than + 1, mine: written(mine), theirs: written(theirs), times: figure(mine / theirs) };
  if (member === "month" && theirs <= 0) return t("bench.pr.lost", { what: t("bench.cost.month"), other: than + 1 });
  if (member === "month" && params.times === "1") return t("bench.lost.month.little", params);
  const list = member === "simplicity" ? fewer(proposals[than], proposals[i]) : "";
  if (member === "simplicity" && !list)
    return t("bench.pr.lost", { what: t("bench.cost.simplicity"), other: than + 1 });
  if (list) return t("bench.lost.simplicity", { ...params, list });
  return t(`bench.lost.${member as "waiting"}`, params);
}

/** Why a proposal comes before the next one, and in which question or write they differ most. */
export function rank(found: Proposed, i: number): string[] {
  const [p, q] = found.proposals.slice(i, i + 2);
  if (!p?.next || !q) return [];
  return [because(p, q, p.next, i + 2), ...farthest(p.report, q.report, i + 2)];
}

// Members whose numbers say something by themselves.
const SAID: readonly CostName[] = [
  "broken",
  "waiting",
  "workflows",
  "unanswered",
  "amplification",
  "scattered",
  "headroom",
];

/** How the number of a member is written: milliseconds, a part of a target, or a count. */
function inWords(member: CostName): (n: number) => string {
  if (member === "waiting") return duration;
  return member === "headroom" ? percent : figure;
}

function because(p: Proposal, q: Proposal, member: Exclude<CostName, "">, n: number): string {
  const params = { n, what: t(`bench.cost.${member}`) };
  const of = (x: Proposal) => x.costs.find((c) => c.member === member)?.number ?? 0;
  const list = member === "simplicity" ? fewer(p, q) : "";
  if (list) return t("bench.pr.next.simpler", { n, list });
  const times = figure(of(q) / of(p));
  if (member === "month" && of(p) > 0 && times !== "1") return t("bench.pr.next.month", { n, times });
  if (!SAID.includes(member)) return t("bench.pr.next", params);
  const written = inWords(member);
  return t("bench.pr.next.n", { ...params, mine: written(of(p)), theirs: written(of(q)) });
}

/** What makes a design simple or not, as far as people count it. */
function partsIn({ report: { stores, questions, writes } }: Proposal): Record<Simple, number> {
  const keys = stores.flatMap((s) => [...s.partition, ...s.row, ...s.table.filter(({ unit }) => unit)]);
  return {
    stores: stores.length,
    tables: new Set(stores.map(({ text }) => partsOf(text)[2])).size,
    keys: keys.filter(({ attr }) => attr).length,
    shards: stores.filter((s) => shardsOf(s).rows).length,
    lists: stores.filter(({ form }) => form !== "entities").length,
    jobs: writes.filter((w) => w.verb === "delete" && w.read.v > 1).length,
    work: questions.filter((q) => q.clientWork.length).length,
  };
}

const SIMPLE = ["stores", "tables", "keys", "shards", "lists", "jobs", "work"] as const;
type Simple = (typeof SIMPLE)[number];

/** Of what one proposal has fewer than another: "1 store, not 2". */
export function fewer(p: Proposal | undefined, q: Proposal | undefined): string {
  if (!p || !q) return "";
  const [mine, theirs] = [partsIn(p), partsIn(q)];
  return SIMPLE.filter((what) => mine[what] < theirs[what])
    .map((what) => t(`bench.simple.${what}`, { n: mine[what], of: theirs[what] }))
    .join(", ");
}

const FAR = 10; // times as much, and as many more, are worth a sentence

/** A count of one call, in this proposal and the next. */
interface Count {
  key: "bench.pr.far.read" | "bench.pr.far.requests";
  name: string;
  mine: number;
  theirs: number;
}

/** The count that differs most, if that is much. */
function farthest(p: DesignReport, q: DesignReport, n: number): string[] {
  const far = ({ mine, theirs }: Count) => Math.max(mine, theirs) / Math.max(1, Math.min(mine, theirs));
  const [most] = counts(p, q).sort((a, b) => far(b) - far(a));
  if (!most || far(most) < FAR) return [];
  const { key, name, mine, theirs } = most;
  return [t(key, { name, mine: figure(mine), theirs: figure(theirs), n })];
}

function counts(p: DesignReport, q: DesignReport): Count[] {
  const asks = p.questions.map(({ name, read }, at) => ({
    key: "bench.pr.far.read" as const,
    name,
    mine: read.often.v,
    theirs: q.questions[at]?.read.often.v ?? read.often.v,
  }));
  const does = p.writes.map(({ name, requests }, at) => ({
    key: "bench.pr.far.requests" as const,
    name,
    mine: requests.v,
    theirs: q.writes[at]?.requests.v ?? requests.v,
  }));
  return [...asks, ...does];
}
