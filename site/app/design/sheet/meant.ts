// What was probably meant by words of a question or a write that the engine cannot read, with the names of the sheet.
// Pure.
import type { SheetMessage } from "../../engine/types.ts";
import { attributeNames, NUMBER, parentsOf, TIME, writeClauses } from "./clauses.ts";
import type { AskDraft, DoDraft, Draft, KindDraft } from "./draft.ts";

/** Words of a field, and those that say the same so that it is understood. */
export type Meant = readonly [wrong: string, right: string];

type Entry = AskDraft | DoDraft;

const UNREAD = ["unknownWord", "unknownAttribute", "cannot", "missing", "rangeOfNothing", "badNumber"];

/** What to write in the place of the words that a message is about; null if that is not known. */
export function meantBy(m: SheetMessage, draft: Draft, entry: Entry, field: string): Meant | null {
  const kind = draft.kinds.find((k) => k.name === entry.kind);
  if (!kind || !UNREAD.includes(m.code)) return null;
  const wrong = field === "by" ? entry.by.trim() : field === "how" ? clauseWith(m, entry.how) : "";
  const clause = () => ("verb" in entry ? write(wrong, kind, entry.verb) : question(m, wrong, entry, kind));
  const right = field === "by" ? known(m, wrong, kind) : clause();
  return wrong && right && right !== wrong ? [wrong, right] : null;
}

/** Tells whether a write that is no update is to change a number by some amount. */
export function addsElsewhere(m: SheetMessage, { verb, how }: DoDraft): boolean {
  if (m.code === "notOfVerb") return m.names[0] === "adds";
  return m.code === "unknownWord" && verb !== "update" && ADDING.test(clauseWith(m, how));
}

/** The clause of a field that a message is about. */
function clauseWith({ code, subject, names: [name = ""] }: SheetMessage, how: string): string {
  const clauses = how.split(/,(?![^(]*\))/).map((c) => c.trim());
  if (code === "unknownAttribute") return clauses.find((c) => ORDER.test(c) && c.endsWith(name)) ?? "";
  if (code === "missing") return clauses.find((c) => /^adds?\b/.test(c) && c.endsWith(subject)) ?? "";
  return clauses.find((c) => c.includes(subject)) ?? "";
}

