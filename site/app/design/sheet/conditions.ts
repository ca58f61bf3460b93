// Conditions as SQL, MongoDB and programs have them: names of a kind, how they are compared, and values. Pure.
import { attributeNames, escaped, NUMBER, parentsOf, TIME } from "./clauses.ts";
import type { KindDraft } from "./draft.ts";

/** One of them. */
export interface Condition {
  name: string; // as the sheet has it
  sign: "" | "=" | "<" | ">" | "between" | "in" | "range"; // "" for a name alone
  value: string; // without quotes; "" for one that the caller fills in; of a range, what the sheet has after its name
}

const BEFORE =
  "where|and|filter(?:ed)?(?: by)?|find(?:One)?|match|having|when|by|query|\\$match:?|select\\b.*?\\bwhere";
const WORD = new RegExp(
  `^(?:${BEFORE}|(?:key|filter|update) ?(?:condition)? ?(?:expression)?:?)(?=[\\s({]|$)\\s*`,
  "is",
);
const AND = /\s+(?:and|&&)\s+|,(?![^([]*[)\]])/i;
const COMPARED = new RegExp(
  "^[\"'`#\\[(]?([a-z_][\\w.]*)[\"'`\\])]?(?:" +
    "\\s*(===?|=|:(?![a-z])|\\bis\\b(?! not)|\\bequals?\\b(?: to)?|\\beq\\b)" +
    "|\\s*(>=?|\\bgte?\\b|\\b(?:after|since|newer than|greater than|more than|over|above|at least)\\b)" +
    "|\\s*(<=?|\\blte?\\b|\\b(?:before|until|older than|less than|under|below|at most|up to)\\b)" +
    "|\\s+(between)\\b|\\s+(in)\\b)\\s*(.+)$",
  "is",
);
const OPERATOR = /^\{\s*["']?\$(eq|gte?|lte?|in)["']?\s*:\s*(.+?)\s*\}?$/i; // {$gt: 5}
const PARAMETER = /^(?:\?|[:@$]\w+|%s|\{\w+\}|\$\{[^}]*\}|<[^>]*>|my\b.*|the\b.*|given|any|me|\w+\.\w+|\w*Id)$/;

/** One of several values of a name, as in "a = 1 or a = 2": a list. */
function listIn(text: string, kind: KindDraft): Condition | null {
  const list = text.split(/\s+(?:or|\|\|)\s+/i).map((part) => conditionOf(bare(part), kind));
  const [first] = list;
  const same = first?.name && list.length > 1 && list.every((c) => c?.name === first.name && c.sign === "=");
  return same ? { name: first.name, sign: "in", value: list.map((c) => c?.value).join(",") } : null;
}

const BOTH_ENDS = /(?<![\w.])(-?[\d.]+) *<=? *([a-z_][\w.]*) *<=? *(-?[\d.]+)/gi; // 18 <= age <= 30

/** Tells whether a condition is about what is not there, which keys cannot find. */
export const isAbsence = (text: string): boolean => /!=|<>|\bnot\b|\bis null\b|=\s*null\b|\$ne\b/i.test(text);

/** The conditions of a text; null if a part of it is none. */
export function conditionsIn(text: string, kind: KindDraft): Condition[] | null {
  const whole = text
    .replace(BOTH_ENDS, "$2 between $1..$3")
    .replace(/\b(?:is (?=between\b)|(?:is )?from (?=-?[\d.]+ (?:to|and) ))/i, "")
    .replace(/(?<=[\w.] )(?:between )?(-?[\d.]+) to (?=-?[\d.]+$)/i, "between $1..")
    .replace(/\bbetween\s+(\S+(?: [\d:.]+'?)?)\s+and\s+/i, "between $1..");
  const list = bare(unfolded(whole))
    .split(AND)
    .map((part) => conditionOf(bare(part), kind) ?? listIn(part, kind));
  return list.every((c) => c !== null) && list.length ? list : null;
}

/** Words without what is around conditions: where, and brackets. */
function bare(text: string): string {
  const inner = text
    .trim()
    .replace(WORD, "")
    .replace(/^\{(.*)\}$/s, "$1")
    .replace(/^\((.*)\)$/s, "$1")
    .replace(/;$/, "");
  return inner === text ? text : bare(inner);
}

/** Values without a function that changes their letters, which no key can have: "email" of "lower(email)". */
export const unfolded = (text: string): string =>
  text.replaceAll(/\b(?:lower|upper|[lu]case|trim|casefold)\s*\(\s*([^()]+?)\s*\)/gi, "$1");

const BEGUN = [
  /^(?:begins_with|starts_?with)\s*\(\s*([\w.]+)\s*,.*$/i,
  /^([\w.]+)\s+(?:i?like|(?:starts?|begins?)[_ ]?with)\s+(?!['"]?%)./i,
];
const LASTING = /^(?:date\(\s*)?([\w.]+)\)?(?:\s*(?:=|\bis\b|\bon\b)?\s*(.+))$/i;
const OF_TIME =
  /^(year|month|week|day|hour|date_trunc|date_?part|extract|to_char|strftime|date_format|trunc|cast)\s*\(.*\).*=/i;
const PART = /\b(month|week|day|hour)\b/i;
const DAY = /^['"]?(?:today|yesterday|current_?date|curdate|sysdate|getdate|\d{4}-\d\d-\d\d)(?:\(\))?['"]?$/i;

const DAYS = /^between ['"]?(?:today(?:\.\.| and )['"]?tomorrow|yesterday(?:\.\.| and )['"]?today)['"]?$/i;

/** A range: of texts that begin with the same letters, or of a time, such as a day. */
function lasting(text: string, kind: KindDraft): Condition | null {
  const begun = nameIn(BEGUN.map((words) => words.exec(text)?.[1]).find(Boolean) ?? "", kind);
  if (begun) return { name: begun, sign: "range", value: "between 2 %" };
  const [, unit = ""] = OF_TIME.exec(text) ?? [];
  const of =
    unit &&
    text
      .split(/\W+/)
      .map((w) => nameIn(w, kind))
      .find((n) => isTime(n, kind));
  if (of)
    return {
      name: of,
      sign: "range",
      value: /year/i.test(text) ? "between 365d" : `one ${PART.exec(text)?.[1] ?? "day"}`,
    };
  const [, word = "", value = ""] = LASTING.exec(text) ?? [];
  const name = nameIn(word, kind);
  const type = kind.attributes.find((a) => a.name === name)?.type ?? "";
  if (!TIME.test(type) || /\bday\b|^date$/i.test(type)) return null;
  if (DAYS.test(value)) return { name, sign: "range", value: "one day" };
  if (DAY.test(value) || (/^date\(/i.test(text) && value)) return { name, sign: "range", value: "one day" };
  return /^(?:one|last) (?:\d+ ?)?[a-z]+$/i.test(value) ? { name, sign: "range", value: value.toLowerCase() } : null;
}

function conditionOf(text: string, kind: KindDraft): Condition | null {
  const range = lasting(text, kind);
  if (range) return range;
  const alone = nameIn(text, kind);
  if (alone) return { name: alone, sign: "", value: "" };
  const [, word = "", equal, more, less, between, among, rest = ""] = COMPARED.exec(text) ?? [];
  const name = nameIn(word, kind);
  if (!name) return null;
  if (/\bor\b/i.test(rest) || (among && !/^(?:[([:@$?%]|\d+$)/.test(rest))) return null;
  const inner = equal && !/^['"]/.test(rest) ? nameIn(rest.replace(/^(\w+)#.*$/s, "$1"), kind) : "";
  if (inner) return { name: /^[_\W]*(?:pk|sk)$/i.test(word) ? inner : name, sign: "", value: "" };
  const sign = equal ? "=" : more ? ">" : less ? "<" : between ? "between" : among ? "in" : "=";
  const [, operator = "", operand = ""] = OPERATOR.exec(rest) ?? [];
  if (operator) return { name, sign: SIGNS[operator.toLowerCase().slice(0, 2)] ?? "=", value: plainValue(operand) };
  return { name, sign, value: plainValue(rest) };
}

const SIGNS: Record<string, Condition["sign"]> = { eq: "=", gt: ">", lt: "<", in: "in" };

/** A value without quotes, "" for what stands for one. */
function plainValue(text: string): string {
  const plain = text.trim().replace(/^(['"`])(.*)\1$/s, "$2");
  return PARAMETER.test(text.trim()) ? "" : plain;
}

/** What of a kind a word names: an attribute or a parent, however it is written, or a parent by its identity, as in
 * user_id. */
export function nameIn(word: string, kind: KindDraft): string {
  const parents = parentsOf(kind);
  const names = [...attributeNames(kind), ...parents];
  const ids = kind.attributes.filter((a) => a.identity && a.name).map((a) => a.name);
  const find = (text: string): string =>
    names.find((n) => n === text) ??
    names.find((n) => plain(n) === plain(text)) ??
    parents.find((p) => new RegExp(`^${escaped(plain(p))}s?(?:id|key|uuid|guid)$`).test(plain(text))) ??
    (/^_?id$|^pk$/i.test(text) && ids.length === 1 ? (ids[0] ?? "") : "");
  const bareWord = word.trim().replace(/^["'`#[]|["'`\]]$/g, "");
  if (!/^[\w.]+$/.test(bareWord)) return "";
  return find(bareWord) || find(bareWord.split(".").at(-1) ?? "");
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_.]/g, "");

/** What the caller knows, as the sheet has it: each name alone, or with its value. */
export function knownText(list: readonly Condition[], fixed: (c: Condition) => boolean): string {
  const known = list.map((c) => {
    if (c.sign === "in") return `${c.name} in ${countIn(c.value)}`;
    return c.sign === "=" && c.value && isValue(c.value) && fixed(c) ? `${c.name}=${c.value}` : c.name;
  });
  return [...new Set(known)].join(" and ");
}

/** How many values a list has; 20 if it is one that the caller fills in. */
function countIn(list: string): number {
  const values = list.replace(/^[([]|[)\]]$/g, "").split(",");
  return values.length > 1 ? values.length : 20;
}

/** Tells whether a sheet can have a value, as engine/sheet. */
const isValue = (text: string): boolean => /^[^\s,;=|%()]{1,40}$/.test(text);

/** Tells whether a value is probably the same in every call: the sheet has it, or it is one of two. */
export function isFixed({ name, value }: Condition, kind: KindDraft): boolean {
  const of = kind.attributes.find((a) => a.name === name);
  return /^(?:true|false)$/i.test(value) || (!!of && new RegExp(`(?:^|\\s)${escaped(value)} [\\d.]+ ?%`).test(of.more));
}

/** A range as the sheet has it: "created last 7d" for "created > now() - interval '7 days'". */
function rangeText({ name, sign, value }: Condition, kind: KindDraft): string {
  const type = kind.attributes.find((a) => a.name === name)?.type ?? "";
  if (sign === "range") return `${name} ${value}`;
  const width = TIME.test(type) ? timeIn(value) : "";
  if (sign === "between" && /^[\d.]+ ?(?:%|[a-z]+)$/i.test(value)) return `${name} between ${value}`;
  if (sign === "between") return `${name} between ${(TIME.test(type) && daysIn(value)) || "2 %"}`;
  if (sign === ">") return `${name} ${width ? `last ${width}` : "after"}`;
  return `${name} ${width ? `older ${width}` : "before"}`;
}

/** Ranges as the sheet has them: two ends of one attribute are a range between them. */
export function rangesText(list: readonly Condition[], kind: KindDraft): string {
  const closed = (c: Condition) => list.some((o) => o.name === c.name && o.sign !== c.sign);
  const texts = list.map((c) => rangeText(closed(c) ? { name: c.name, sign: "between", value: "" } : c, kind));
  return [...new Set(texts)].join(", ");
}

/** The days between two dates: "30d". */
function daysIn(text: string): string {
  const [from = Number.NaN, to = Number.NaN] = (text.match(/\d{4}-\d\d-\d\d/g) ?? []).map((d) => Date.parse(d));
  const days = Math.round((to - from) / 86_400_000);
  return days > 0 ? `${days}d` : "";
}

const UNIT = "(second|sec|minute|min|hour|day|week|month|year|yr|[hdwy])";
const AGO = new RegExp(`(\\d+)['\\s]*${UNIT}s?\\b`, "i");
const ADDED = new RegExp(`\\b${UNIT}s?\\s*,\\s*-\\s*(\\d+)`, "i"); // dateadd(day, -7, …)
const UNITS: Record<string, string> = { s: "s", h: "h", d: "d", w: "week", y: "year" };

/** A length of time before now: "7d" of "now() - interval '7 days'". */
export function timeIn(text: string): string {
  if (/^\W*(?:yesterday|today)\W*$/i.test(text)) return "1d";
  const [, later = "", number = ""] = ADDED.exec(text) ?? [];
  const [, n = number, unit = later] = number ? [] : (AGO.exec(text) ?? []);
  if (!n || !unit || /\d{4}-\d\d/.test(text)) return "";
  const word = unit.toLowerCase();
  const known = /^m/.test(word) ? (word.startsWith("mo") ? "month" : "min") : UNITS[word.charAt(0)];
  return known === "year" ? `${365 * Number(n)}d` : `${n}${known}`;
}

/** Tells whether an attribute is a time. */
export const isTime = (name: string, kind: KindDraft): boolean =>
  kind.attributes.some((a) => a.name === name && TIME.test(a.type));

/** Tells whether values of an attribute have an order that a range can use: times and numbers. */
export const hasOrder = (name: string, kind: KindDraft): boolean =>
  kind.attributes.some((a) => a.name === name && (TIME.test(a.type) || NUMBER.test(a.type)));
