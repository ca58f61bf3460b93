// What the engine says about a sheet, in words, and at which field. It gives codes, names and numbers
// (engine/sheet/message.go).
import type { SheetCode, SheetMessage } from "../../engine/types.ts";
import { isKey, t } from "../../ui/i18n.ts";
import { ASSUMED } from "./draft.ts";
import { EXAMPLES } from "./examples.ts";
import { figure } from "./figures.ts";
import type { Fix } from "./fixes.ts";

/** A message, of the engine or about a number or a name of the form (numbers.ts), and the field that it is about. */
export interface Problem extends Omit<SheetMessage, "code"> {
  code: SheetCode | OwnCode;
  field: string;
  examples?: Record<string, string>; // for its sentence, with names of the sheet
  adds?: { kind: string; name: string }; // an attribute that the sheet lacks, and gets at one press
  fixes?: readonly Fix[]; // what takes the place of what was written, at one press each
}

/** Codes of the form alone (numbers.ts), and of what was probably meant (meant.ts). */
type OwnCode =
  | "decimalComma"
  | "decimalPoint"
  | "askedOfOne"
  | "badPrice"
  | "badTyped"
  | "noRate"
  | "noTimeValue"
  | "folded"
  | "hotRead"
  | "childrenStay"
  | "identityGone"
  | "counted"
  | "eachOf"
  | "enumType"
  | "exact"
  | "bytesTaken"
  | "lengthTaken"
  | "noParent"
  | "noParentThere"
  | "oneOrder"
  | "plainName"
  | "spreadOfIdentity"
  | "meant"
  | "eitherValue"
  | "keysLater"
  | "knownTwice"
  | "keptElsewhere"
  | "keptSomewhere"
  | "parted"
  | "percentOfFactor"
  | "rangeElsewhere"
  | "noWidth"
  | "noLength"
  | "noTime"
  | "noUnit"
  | "noIndex"
  | "needless"
  | "reference"
  | "referenceThere"
  | "typeAndValues"
  | "limitOfPart"
  | "limitOfWhole"
  | "together"
  | "togetherAlone"
  | "shardsLater"
  | "sqlLine"
  | "softDelete"
  | "typeElsewhere"
  | "uniquePair"
  | "unreadLine"
  | "upsert"
  | "absentElsewhere"
  | "uniqueElsewhere"
  | "verbElsewhere"
  | "whichOne"
  | "whichShare";

type Said = Omit<Problem, "field">;

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
  const params = {
    subject,
    a,
    b,
    values,
    names: names.join(", "),
    either: names.join(" or "),
    n: figure(n),
    of: figure(of),
    to: figure(to),
  };
  return key
    ? t(key, { ...labels(m.path), ...examples, ...params, near: near ?? "" }) + besides(m)
    : `${m.code}: ${[m.subject, ...m.names].join(", ")}`;
}

/** What a correction adds to what was typed, or leaves out of it: a share that is only an example, and a value. */
function besides(m: Said): string {
  const { fixes } = m as Partial<Problem>;
  const right = fixes ? fixes.flatMap(({ puts }) => puts.map(([, , text]) => text)).join(" ") : correctionOf(m)[1];
  const typed = m.code === "meant" ? (m.names[0] ?? "") : m.subject;
  if (m.code !== "noWidth" && /\bbetween 2 %/.test(right) && !/\b2 ?%/.test(typed))
    return ` ${t("bench.says.also.share")}`;
  return VALUED.test(typed) && /\b(?:after|before)(?=,| and |$)/.test(right) ? ` ${t("bench.says.also.value")}` : "";
}

/** Compares with a value of its own. */
const VALUED =
  /(?:[<>]=?|\b(?:over|under|above|below|after|before|than|least|most|up to|since|until|gte?|lte?)) *['"]?-?\d/i;

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
    m.names.at(-1) && !(proposed && a === m.names[1]) ? fuller : "", // a word is not near itself
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
    typeField: t("bench.type"),
    ofField: t("bench.kind.of"),
    keptField: t("bench.kind.kept"),
    limitsField: t("bench.set.limits"),
    growsField: t("bench.kind.grows"),
    totalField: t("bench.set.total"),
    textView: t("bench.form.text"),
    formView: t("bench.form"),
    togetherButton: t("bench.together.add"),
    assumedButton: t("bench.attribute.assumed", { name: ASSUMED }),
  };
}

/** A name as the form has it: of a line of the text what its fields lack, of a setting the label. */
function labelled(name: string, { code, path }: Said): string {
  const line = /^# @attribute /.test(name) && !name.includes("; #");
  if (line) return name.split(", ").find((part) => / values\b|^unique\b/.test(part)) ?? name;
  const verb = `bench.verb.${name}`;
  if (code === "verbElsewhere" && isKey(verb)) return t(verb);
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
  if (m.code === "meant" || m.code === "percentOfFactor") return [m.names[0] ?? "", m.names[1] ?? ""];
  if (m.code === "valuesAssumed" || m.code === "spreadOfIdentity") return [m.names[1] ?? "", m.names[2] ?? ""];
  if (m.code === "badProperty") return [m.subject, asProperty(m.subject)];
  const near = m.names.at(-1) ?? "";
  const [first = ""] = m.subject.split(" "); // the engine compares it with the words that can come here
  const wrong = m.code !== "unknownWord" ? (m.names[0] ?? "") : near.startsWith("sets ") ? m.subject : first;
  const known = [...UNKNOWN, ...MISTYPED].includes(m.code) && m.code !== "unknownDirective" && near !== wrong;
  return [wrong, known && wrong ? near : ""];
}

/** What can be written in the place of what a message is about, at one press each. */
export function fixesOf(p: Problem): readonly Fix[] {
  const [wrong, right] = correctionOf(p);
  return p.fixes ?? (right ? [{ word: right, puts: [[p.field, wrong, right]] }] : []);
}

/** A name of several words as a property can have it, "" if it would not help. */
function asProperty(name: string): string {
  const plain = name.trim().replaceAll(/[\s-]+/g, "_");
  return plain !== name && /^[A-Za-z_]\w*$/.test(plain) ? plain : "";
}

// Codes whose names are a word that was mistyped, and the one that was probably meant.
export const MISTYPED = ["badNumber", "badRate"];

const UNKNOWN = ["unknownAttribute", "unknownKind", "unknownValue", "unknownWord", "unknownDirective"];