/** Names that the sheet has, of words where one of them is none. */
function known({ code }: SheetMessage, by: string, kind: KindDraft): string {
  const names = [...parentsOf(kind), ...attributeNames(kind)];
  const words = by.split(/[\s,]+/);
  if (code !== "unknownWord" || /[=(]|\bin\b/.test(by)) return "";
  return names.filter((name) => words.includes(name)).join(" and ");
}

/** Begins an order, as engine/sheet. */
export const ORDER = /^(?:newest|oldest|greatest|smallest)\b/;
const ROWS =
  /^(?:(?:limit|first|take|fetch|for|only|max) )?(\d+)(?: (?:rows?|entities|results?|items?|records?|of them))?$/i;
const DESCENDING = /\b(?:newest|latest|last|(?:most )?recent|desc(?:ending)?|greatest|highest|reversed?)\b/i;
const ASCENDING = /\b(?:oldest|earliest|asc(?:ending)?|smallest|lowest|order(?:ed)? ?by|sort(?:ed)?(?: by)?)\b/i;

/** A range, a number of rows or an order, as the sheet has them. */
function question({ code, names }: SheetMessage, clause: string, { how }: Entry, kind: KindDraft): string {
  const [time, other] = fitting(kind, true);
  if (code === "rangeOfNothing" && !/^last \d+$/.test(clause)) return time && !other ? `${time} ${clause}` : "";
  if (code === "unknownAttribute" && names[1] && /^[a-z]+$/i.test(names[0] ?? "")) return ""; // one resembles it
  const [, rows = ""] = ROWS.exec(clause) ?? [];
  const top = rows || /\b\d+\b/.exec(clause)?.[0];
  const order = rows ? "" : orderIn(clause, kind);
  return [order, top && (rows || order) && !/\btop \d/.test(how.replace(clause, "")) ? `top ${top}` : ""]
    .filter(Boolean)
    .join(", ");
}

/** "newest created", of words such as "created desc" or "latest". */
function orderIn(clause: string, kind: KindDraft): string {
  const [down, up] = [DESCENDING.exec(clause), ASCENDING.exec(clause)];
  if (!down && !up) return "";
  const descending = !!down && (!up || down.index < up.index || /\bby\b|sort/i.test(up[0]));
  const name = namedIn(clause, kind)[0] ?? only(fitting(kind, !/greatest|highest|smallest|lowest/i.test(clause)));
  if (!name) return "";
  const time = fitting(kind, true).includes(name);
  return `${time ? (descending ? "newest" : "oldest") : descending ? "greatest" : "smallest"} ${name}`;
}

const MORE = "adds?|increments?|increases?|plus|incr?|counts? up|by \\d+";
const LESS = "decrements?|decreases?|minus|subtracts?|counts? down";
const ADDING = new RegExp(`\\+|--|-=|[-−] *\\d|\\b(?:${MORE}|${LESS})\\b|^counts?\\b`, "i");
const TAKING = new RegExp(`[-−]|\\b(?:${LESS})\\b`, "i");
const SETTING = /^(?:updates?|changes?|sets?|modif(?:y|ies)|edits?|writes?|saves?)\b|=/i;

/** What an update adds or sets, of words such as "views = views + 1" or "change status". */
function write(clause: string, kind: KindDraft, verb: string): string {
  if (verb !== "update" || /^(?:if|when|unless|where)\b/i.test(clause)) return "";
  const named = namedIn(clause, kind);
  if (!ADDING.test(clause)) return SETTING.test(clause) && named.length ? `sets ${named.join(" and ")}` : "";
  const numbers = fitting(kind, false);
  const name = named.find((n) => numbers.includes(n)) ?? only(numbers);
  const amount = /(?<![\w.])\d+(?:\.\d+)?/.exec(clause)?.[0] ?? "1";
  return name ? `adds ${TAKING.test(clause) ? "-" : ""}${amount} to ${name}` : "";
}

/** Attributes whose names are among the words, whatever their case. */
function namedIn(clause: string, kind: KindDraft): string[] {
  const words = clause.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
  return attributeNames(kind).filter((name) => words.includes(name.toLowerCase()));
}

const only = (names: readonly string[]): string => (names.length === 1 ? (names[0] ?? "") : "");

/** The times of a kind, or its numbers. */
function fitting(kind: KindDraft, times: boolean): string[] {
  const type = times ? TIME : NUMBER;
  return kind.attributes.filter((a) => a.name && type.test(a.type)).map((a) => a.name);
}

/** Examples for the sentences of a message, with attributes that the kind has. */
export function examplesOf(draft: Draft, entry: Entry): Record<string, string> {
  const kind = draft.kinds.find((k) => k.name === entry.kind);
  const attributes = kind?.attributes.filter((a) => a.name) ?? [];
  const [time] = attributes.filter((a) => TIME.test(a.type));
  const [number] = attributes.filter((a) => NUMBER.test(a.type));
  const text = attributes.find((a) => !TIME.test(a.type) && !NUMBER.test(a.type));
  const { name } = time ?? number ?? attributes[0] ?? { name: "id" }; // as engine/sheet, of a kind without attributes
  const writes = "verb" in entry ? writeClauses(draft, entry.kind, entry.verb) : [];
  const each = writes.filter((c, i) => writes.findIndex((o) => o.says === c.says) === i);
  return {
    attribute: text?.name ?? name,
    text: text?.name ?? name,
    next: `${name} ${time || number ? "before" : "after"}`,
    known: [...(kind ? parentsOf(kind) : []), ...attributes.map((a) => a.name)].slice(0, 2).join(" and ") || name,
    order: `${time ? "newest" : number ? "greatest" : "smallest"} ${name}`,
    range: `${name} ${time ? "last 1h" : "between 2 %"}`,
    writes: each.map((c) => c.write).join(", "),
  };
}
