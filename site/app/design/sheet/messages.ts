// What the engine says about a sheet, in words, and at which field. It gives codes, names and numbers
// (engine/sheet/message.go).
import type { SheetCode, SheetMessage } from "../../engine/types.ts";
import { isKey, t } from "../../ui/i18n.ts";
import type { AskDraft, DoDraft, Draft } from "./draft.ts";
import { figure } from "./figures.ts";
import { addsElsewhere, examplesOf, meantBy, ORDER } from "./meant.ts";

/** A message, of the engine or about a number or a name of the form (numbers.ts), and the field that it is about. */
export interface Problem extends Omit<SheetMessage, "code"> {
  code: SheetCode | "decimalComma" | "decimalPoint" | "badPrice" | "plainName" | "spreadOfIdentity" | "meant";
  field: string;
  examples?: Record<string, string>; // for its sentence, with names of the sheet
}

type Said = Omit<Problem, "field">;

const RATES = ["badRate", "shareWithoutTotal", "notAboveZero"];
const KNOWN = [
  "unknownAttribute",
  "signedOrder",
  "insertBy",
  "badValue",
  "notTime",
  "commaMissing",
  "spacedValue",
  "callersValue",
];
const LIMITS = ["badLimit", "impossibleBudget"];

// Codes of messages whose subject is what was written.
const WRITTEN = [
  "unknownWord",
  "cannot",
  "commaMissing",
  "spacedValue",
  "callersValue",
  "notAboveZero",
  "badNumber",
  "badRate",
  "badTime",
  "badWidth",
  "badList",
  "badShare",
  "badWeights",
  "badLimit",
  "badValue",
  "rangeOfNothing",
];

/** Finds the field: the one that has the wrong words, or is for what is missing. Parts of what a form has as a line
 * are said about the line. */
export function problemOf(m: SheetMessage, draft: Draft): Problem {
  const path = /^\/(?:entities\/\d+(?:\/attributes\/\d+)?|(?:asks|does|together|designs)\/\d+)/.exec(m.path)?.[0] ?? "";
  const entry = entryAt(draft, path);
  const field = (isAsk(entry) && clauseField(m, entry)) || fieldWith(entry, writtenIn(m)) || fieldOf(m, path);
  const names = setting(m, entry, draft) ? [`sets ${m.subject}`] : m.names;
  const said = { ...m, names, path, field };
  return isAsk(entry) ? { ...said, ...inWords(m, draft, entry, field), examples: examplesOf(draft, entry) } : said;
}

/** The field of a clause that lacks its attribute, or has another word in its place. */
function clauseField({ code, subject, names: [name = ""] }: SheetMessage, { how }: AskDraft): string {
  const clauses = how.split(",").map((c) => c.trim());
  const ends = (words: RegExp, end: string) => clauses.some((c) => words.test(c) && c.endsWith(end));
  const order = code === "unknownAttribute" && ends(ORDER, name);
  return order || (code === "missing" && name === "attribute" && ends(/^(?:sets|adds|wants)\b/, subject)) ? "how" : "";
}

const isAsk = (entry: object | undefined): entry is AskDraft | DoDraft => !!entry && "how" in entry;

/** What a message about a question or a write is instead, if it is known what was meant. */
function inWords(m: SheetMessage, draft: Draft, entry: AskDraft | DoDraft, field: string): Partial<Problem> {
  if ("verb" in entry && addsElsewhere(m, entry))
    return { code: "notOfVerb", subject: entry.name, names: ["adds", entry.verb, "update"] };
  const meant = meantBy(m, draft, entry, field);
  return meant ? { code: "meant", names: [...meant] } : {};
}

/** Tells whether an update says only the name of an attribute, which it probably sets. */
function setting({ code, subject, names }: SheetMessage, entry: object | undefined, draft: Draft): boolean {
  const of = entry && "verb" in entry && "kind" in entry && entry.verb === "update" ? entry.kind : "";
  const kind = draft.kinds.find((k) => k.name === of);
  return code === "unknownWord" && !names[0] && !!kind?.attributes.some((a) => a.name === subject);
}

