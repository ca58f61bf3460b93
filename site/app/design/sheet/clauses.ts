// What can be written into a field of the sheet: examples that a reader chooses, and then changes. Pure.
import type { Key } from "../../ui/i18n.ts";
import type { AttributeDraft, Draft, KindDraft } from "./draft.ts";

/** An example, and what of the words that are there it takes the place of. */
export interface Clause {
  write: string;
  says: Key;
  instead: RegExp;
  joint: string; // what comes between two clauses of the field
}

const clause = (write: string, says: Key, instead: RegExp, joint = ", "): Clause => ({ write, says, instead, joint });

/** A name in an expression: what is typed into its field may have any signs. */
export const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A text of clauses with one more. */
export function withClause(text: string, { write, instead, joint }: Clause): string {
  const others = text.split(joint.trim() === "," ? "," : joint).map((c) => c.trim());
  return [...others.filter((c) => c && !instead.test(c)), write].join(joint);
}

const ALL = /./;

export const TYPE: readonly Clause[] = [
  clause("text 12", "bench.clause.text", ALL),
  clause("int", "bench.clause.int", ALL),
  clause("long", "bench.clause.long", ALL),
  clause("double", "bench.clause.double", ALL),
  clause("bool", "bench.clause.bool", ALL),
  clause("time", "bench.clause.time", ALL),
  clause("time second", "bench.clause.second", ALL),
  clause("time day", "bench.clause.day", ALL),
  clause("guid", "bench.clause.guid", ALL),
  clause("binary 1000", "bench.clause.binary", ALL),
];

const COUNT = /values$|^unique\b/;
const SPREAD = /^(?:even|largest|zipf|weights)\b|^\S+ [\d.]+ ?%$|^unique\b/;
const COUNT_OR_SPREAD = new RegExp(`${COUNT.source}|${SPREAD.source}`);
const CASE = /^(?:any|exact) case$/;

const SPREADS: readonly Clause[] = [
  clause("even", "bench.clause.even", SPREAD),
  clause("largest 20 %", "bench.clause.largest", SPREAD),
  clause("zipf 1", "bench.clause.zipf", SPREAD),
  clause("weights open 5 % and done 95 %", "bench.clause.weights", COUNT_OR_SPREAD),
];

/** Tells whether an attribute identifies an entity alone, so that each value occurs once, however it is spread. */
export const isAlone = (kind: KindDraft, attribute: AttributeDraft): boolean =>
  attribute.identity && !kind.of.trim() && kind.attributes.filter((a) => a.identity).length === 1;

/** Tells whether known values name one entity of a kind: all of its identity, or what is unique. */
export function isOne(kind: KindDraft, by: string): boolean {
  const known = by.split(/\s+and\s+|\s*,\s*/).map((word) => word.split("=")[0]?.trim() ?? "");
  const names = (of: (a: AttributeDraft) => boolean) => kind.attributes.filter(of).map((a) => a.name);
  const identity = kind.attributes.length ? names((a) => a.identity) : ["id"]; // as engine/sheet
  const unique = names((a) => /^unique(?:,|$)/.test(a.more));
  return (identity.length > 0 && identity.every((n) => known.includes(n))) || unique.some((n) => known.includes(n));
}

/** What of the words about the values of an attribute says how they are spread, and what is left without it. */
export function spreadIn(more: string): { spread: string; rest: string } {
  const parts = more.split(/,(?![^(]*\))/).map((part) => part.trim());
  const spreads = (part: string) => /^(?:largest|zipf|weights)\b|^\S+ [\d.]+ ?%$/.test(part);
  const rest = parts.filter((part) => !spreads(part) && !COUNT.test(part)).join(", ");
  return { spread: parts.filter(spreads).join(", "), rest: rest || "unique" };
}

/** What can be said of the values of an attribute of a kind. */
export const valueClauses = (kind: KindDraft, attribute: AttributeDraft): Clause[] => [
  ...(isAlone(kind, attribute) ? [] : [clause("500 values", "bench.clause.values", COUNT)]),
  clause("unique", "bench.clause.unique", COUNT_OR_SPREAD),
  ...parentsOf(kind).map((above) => clause(`unique in ${above}`, "bench.clause.within", COUNT_OR_SPREAD)),
  clause("any case", "bench.clause.anyCase", CASE),
  clause("exact case", "bench.clause.exactCase", CASE),
  ...(isAlone(kind, attribute) ? [] : SPREADS),
  clause("changes", "bench.clause.changes", /^changes$/),
  clause("signed", "bench.clause.signed", /^signed$/),
  clause("follows now", "bench.clause.follows", /^follows\b/),
];

