// What was probably meant by known values of a question or a write, where they are written as conditions. Pure.
import type { SheetMessage } from "../../engine/types.ts";
import { attributeNames, escaped, NUMBER, parentsOf, relativesOf, TIME } from "./clauses.ts";
import {
  type Condition,
  conditionsIn,
  isAbsence,
  isFixed,
  knownText,
  nameIn,
  rangesText,
  unfolded,
} from "./conditions.ts";
import type { AskDraft, DoDraft, Draft, KindDraft } from "./draft.ts";
import { clausesOf, type Fix, type Put } from "./fixes.ts";
import { type Apart, apart, ORDER, orderIn, second } from "./meant-orders.ts";
import { fitting, gone, instead, needless, only, type Proposal } from "./proposal.ts";

type Entry = AskDraft | DoDraft;

/** Known values that are written as conditions. */
export function knownMeant(m: SheetMessage, entry: Entry, draft: Draft, kind: KindDraft): Proposal | null {
  const by = entry.by.trim();
  const near = nearName(m, by, kind);
  if (near) return near;
  const absent = absenceOf(by, draft, kind, "by");
  if (absent) return absent;
  const pattern = PATTERNS.find(([words]) => words.test(by))?.[1];
  if (pattern) return { code: "cannot", subject: by, names: [pattern] };
  const order = /^(?:order|sort)\w* ?by\b/i.test(by) ? orderIn(by, kind) : "";
  if (order) return orderElsewhere(by, order, entry.how);
  if (/^(?:all|everything|any|nothing|none|-|\*|%|true|1 ?= ?1)$/i.test(by)) return needless(by, "by");
  const cut = apart(by, kind);
  const sorted = cut && orderedKnown(by, cut, entry.how, kind);
  if (sorted) return sorted;
  const list = conditionsIn(by, kind) ?? conditionsIn(withSigns(by, kind), kind);
  if (!list) return notThere(by, kind) ?? instead(by, known(m, by, kind));
  const range = rangeAmong(by, list, kind);
  if (range) return range;
  const names = list.filter((c) => !isRange(c));
  const [alone, fixed] = both(names);
  const before: Put[] = [["by", by, alone]];
  if (unfolded(by) !== by)
    return { code: "folded", subject: by, names: [alone], fixes: [{ word: alone, puts: before }] };
  if (alone === fixed) return alone === by ? null : instead(by, alone);
  const fixes = [alone, fixed].map((word): Fix => ({ word, puts: [["by", by, word]] }));
  return { code: "eitherValue", subject: by, names: [alone, fixed], fixes: ordered(fixes, names, kind) };
}

/** Known values with the sign between an attribute and its value: "status = open" for "status open". */
function withSigns(by: string, kind: KindDraft): string {
  const signed = (part: string): string => {
    const [, word = "", value = ""] = /^([\w.]+)\s+['"]?([^\s'",;=|%()<>]+)['"]?$/.exec(part) ?? [];
    const named = nameIn(word, kind);
    const own = kind.attributes.find((a) => a.name && !a.identity && (a.name === named || a.name.endsWith(`.${word}`)));
    const plain =
      own && !nameIn(value, kind) && !OF_NAMES.test(value) && ofType({ name: own.name, sign: "=", value }, kind);
    return plain && !TIME.test(own.type) ? `${own.name} = ${value}` : part;
  };
  return by
    .split(/\s+and\s+/i)
    .map(signed)
    .join(" and ");
}

const OF_NAMES =
  /^(?:id|ids|key|name|value|values|only|first|last|asc|desc|ascending|descending|or|not|is|in|like|given)$/i;

const PERSON = /^(?:user|owner|author|creator|customer|member|account|person|poster)s?(?:_?id)?$/i;

/** Names in several words, or of whom something belongs to, as the sheet has them: "user id" for user_id. */
function nearName(
  { code, names: [name = "", resembles = ""] }: SheetMessage,
  by: string,
  kind: KindDraft,
): Proposal | null {
  const own = by.split(/\s+and\s+|\s*,\s*/i).map((word) =>
    nameIn(
      word
        .trim()
        .replace(ARTICLE, "")
        .replaceAll(/[\s-]+/g, "_"),
      kind,
    ),
  );
  if (/\w[\s-]+\w/.test(by) && own.every(Boolean)) return instead(by, [...new Set(own)].join(" and "));
  if (code !== "unknownAttribute" || resembles || !by.includes(name)) return null;
  const known = [...parentsOf(kind), ...kind.attributes.map((a) => a.name).filter((n) => !n.includes("."))];
  const plain = (text: string): string => text.toLowerCase().replaceAll("_", "");
  const near = known.find((n) => n && [`${plain(name)}id`, `${plain(name)}name`].includes(plain(n)));
  const person = PERSON.test(name) ? known.find((n) => PERSON.test(n)) : "";
  return near || person ? { names: [name, near || person || ""] } : null;
}