/** The words of a message that one of the fields has; the name of a setting is that of its field. */
function writtenIn({ code, subject, names }: SheetMessage): string {
  if (WRITTEN.includes(code)) return (MISTYPED.includes(code) && names[0]) || subject;
  return code === "unknownAttribute" || code === "notTime" ? (names[0] ?? "") : "";
}

/** The part of the sheet at a path. */
function entryAt(draft: Draft, path: string): object | undefined {
  const [, list, n, , m] = path.split("/");
  if (list === "entities") return m ? draft.kinds[Number(n)]?.attributes[Number(m)] : draft.kinds[Number(n)];
  if (list === "asks" || list === "does" || list === "together") return draft[list][Number(n)];
  return list ? undefined : draft.settings;
}

/** The field that has some words; the name of an entry may be any. */
function fieldWith(entry: object | undefined, words: string): string | undefined {
  if (!words) return undefined;
  const fields = Object.entries(entry ?? {}).filter(([name, text]) => name !== "name" && typeof text === "string");
  const whole = fields.find(([, text]) => text === words || text.split(/[\s,]+/).includes(words));
  return (whole ?? fields.find(([, text]) => text.includes(words)))?.[0];
}

function fieldOf(m: SheetMessage, path: string): string {
  if (/^\/(asks|does)/.test(path)) {
    if (m.code === "missing") return MISSING[m.names[0] ?? ""] ?? "how";
    if (RATES.includes(m.code)) return "n";
    if (LIMITS.includes(m.code)) return "limits";
    if (m.code === "unknownKind") return "kind";
    if (m.code === "badName" || m.code === "reserved" || m.code === "duplicate") return "name";
    return KNOWN.includes(m.code) && m.names.length ? "by" : "how";
  }
  if (path.includes("/attributes/")) return /Name|Property|reserved|duplicate/.test(m.code) ? "name" : "more";
  if (path.startsWith("/together/")) return m.code === "badName" ? "name" : "writes";
  if (path.startsWith("/entities/"))
    return /Number|missing|Rate|notAbove/.test(m.code) ? "n" : m.code === "badTime" ? "kept" : "name";
  return path ? "name" : (m.code === "outOfRange" && m.names[0]) || "peak";
}

// The field of a question or a write for what is missing.
const MISSING: Record<string, string> = { kind: "kind", verb: "verb", value: "by", attribute: "by" };

/** Where a message is said: a form has fields with labels, a text has lines. */
export type Place = "form" | "text";

/** The sentence of a message, or its code if a newer engine says what this page does not know. */
export function sentenceOf(m: Said, place: Place = "text"): string {
  const near = m.names.at(-1);
  const [n = 0, of = 0, to = 0] = m.numbers;
  const keys = keysOf(m).flatMap((key) => (place === "form" ? [`${key}.form`, key] : [key]));
  const key = keys.find(isKey);
  const subject = m.subject || unnamed(m.path);
  if (!m.subject && subject && /^bad(Name|Property)$/.test(m.code)) return t("bench.says.nameless", { subject });
  const names = place === "form" ? m.names.map((name) => labelled(name, m)) : m.names;
  const [a = "", b = "", values = ""] = names;
  const examples = { ...EXAMPLES, ...(m as Partial<Problem>).examples };
  const params = { subject, a, b, values, names: names.join(", "), n: figure(n), of: figure(of), to: figure(to) };
  return key
    ? t(key, { ...labels(m.path), ...examples, ...params, near: near ?? "" })
    : `${m.code}: ${[m.subject, ...m.names].join(", ")}`;
}

/** Examples for what no sheet is known of. */
const EXAMPLES = {
  attribute: "status",
  known: "device and at",
  next: "at before",
  order: "newest at",
  range: "at last 1h",
  text: "name",
  writes: "sets status, adds 1 to views, if unchanged",
};