const counter = (name: string, most: string, says: Key): Clause =>
  clause(`${name} <= ${most}`, says, new RegExp(`^${name}\\b`));

export const BUDGET: readonly Clause[] = [
  counter("read", "2 x answer", "bench.clause.answer"),
  counter("read", "100", "bench.clause.read"),
  counter("returned", "100", "bench.clause.returned"),
  counter("requests", "1", "bench.clause.requests"),
  counter("roundtrips", "1", "bench.clause.roundtrips"),
  counter("transactions", "1", "bench.clause.transactions"),
  counter("bytes", "100000", "bench.clause.bytes"),
  counter("ms", "100", "bench.clause.ms"),
  counter("class", "rowRange", "bench.clause.class"),
];

export const LIMITS: readonly Clause[] = [
  counter("month", "100", "bench.clause.month"),
  counter("stored", "500", "bench.clause.stored"),
  counter("workflows", "0", "bench.clause.workflows"),
];

export const KEPT: readonly Clause[] = [
  clause("24h", "bench.clause.hours", ALL),
  clause("90d", "bench.clause.days", ALL),
  clause("365d", "bench.clause.months", ALL),
];

export const GROWS: readonly Clause[] = [
  clause("users", "bench.clause.users", ALL),
  clause("density", "bench.clause.density", ALL),
  clause("no", "bench.clause.no", ALL),
];

/** A range takes the place of another one of the same attribute: two of them together are a rectangle. */
const range = (attribute: string, how: string, says: Key): Clause =>
  clause(
    `${attribute} ${how}`,
    says,
    new RegExp(`^${escaped(attribute)} (?:last|one|between|older|before|after|up)\\b`),
  );

const ORDER = /^(?:newest|oldest|smallest|greatest) /;

const known = (attribute: string, rest: string, says: Key): Clause =>
  clause(`${attribute}${rest}`, says, new RegExp(`^${escaped(attribute)}\\b`), " and ");

/** What the callers of a question to a kind can know, beside a single value. */
export function knownClauses(draft: Draft, name: string): Clause[] {
  const kind = draft.kinds.find((k) => k.name === name);
  if (!kind) return [];
  const [first = ""] = [...parentsOf(kind), ...kind.attributes.filter((a) => a.identity && a.name).map((a) => a.name)];
  const lists = draft.kinds.flatMap((k) => (k.name && k !== kind && parentsOf(k).length ? linksOf(k) : []));
  return [
    ...(first ? [known(first, " in 20", "bench.clause.in")] : []),
    ...kind.attributes.flatMap((a) => {
      const [, value] = /^(?:weights )?(\S+) [\d.]+ ?%/.exec(a.more) ?? [];
      return value && value !== "largest" ? [known(a.name, `=${value}`, "bench.clause.fixed")] : [];
    }),
    ...(first ? lists.slice(0, 1).map((from) => known(first, ` in ${from}`, "bench.clause.from")) : []),
  ];
}

/** Attributes of a kind that lead from what it belongs to. */
const linksOf = (k: KindDraft): string[] => k.attributes.filter((a) => a.name).map((a) => `${k.name}.${a.name}`);

/** The first list that an entity of a kind can be made for each row of. */
const linkedTo = (draft: Draft, kind: string): string[] =>
  draft.kinds
    .filter((k) => k.name !== kind && parentsOf(k).length)
    .flatMap(linksOf)
    .slice(0, 1)
    .map((link) => link.replace(".", " by "));

export const parentsOf = (k: KindDraft): string[] => k.of.split(/\s+and\s+/).filter(Boolean);

/** The other kinds that one could belong to: none that belongs to it. */
export const aboveOf = ({ kinds }: Draft, kind: KindDraft): string[] =>
  kinds.filter((k) => k !== kind && k.name && !parentsOf(k).includes(kind.name)).map((k) => k.name);