const ARTICLE = /^(?:the|its|his|her|their|my|an?)\s+/i;

const FUNCTION = /^(?:where )?\w+\s*\(.*\).*(?:=|<|>)/i;
const KEY = new RegExp(
  "^(?:(?:[gl]si\\d*_?)?[ps]k\\d*|(?:partition|sort|hash|range|row) ?key)\\b" +
    "(?:\\s*(?:=|<|>|and\\b|between\\b|begins_with\\b).*)?$",
  "i",
);
const COMPARED = /^\{?\s*['"]?([a-z_][\w.]*)['"]?\s*(?:={1,3}|:)\s*(?!\s*\{)[^,{}]+\}?$/i;

/** Conditions about what a kind does not have: values that are calculated, keys, and attributes of other names. */
function notThere(by: string, kind: KindDraft): Proposal | null {
  const cannot = (pattern: string): Proposal => ({ code: "cannot", subject: by, names: [pattern] });
  if (/^\{?\s*\$or\b/i.test(by)) return cannot("or");
  const [, prefix = ""] = /^(\w+)#[\w:$<{}>]*$/.exec(by) ?? [];
  if (prefix && nameIn(prefix, kind)) return instead(by, nameIn(prefix, kind));
  if (FUNCTION.test(by) && !/^(?:begins_with|contains)\b/i.test(by)) return cannot("function");
  if (KEY.test(by)) return { code: "keysLater", subject: by, names: [] };
  const unread = by.split(/\s+and\s+/i).find((part) => !conditionsIn(part, kind)) ?? "";
  const [, name = ""] = COMPARED.exec(unread) ?? [];
  return name && !nameIn(name, kind) ? { code: "unknownAttribute", subject: kind.name, names: [name, ""] } : null;
}

/** Tells whether known values are calculated, which the engine takes apart at its commas. */
export const isCalculated = (by: string): boolean => FUNCTION.test(by);

/** Ranges among the known values: they belong to the other field. */
function rangeAmong(by: string, list: readonly Condition[], kind: KindDraft, more = ""): Proposal | null {
  const range = together(rangesText(list.filter(isRange), kind), more);
  const names = list.filter((c) => !isRange(c));
  const puts = (known: string): Put[] => [
    ["by", by, known],
    ["how", "", range],
  ];
  return range ? parted(by, names, range, kind, puts) : null;
}

/** Known values with an order or a number of rows after them. */
function orderedKnown(by: string, { sorting, rest, more }: Apart, how: string, kind: KindDraft): Proposal | null {
  const first = clausesOf(how).find((c) => ORDER.test(c));
  if (first && sorting) return second(sorting, first, "by");
  const list = conditionsOf(rest, kind);
  return list && rangeAmong(by, list, kind, more);
}

/** The conditions of a text, also without and between them, and where a time alone, such as today, is about the only
 * one that a kind has. */
function conditionsOf(text: string, kind: KindDraft): Condition[] | null {
  if (isAbsence(text)) return null;
  const names = [...attributeNames(kind), ...parentsOf(kind)].map(escaped).join("|");
  const next = `(?<=[^\\s(])(?<!\\b(?:and|or|where|not|by)) +(?=(?:${names})\\s*(?:=|[<>]|${BINDING})(?!\\w))`;
  const joined = names ? text.replaceAll(new RegExp(next, "gi"), " and ") : text;
  const time = only(fitting(kind, true));
  const whole = joined.replace(LAST, " and ");
  return conditionsIn(time ? whole.replaceAll(ALONE, `${time} $&`) : whole, kind);
}

const BINDING = "between|in|like|last|one|older|is";
const LAST = /(?<=['"\d?]) +(?=(?:today|yesterday|last \d+ ?[a-z]+)$)/i; // after a value
const ALONE = /(?<=^|\b(?:and|where) )(?:today|yesterday|last \d+ ?[a-z]+)(?=$| and\b)/gi;

const together = (...parts: readonly string[]): string => parts.filter(Boolean).join(", ");

/** Known values that can be read, and that mean something else or nothing: a day of a time, a word for a number. */
export function unlikely(text: string, kind: KindDraft): Proposal | null {
  const by = text.trim();
  if (apart(by, kind)) return null; // which the engine does not read
  const list = isAbsence(by) ? [] : (conditionsIn(by, kind) ?? []);
  const range = rangeAmong(by, list, kind);
  if (range) return range;
  const strange = list.find((c) => c.sign === "=" && c.value && !ofType(c, kind));
  if (!strange) return null;
  const { name, value } = strange;
  const subject = `${name}=${value}`;
  const type = typeOf(name, kind);
  if (TIME.test(type)) {
    const ranges = [/^now/i.test(value) ? `${name} up to now` : "", `${name} last 1h`].filter(Boolean);
    const fixes = ranges.map(
      (word): Fix => ({
        word,
        puts: [
          ["by", subject, ""],
          ["how", "", word],
        ],
      }),
    );
    return { code: "noTimeValue", subject, names: [name, ranges[0] ?? ""], ...(by === subject ? { fixes } : {}) };
  }
  const right = `${name}=${BOOL.test(type) ? /^(?:y|yes|on|1|t)$/i.test(value) : "1"}`;
  const fixes = [name, right].map((word): Fix => ({ word, puts: [["by", subject, word]] }));
  return { code: "badTyped", subject, names: [name, right], fixes };
}

const BOOL = /^bool/i;

const typeOf = (name: string, kind: KindDraft): string =>
  kind.attributes.find((a) => a.name === name)?.type.trim() ?? "";

/** Tells whether an attribute can have a value, as far as its type says it. Days have names of their own. */
function ofType({ name, value }: Condition, kind: KindDraft): boolean {
  const type = typeOf(name, kind);
  if (TIME.test(type)) return /\d/.test(value) || /^(?:time|datetime) (?!tick)/i.test(type);
  if (NUMBER.test(type)) return /^[-+]?\d/.test(value);
  return !BOOL.test(type) || /^(?:true|false)$/i.test(value);
}

/** An order among the known values: it belongs to the other field, which may have one. */
function orderElsewhere(by: string, order: string, how: string): Proposal {
  const first = clausesOf(how).find((c) => ORDER.test(c));
  if (first) return second(by, first, "by");
  const puts: Put[] = [
    ["by", by, ""],
    ["how", "", order],
  ];
  return { code: "commaMissing", subject: by, names: [`, ${order}`], fixes: [{ word: order, puts }] };
}

/** What no caller knows, because the service would have to calculate it. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^(?:select )?distinct\b/i, "distinct"],
  [/^(?:group by|having|(?:select )?(?:count|sum|avg|min|max)\s*\()/i, "aggregate"],
  [/:\s*\/.*\/[a-z]*\s*\}?$|\$regex\b/i, "fullText"],
];

/** A clause that says several things, of which none may get lost: ranges, known values, an order, a number of rows. */
export function partsMeant(clause: string, entry: AskDraft, kind: KindDraft): Proposal | null {
  const { sorting, rest, more } = apart(clause, kind) ?? { sorting: "", rest: clause, more: "" };
  const list = conditionsOf(rest, kind);
  if (!list || !rest) return sorting && !/[()]/.test(rest) ? instead(clause, together(rest, more)) : null;
  const several = list.length > 1 || !conditionsIn(clause, kind);
  return more || (several && list.some(isRange)) ? ofCaller(clause, entry, kind, { list, more }) : null;
}

/** A clause that says what the caller knows, which belongs to another field. */
export function ofCaller(
  clause: string,
  entry: Entry,
  kind: KindDraft,
  { list, more } = { list: isAbsence(clause) ? null : conditionsIn(clause, kind), more: "" },
): Proposal | null {
  if (!list || ("verb" in entry && list.every((c) => !c.sign))) return null;
  const there = conditionsIn(entry.by, kind)?.map((c) => c.name) ?? [];
  const names = list.filter((c) => !isRange(c) && !there.includes(c.name));
  const range = together(rangesText(list.filter(isRange), kind), more);
  const [alone, fixed] = both(names);
  if (!names.length)
    return range ? instead(clause, range) : { code: "knownTwice", subject: clause, fixes: [gone(clause)] };
  const puts = (word: string): Put[] => [
    ["how", clause, range],
    ["by", "", word],
  ];
  const fix = (word: string): Fix => ({ word, puts: puts(word) });
  if (range) return parted(clause, names, range, kind, puts);
  if (alone === fixed || unfolded(clause) !== clause)
    return { code: "callersValue", subject: clause, names: [alone], fixes: [fix(alone)] };
  const fixes = ordered([fix(alone), fix(fixed)], names, kind);
  return { code: "eitherValue", subject: clause, names: [alone, fixed], fixes };
}

const isRange = ({ sign }: Condition): boolean => /^(?:<|>|between|range)$/.test(sign);

/** What the caller knows as names alone, and with the values that were written. */
const both = (list: readonly Condition[]) => [knownText(list, () => false), knownText(list, () => true)] as const;

/** What was probably meant comes first: a value that is the same in every call, if the sheet has it. */
const ordered = (fixes: Fix[], list: readonly Condition[], kind: KindDraft): Fix[] =>
  list.some((c) => c.value && isFixed(c, kind)) ? fixes.reverse() : fixes;

/** What the caller knows, with the values that were typed and without, and what belongs to the other field. */
function parted(
  subject: string,
  known: readonly Condition[],
  range: string,
  kind: KindDraft,
  puts: (known: string) => Put[],
): Proposal {
  const words = [...new Set(unfolded(subject) === subject ? both(known) : both(known).slice(0, 1))];
  const fixes = words.map((word): Fix => ({ word: together(word, range), puts: puts(word) }));
  const code = words[0] ? "parted" : "rangeElsewhere";
  const names = words[0] ? [words.join(" or "), range] : [range];
  return { code, subject, names, fixes: ordered(fixes, known, kind) };
}

/** Names that the sheet has, of words where one of them is none. */
function known({ code }: SheetMessage, by: string, kind: KindDraft): string {
  const names = [...parentsOf(kind), ...attributeNames(kind)];
  const words = by.split(/[\s,]+/);
  if (/^(?:(?:the|its|his|her|an) )?(?:primary key|pk|id|key|identity)$/i.test(by))
    return kind.attributes
      .filter((a) => a.identity)
      .map((a) => a.name)
      .join(" and ");
  if (code !== "unknownWord" || /[=(]|\bin\b/.test(by)) return "";
  return names.filter((name) => words.includes(name)).join(" and ");
}

const NULL = /\b(?:is(?: not)?|!=|<>|=) *null\b|\$exists\b/i;
const EXISTS = /^(?:where )?(not )?exists\b\s*\(?\s*(?:select|from|\()/i;

const STRANGE = /^(?:where )?([a-z_]\w*) *(?:(?:!=|<>) *\S+|is(?: not)? null)$/i;

/** What a condition about a value that an entity must not have, or about none, is; null if it is of neither. */
export function absenceOf(text: string, draft: Draft, kind: KindDraft, field: string): Proposal | null {
  const [query, not] = EXISTS.exec(text) ?? [];
  const words = text.split(/[^\p{L}\p{N}_.]+/u);
  if (query && !not) return { code: "cannot", subject: text, names: ["join"] };
  if (query) {
    const other = relativesOf(draft, kind.name).find((k) => words.includes(k));
    return other ? marked(text, other, false) : { code: "cannot", subject: text, names: ["join"] };
  }
  if (!isAbsence(text) && !/^(?!if\b).*\bis not null\b|\bexists\b/i.test(text)) return null;
  const name = words.map((word) => nameIn(word, kind)).find(Boolean) ?? "";
  const present = /\bnot null\b|(?:!=|<>) *null\b|^exists\b|true/i.test(text);
  const [, unknown = ""] = name ? [] : (STRANGE.exec(text) ?? []);
  if (unknown && NULL.test(text)) return marked(text, unknown, present);
  if (unknown) return { code: "unknownAttribute", subject: kind.name, names: [unknown, ""] };
  if (!name && field === "how") return null;
  const parent = NULL.test(text) && parentsOf(kind).includes(name);
  if (parent && present) return { code: "needless", subject: text, names: [], fixes: [gone(text, field)] };
  if (parent) return { code: "cannot", subject: text, names: ["parent", kind.name, name], fixes: [gone(text, field)] };
  if (name && (NULL.test(text) || /\bexists\b/i.test(text))) return marked(text, name, present);
  const { type = "", more = "" } = kind.attributes.find((a) => a.name === name) ?? {};
  if (/^not \w+$/i.test(text) && /^bool/i.test(type)) return field === "by" ? instead(text, `${name}=false`) : null;
  const value = name ? other(name, type, more, text) : "";
  return { code: "cannot", subject: text, names: ["not"], ...(value ? { examples: { value } } : {}) };
}

/** An attribute that says whether there is a value or an entity. */
export function marked(subject: string, name: string, there: boolean): Proposal {
  const flag = `has_${name.replaceAll(".", "_")}`;
  return { code: "cannot", subject, names: ["null", flag, `${flag}=${there}`] };
}

/** Another value of an attribute than one that is not wanted: one that the sheet has, or an example. */
function other(name: string, type: string, more: string, text: string): string {
  const values = [...more.matchAll(/([\w-]+) [\d.]+ ?%/g)].map((m) => m[1] ?? "");
  const value = values.find((v) => v !== "largest" && !text.includes(v));
  if (value) return `${name}=${value}`;
  if (TIME.test(type)) return "";
  return `${name}=${/^bool/i.test(type) ? !/\btrue\b/i.test(text) : NUMBER.test(type) ? "1" : "open"}`;
}