/** The keys of a sentence, from the one that says most. */
function keysOf(m: Said): string[] {
  const [a = ""] = m.names;
  const stem = `bench.says.${m.code}`;
  const list = listOf(m.path) || "sheet";
  const proposed = [...UNKNOWN, ...MISTYPED].includes(m.code);
  const kept = m.code === "cannot" ? a : m.code === "notOfVerb" && m.names[2] ? "other" : "names";
  const fuller = `${stem}.${proposed ? "near" : kept}`; // with what is proposed
  const lacking = m.code === "missing" ? `${stem}.${a}` : empty(m) ? `${stem}.none` : "";
  const asked = stem.endsWith("unknownWord") && m.path.startsWith("/does/") && /^asked\b/.test(m.subject);
  return [
    ...(asked ? [`${stem}.asked`] : [`${lacking}.${list}`, lacking]),
    m.names.at(-1) ? fuller : "",
    "field" in m ? `${stem}.${m.field}` : "", // of those that say what comes there
    `${stem}.${list}`,
    stem,
  ];
}

/** What the form calls its fields, for sentences that name one. */
function labels(path: string): Record<string, string> {
  return {
    byField: t("bench.by"),
    howField: t(path.startsWith("/does/") ? "bench.how.do" : "bench.how"),
    budgetField: t("bench.budget"),
    valuesField: t("bench.values"),
    growsField: t("bench.kind.grows"),
    totalField: t("bench.set.total"),
    textView: t("bench.form.text"),
  };
}

/** A name as the form has it: of a line of the text what its fields lack, of a setting the label. */
function labelled(name: string, { code, path }: Said): string {
  const line = /^# @attribute /.test(name) && !name.includes("; #");
  if (line) return name.split(", ").find((part) => / values\b|^unique\b/.test(part)) ?? name;
  const keys = code === "outOfRange" ? [path ? `bench.kind.${name}` : `bench.set.${name}`] : [];
  const [label] = keys.filter(isKey);
  return label ? `“${t(label)}”` : name;
}

/** Tells whether the word after another is missing: the attribute after "newest", or the number after "top". */
function empty({ code, subject, names }: Said): boolean {
  return code === "unknownAttribute" ? names[0] === "" : code === "badNumber" && !subject;
}

/** What a part of the sheet that has no name yet is called: "Question 2". */
function unnamed(path: string): string {
  const [, list = "", at = "0"] = [...path.matchAll(/(\w+)\/(\d+)/g)].at(-1) ?? [];
  const key = `bench.unnamed.${list}`;
  return isKey(key) ? t(key, { n: Number(at) + 1 }) : "";
}

/** The innermost list of the sheet that a path is in: "asks", "attributes". */
function listOf(path: string): string {
  return [...path.matchAll(/(\w+)\/\d+/g)].at(-1)?.[1] ?? "";
}

/** The word that is wrong, and the one that was probably meant; "" if nobody can say. */
export function correctionOf(m: Said): readonly [wrong: string, right: string] {
  if (m.code === "meant") return [m.names[0] ?? "", m.names[1] ?? ""];
  if (m.code === "valuesAssumed" || m.code === "spreadOfIdentity") return [m.names[1] ?? "", m.names[2] ?? ""];
  if (m.code === "badProperty") return [m.subject, asProperty(m.subject)];
  const near = m.names.at(-1) ?? "";
  const [first = ""] = m.subject.split(" "); // the engine compares it with the words that can come here
  const wrong = m.code !== "unknownWord" ? (m.names[0] ?? "") : near.startsWith("sets ") ? m.subject : first;
  const known = [...UNKNOWN, ...MISTYPED].includes(m.code) && m.code !== "unknownDirective" && near !== wrong;
  return [wrong, known && wrong ? near : ""];
}

/** A name of several words as a property can have it, "" if it would not help. */
function asProperty(name: string): string {
  const plain = name.trim().replaceAll(/[\s-]+/g, "_");
  return plain !== name && /^[A-Za-z_]\w*$/.test(plain) ? plain : "";
}

// Codes whose names are a word that was mistyped, and the one that was probably meant.
const MISTYPED = ["badNumber", "badRate"];

const UNKNOWN = ["unknownAttribute", "unknownKind", "unknownWord", "unknownDirective"];