/** What a question to a kind can go on with. */
export function questionClauses(draft: Draft, kind: string): Clause[] {
  const { times, numbers, others } = namesOf(draft, kind);
  return [
    ...times.flatMap((at) => [
      range(at, "last 1h", "bench.clause.last"),
      range(at, "one day", "bench.clause.one"),
      range(at, "one month", "bench.clause.oneMonth"),
      range(at, "before", "bench.clause.before"),
      range(at, "after", "bench.clause.afterTime"),
      range(at, "up to now", "bench.clause.due"),
      range(at, "up to now 5 %", "bench.clause.dueShare"),
      clause(`newest ${at}`, "bench.clause.newest", ORDER),
      clause(`oldest ${at}`, "bench.clause.oldest", ORDER),
    ]),
    ...numbers.flatMap((n) => [
      range(n, "between 2 %", "bench.clause.between"),
      range(n, "after 20", "bench.clause.after"),
      clause(`greatest ${n}`, "bench.clause.greatest", ORDER),
    ]),
    ...others.slice(0, 1).map((name) => clause(`smallest ${name}`, "bench.clause.smallest", ORDER)),
    clause("top 10", "bench.clause.top", /^top\b/),
    clause("backwards", "bench.clause.backwards", /^backwards$/),
    ...others.slice(0, 1).map((name) => clause(`wants ${name}`, "bench.clause.wants", /^wants\b/)),
    ...relativesOf(draft, kind).map((name) => clause(`with ${name}`, "bench.clause.with", /^with\b/)),
    clause("fresh now", "bench.clause.fresh", /^fresh\b/),
    clause("asked evenly", "bench.clause.evenly", /^asked\b/),
    clause("asked largest", "bench.clause.asked", /^asked\b/),
  ];
}

/** What a kind belongs to, and what belongs to it. */
export function relativesOf(draft: Draft, name: string): string[] {
  const kind = draft.kinds.find((k) => k.name === name);
  const below = draft.kinds.filter((k) => k.name && parentsOf(k).includes(name)).map((k) => k.name);
  return kind ? [...parentsOf(kind), ...below] : [];
}

const IF = /^if\b/;

/** What a write can go on with. */
export function writeClauses(draft: Draft, kind: string, verb: string): Clause[] {
  const { times, numbers, others } = namesOf(draft, kind);
  const above = draft.kinds.filter((k) => k.name === kind).flatMap(parentsOf);
  const hot = verb === "update" || above.length ? [clause("largest 60 %", "bench.clause.hot", /^largest\b/)] : [];
  const sets = verb === "update" ? [...others, ...numbers, ...times] : [];
  return [
    ...sets.map((name) => clause(`sets ${name}`, "bench.clause.sets", /^sets\b/)),
    ...(verb === "update" ? numbers : []).map((n) => clause(`adds 1 to ${n}`, "bench.clause.adds", /^adds\b/)),
    verb === "insert"
      ? clause("if absent", "bench.clause.absent", IF)
      : clause("if unchanged", "bench.clause.unchanged", IF),
    ...(verb === "insert" ? linkedTo(draft, kind) : []).map((list) =>
      clause(`for each ${list}`, "bench.clause.each", /^for each\b/),
    ),
    ...(verb === "insert" ? above : []).map((of) => clause(`at most 100 of ${of}`, "bench.clause.most", /^at most\b/)),
    ...(verb === "insert" ? [] : times.map((at) => range(at, "older 30d", "bench.clause.older"))),
    ...hot,
  ];
}

const option = (write: string, says: Key, instead: RegExp): Clause => clause(write, says, instead, " | ");

/** What can come after the keys of a store. */
export const STORE: readonly Clause[] = [
  option("include name", "bench.clause.include", /^include\b/),
  option("where status=open", "bench.clause.where", /^where\b/),
  option("list", "bench.clause.list", /^list$/),
  option("shards 16", "bench.clause.shards", /^shards\b/),
  option("shards 16 apart", "bench.clause.apart", /^shards\b/),
];

export const attributeNames = (k: KindDraft): string[] => k.attributes.map((a) => a.name).filter(Boolean);

/** Types by the names that people know, as engine/sheet. */
export const TIME = /^(?:time|date|smalldatetime|edm\.datetime)/i;
export const NUMBER =
  /^(?:int|long|double|number|numeric|(?:big|small|tiny)int|(?:big)?serial|float|real|decimal|edm\.(?:int|double))/i;

/** The attributes of a kind that are not its identity alone: times, numbers, and all others. */
function namesOf(draft: Draft, kind: string) {
  const known: KindDraft["attributes"] = draft.kinds.find((k) => k.name === kind)?.attributes ?? [];
  const named = known.filter((a) => a.name);
  const of = (type: RegExp) => named.filter((a) => type.test(a.type)).map((a) => a.name);
  const [times, numbers] = [of(TIME), of(NUMBER)];
  const rest = named.filter((a) => !times.includes(a.name) && !numbers.includes(a.name));
  return { times, numbers, others: rest.filter((a) => !a.identity).map((a) => a.name) };
}
