// What was probably meant by a clause of a write that cannot be read: changes and conditions. Pure.
import { parentsOf } from "./clauses.ts";
import { timeIn } from "./conditions.ts";
import type { DoDraft, KindDraft } from "./draft.ts";
import { fitting, gone, instead, namedIn, needless, only, type Proposal } from "./proposal.ts";

const ABSENT = [
  /^(?:if not exists|if new|unless exists|(?:insert )?ignore|attribute_not_exists\b.*|if[- ]none[- ]match.*)$/i,
  /^on (?:conflict|duplicate(?: key)?)(?: do)? (?:nothing|ignore)$/i,
];
const UNCHANGED = [
  /\b(?:version|row_?version|etag|xmin)\b/i,
  /^(?:if-match|optimistic|for update|(?:row )?lock|cas|compare|if (?:same|not changed|unmodified))\b/i,
];
const OF_NOTHING = [
  /^(?:(?:in a )?transaction|upsert|or replace|merge|cascade|async|bulk)$/i,
  /^(?:returning|values|on duplicate key update|on conflict do update)\b/i,
];

const isAmong = (list: readonly RegExp[], clause: string): boolean => list.some((words) => words.test(clause));

/** A clause of a write that means something else than one that can come there. */
export function writeMeant(clause: string, entry: DoDraft, kind: KindDraft): Proposal | null {
  const { verb, name } = entry;
  const condition = isAmong(ABSENT, clause) ? "absent" : isAmong(UNCHANGED, clause) ? "unchanged" : "";
  if (condition === "absent" && verb !== "insert")
    return { code: "notOfVerb", subject: name, names: ["if absent", verb, "insert"] };
  if (condition && (condition === "absent" || verb !== "insert")) return instead(clause, `if ${condition}`);
  if (isAmong(OF_NOTHING, clause)) return needless(clause);
  const [, most = "", of = ""] =
    /^(?:max(?:imum)?|limit|up to|at most) (\d+)(?: \w+)?? (?:per|for each|each) (\w+)$/i.exec(clause) ?? [];
  if (most && verb === "insert" && parentsOf(kind).includes(of)) return instead(clause, `at most ${most} of ${of}`);
  const time = only(fitting(kind, true));
  const span = timeIn(clause);
  const age =
    verb === "delete" && time && span && /\b(?:older|before|ago|interval|ttl|expire[sd]?|after)\b|</i.test(clause);
  if (age) return instead(clause, `${time} older ${span}`);
  const kept = span && /^(?:ttl|expire[sd]?|time to live|keep|kept)\b/i.test(clause);
  return kept ? { code: "keptElsewhere", subject: clause, names: [kind.name, span], fixes: [gone(clause)] } : null;
}

const MORE = "adds?|increments?|increases?|plus|incr?|counts? up|by \\d+";
const LESS = "decrements?|decreases?|minus|subtracts?|counts? down";
export const ADDING = new RegExp(`\\+|--|-=|[-−] *\\d|\\b(?:${MORE}|${LESS})\\b|^counts?\\b`, "i");
const TAKING = new RegExp(`[-−]|\\b(?:${LESS})\\b`, "i");
const SETTING = /^(?:updates?|changes?|sets?|modif(?:y|ies)|edits?|writes?|saves?)\b|=/i;

/** What an update adds or sets, of words such as "views = views + 1" or "change status". */
export function changeIn(clause: string, kind: KindDraft, verb: string): string {
  if (verb !== "update" || /^(?:if|when|unless|where)\b/i.test(clause)) return "";
  const named = namedIn(clause, kind);
  if (!ADDING.test(clause)) return SETTING.test(clause) && named.length ? `sets ${named.join(" and ")}` : "";
  const numbers = fitting(kind, false);
  const name = named.find((n) => numbers.includes(n)) ?? only(numbers);
  const amount = /(?<![\w.])\d+(?:\.\d+)?/.exec(clause)?.[0] ?? "1";
  return name ? `adds ${TAKING.test(clause) ? "-" : ""}${amount} to ${name}` : "";
}
