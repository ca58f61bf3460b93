// What was probably meant by a clause of a question that cannot be read: ranges, orders, rows and wishes. Pure.
import type { SheetMessage } from "../../engine/types.ts";
import { nearest } from "../../ui/nearest.ts";
import { isOne, relativesOf } from "./clauses.ts";
import { conditionsIn, hasOrder, isTime, nameIn, rangesText, timeIn } from "./conditions.ts";
import type { AskDraft, Draft, KindDraft } from "./draft.ts";
import { clausesOf, type Fix } from "./fixes.ts";
import { NAMED_SHARE, OF_LISTS } from "./meant-does.ts";
import { absenceOf, marked } from "./meant-known.ts";
import { isDescending, orderBy, orderIn, orderMeant } from "./meant-orders.ts";
import { fitting, gone, instead, namedIn, needless, only, type Proposal } from "./proposal.ts";

/** What databases have for questions and this service does not, beside the words that the engine knows. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:offset|skip)\b|^(?:exclusivestartkey|lastevaluatedkey|paginat|cursor|infinite scroll|next page|load more)/i,
    "offset",
  ],
  [/^having\b|^\$?(?:group|bucket|sum|avg|count)\b|^count(?:documents)?\(/i, "aggregate"],
  [/^\$?(?:near|geo\w+)\b/i, "area"],
  [/^\$?sample\b/i, "random"],
  [/^(?:union|intersect|any of)\b/i, "or"],
  [/\b(?:is (?:not )?null|(?:not )?exists|missing|absent)\b/i, "not"],
  [/^with (?:recursive|\w+ as)\b|^(?:connect by|start with|\$?graphlookup|recursive)\b/i, "recursive"],
  [/^with ties$/i, "ties"],
  [OF_LISTS, "array"],
  [/^(?:regex|\$regex|\$text\b|full ?text|match(?:es)?|text search)\b/i, "fullText"],
];
/** Functions, whose words resemble an order or a range. */
const EARLY: readonly (readonly [RegExp, string])[] = [
  [/^(?:row_number|first_value|last_value)\b/i, "distinct"],
  [/^(?:case|lag|lead|ntile|percentile\w*|size|length|len|coalesce|cast|concat)\b|\bover\s*\(/i, "function"],
  [/^order by \d+$/i, "order"],
];
/** A range of an attribute. */
const RANGED = /^(?:where )?(?:-?[\d.]+ *<=? *)?([a-z_]\w*)(?: +between +['"]?[\d-]| *[<>]=? *['"]?[-\d])/i;
/** How old an answer may be. */
const AGE = new RegExp(
  "^(?:max(?:imum)?|at most|up to|not (?:more|older) than|no older than|less than) (\\d+ ?[a-z]+?)s?" +
    " (?:old|stale|behind|delay(?:ed)?|late)$",
  "i",
);
const SUM = /^(?:select )?\$?(?:sum|avg|average|total|mean)\b(?: of)?(?: the)?[\s("'{:$]*([a-z_][\w.]*)/i;
const PROJECTION = /^\{(?:\s*['"]?\w+['"]?\s*:\s*[01]\s*,?)+\}$/;
/** A share of the reads that one entity gets. */
const HOT = [
  /^(?:hot(?: ?(?:key|row|spot))?|busiest|largest|most)\D{0,4}\d+ ?(?:%|percent)/i,
  /^\d+ ?(?:%|percent) (?:\w+ )?(?:to|on|of|for|one|a single) /i,
];
const SAID_ALREADY = [
  /^(?:for (?:update|share)|with \(?nolock\)?|lock\b.*|serializable|in a transaction|select \*|\*|all|explain)$/i,
  /^(?:(?:use|using|force) )?index(?:name)?\b|^(?:scan|query|[gl]si|dax)$/i,
  /^(?:batch|transact)?get(?:item)?s?$|^parallel scan/i,
  /^(?:lean|hint|collation|readpreference|readconcern|maxtimems|allowdiskuse|batchsize|returnconsumedcapacity)\b/i,
];

/** A clause of a question that means something else than one that can come there. */
export function askMeant(clause: string, ask: AskDraft, draft: Draft, kind: KindDraft): Proposal | null {
  const { how } = ask;
  const shown = [...(PROJECTION.test(clause) ? clause : "").matchAll(/(\w+)['"]?\s*:\s*1/g)].map((m) => m[1] ?? "");
  if (shown.length) return instead(clause, `wants ${namedIn(shown.join(" "), kind).join(" and ")}`);
  const exists = /^attribute_(not_)?exists\((\w+)\)$/i.exec(clause);
  if (exists) return marked(clause, exists[2] ?? "", !exists[1]);
  const [, age = ""] = AGE.exec(clause) ?? [];
  if (age) return instead(clause, `fresh ${timeIn(age) || age}`);
  const [, total = ""] = SUM.exec(clause) ?? [];
  if (total && !/^(?:number|count|rows?|entit\w+)$/i.test(total))
    return { code: "cannot", subject: clause, names: ["sum", `${total.replace(/^.*\./, "")}_total`, total] };
  const early = EARLY.find(([words]) => words.test(clause))?.[1];
  if (early) return { code: "cannot", subject: clause, names: [early] };
  const other = absenceOf(clause, draft, kind, "how") ?? orderMeant(clause, ask, kind);
  if (other) return other;
  if (HOT.some((words) => words.test(clause.replace(NAMED_SHARE, ""))))
    return { code: "hotRead", subject: clause, names: [kind.name] };
  const [, wanted = ""] = /(?:^|, *)(select (?!distinct\b)[^;()*]+)$/i.exec(how) ?? [];
  const columns = namedIn(wanted, kind);
  if (columns.length && wanted.includes(clause) && clausesOf(wanted).every((c) => namedIn(c, kind).length))
    return instead(wanted, `wants ${columns.join(" and ")}`);
  if (SAID_ALREADY.some((words) => words.test(clause))) return needless(clause);
  if (/^asked\b/.test(clause)) return choice(clause, ["asked popular", "asked evenly", "asked largest"]);
  const [, of = ""] = EXTREME.exec(clause)?.slice(1) ?? [];
  if (of && !namedIn(of, kind).length) return { code: "unknownAttribute", subject: kind.name, names: [of, ""] };
  const [, strange = ""] = RANGED.exec(clause) ?? [];
  if (strange && !nameIn(strange, kind)) return { code: "unknownAttribute", subject: kind.name, names: [strange, ""] };
  const pattern = PATTERNS.find(([words]) => words.test(clause))?.[1];
  return pattern ? { code: "cannot", subject: clause, names: [pattern] } : columnMeant(clause, ask, kind);
}

/** An attribute alone. A time is an order; a number, and whatever is asked of one entity, is what the caller wants to
 * know. */
function columnMeant(clause: string, { by }: AskDraft, kind: KindDraft): Proposal | null {
  const name = nameIn(clause, kind);
  const own = kind.attributes.find((a) => a.name === name && !a.identity);
  if (!own) return null;
  const one = isOne(kind, by);
  if (isTime(name, kind) && !one) return choice(clause, [orderBy(name, kind, true), orderBy(name, kind, false)]);
  return one || hasOrder(name, kind) ? instead(clause, `wants ${name}`) : null;
}

/** Clauses of which one is right. */
const choice = (clause: string, names: string[]): Proposal => ({
  code: "whichOne",
  subject: clause,
  names,
  fixes: names.map((word) => inHow(clause, word)),
});

const inHow = (clause: string, word: string): Fix => ({ word, puts: [["how", clause, word]] });

/** A range without its width, of which there is an example. */
export function width(clause: string, kind: KindDraft): Proposal {
  const [name = "", how = ""] = clause.split(" ");
  const time = fitting(kind, true).includes(name);
  const one = how === "one" ? "day" : how === "between" ? "2 %" : how === "older" ? "30d" : "1h";
  const list = [`${clause} ${one}`, ...(how === "between" && time ? [`${name} last 1h`] : [])];
  const fixes = list.map((word) => inHow(clause, word));
  return { code: "noWidth", subject: clause, names: list, fixes };
}

const PERIODS = ["second", "minute", "hour", "day", "week", "month", "year"];
const PERIOD = new RegExp(`^(?:${PERIODS.join("|")}|[smhdwy]|sec|min|hr|wk|yr)s?$`, "i");
const LENGTH = /^(?:([a-z_][\w.]*) +)?(last|one|older|between) +([\d.]* ?)([a-z]+)$/i;
const MONTH =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?" +
  "|nov(?:ember)?|dec(?:ember)?";
const WHOLE = new RegExp(
  "^(?:(?:in|on|during|for|all|of|the|whole|entire|a|an|one|each|this|current|any) +)*" +
    `(?:(hour|day|week|month)|(?:${MONTH})(?:[ ,]+\\d{4})?)$`,
  "i",
);

/** A range whose time is mistyped, or one whole period of the time of a kind. */
export function periodMeant(clause: string, kind: KindDraft): Proposal | null {
  const times = fitting(kind, true);
  const [, name = "", how = "", n = "", word = ""] = LENGTH.exec(clause) ?? [];
  const near = word && !PERIOD.test(word) ? (nearest(word.replace(/s$/, ""), PERIODS) ?? "") : "";
  if (near && near[0] === word[0]?.toLowerCase()) {
    const own = nameIn(name, kind);
    const ranges = (own ? [own] : times).map((time) => `${time} ${how.toLowerCase()} ${n}${near}`);
    return { code: "unknownWord", subject: word, names: [near], fixes: ranges.map((r) => inHow(clause, r)) };
  }
  const [whole, unit = "month"] = WHOLE.exec(clause) ?? [];
  const list = whole ? times.map((time) => `${time} one ${unit.toLowerCase()}`) : [];
  return list.length > 1 ? choice(clause, list) : instead(clause, list[0] ?? "");
}

const EXTREME = /^(?:select )?(max|min)(?:imum)?(?: of)?\W+([a-z_]\w*)\W*(?:from \w+)?$/i;
const ROWS = new RegExp(
  "^(?:\\$?(?:limit|first|take|fetch|for|only|max|top|at most|up to|page ?size)\\W+(?:next |first )?)?(\\d+)\\)?" +
    "(?: (?:rows?|entities|results?|items?|records?|of them))?(?: only)?(?: (?:per|a|each|in a) page| at a time)?$",
  "i",
);
/** A range, a number of rows or an order, as the sheet has them. */
export function question(m: SheetMessage, clause: string, draft: Draft, ask: AskDraft, kind: KindDraft): string {
  const { code, names } = m;
  const [time, other] = fitting(kind, true);
  const [, most = "", of = ""] = EXTREME.exec(clause) ?? [];
  const [extreme = ""] = namedIn(of, kind);
  const rest = ask.how.replace(clause, "");
  if (extreme) return orderBy(extreme, kind, /max/i.test(most)) + (/\btop \d/.test(rest) ? "" : ", top 1");
  const said = withRelated(clause, draft, ask) || inOtherWords(clause, kind);
  if (said) return said;
  const [, unit = ""] = /^(?:last|one) ([a-z]+)$/i.exec(clause) ?? [];
  if (unit && !PERIOD.test(unit)) return ""; // a button would write another mistake
  if (code === "rangeOfNothing" && !/^last \d+$/.test(clause))
    return time && !other ? rangesText(conditionsIn(`${time} ${clause}`, kind) ?? [], kind) || `${time} ${clause}` : "";
  if (code === "unknownAttribute" && names[1] && /^[a-z]+$/i.test(names[0] ?? "")) return ""; // one resembles it
  const [, rows = ""] = ROWS.exec(clause) ?? [];
  const top = rows || /\b\d+\b/.exec(clause)?.[0];
  const order = rows || code === "badWidth" ? "" : orderIn(clause, kind); // a width is no order
  return [order, top && (rows || order) && !/\btop \d/.test(rest) ? `top ${top}` : ""].filter(Boolean).join(", ");
}

const PREFIX =
  /^(?:begins_with|startsWith|starts_with)?\W*(\w+)\W+(?:i?like|starts ?with|begins ?with)?\W*[\w ?]+%?\W*$/i;
const WISHES: readonly (readonly [RegExp, string])[] = [
  [/^(?:(?:strongly )?consistent(?: ?read)?|up to date|no cache|fresh)\b(?! *now| *\d)/i, "fresh now"],
  [/^(?:in |must be )?real[ -]?time\b/i, "fresh now"],
  [/^(?:eventual(?:ly)? consisten(?:t|cy)|cached|stale)\b/i, "fresh 5s"],
];

/** A question's clause in the words of databases: what is wanted, a relation, the beginning of a text, a day. */
function inOtherWords(clause: string, kind: KindDraft): string {
  const [, age = ""] = /^(?:cached?|stale|max-?age|ttl|not older than)(?: for)?\W*(\d+ ?[a-z]+)$/i.exec(clause) ?? [];
  if (age) return `fresh ${age}`;
  if (/\bdistinct\b/i.test(clause)) return "";
  const wish = WISHES.find(([words]) => words.test(clause))?.[1];
  if (wish) return wish;
  const [, wanted = ""] =
    /^(?:select|fields?|columns?|project(?:ion)?(?: ?expression)?|only|return(?:s|ing)?):? +(.+)$/i.exec(clause) ?? [];
  const names = namedIn(wanted, kind);
  if (names.length && !/\*|\(/.test(wanted)) return `wants ${names.join(" and ")}`;
  const [named = ""] = namedIn(clause, kind);
  const times = fitting(kind, true);
  const past = /\b(?:last|past|previous|within)\b/i.test(clause) && times.includes(named) ? timeIn(clause) : "";
  if (past) return `${named} last ${past}`;
  const sorting = /(?:\bsort\b|order).*?1\b|\bsort\b\W+(?=\w)/i.test(clause);
  const [, most = ""] = /\blimit\W*(\d+)/i.exec(clause) ?? [];
  const limit = most ? `, top ${most}` : "";
  if (named && sorting) return orderBy(named, kind, isDescending(clause)) + limit;
  const forward = /^scanindexforward\W+(true|false)$/i.exec(clause)?.[1];
  if (forward && only(times)) return `${/true/i.test(forward) ? "oldest" : "newest"} ${only(times)}`;
  const [, rows = "", by = ""] = /^top (\d+)(?:\D* by (\w+)|\D+)$/.exec(clause) ?? [];
  const [sorted = ""] = namedIn(by, kind);
  if (sorted) return `${orderBy(sorted, kind, true)}, top ${rows}`;
  if (rows && !/newest|oldest|greatest|smallest/.test(clause)) return `top ${rows}`;
  const day = /\b(?:today|yesterday|on a day|day)$/i.test(clause) && times.includes(named);
  if (day) return `${named} one day`;
  const [, current = ""] = /^(?:this|the current) (hour|day|week|month)$/i.exec(clause) ?? [];
  if (current && only(times)) return `${only(times)} one ${current.toLowerCase()}`;
  const text = /\b(?:i?like|starts?_? ?with|begins?_? ?with)\b/i.test(clause) && !/['"]%/.test(clause);
  return text && named && PREFIX.test(clause) ? `${named} between 2 %` : "";
}

const HINT = /^\(?(?:nolock|updlock|rowlock|holdlock|tablock|readpast|read ?uncommitted|index)\b/i;

/** A clause with a kind that there is not: a hint of SQL, or an attribute of the kind that is meant. */
export function relatedMeant(
  name: string,
  draft: Draft,
  { how, kind: of }: AskDraft,
  kind: KindDraft,
): Proposal | null {
  const clause = clausesOf(how).find((c) => /^with\b/.test(c) && c.includes(name)) ?? "";
  const pattern = PATTERNS.find(([words]) => words.test(clause))?.[1];
  if (pattern) return { code: "cannot", subject: clause, names: [pattern], fixes: [gone(clause)] };
  if (HINT.test(clause.replace(/^with /, ""))) return needless(clause);
  if (namedIn(name, kind).length) return instead(clause, `wants ${namedIn(name, kind)[0]}`);
  const near = draft.kinds.filter((k) => relativesOf(draft, of).includes(k.name));
  const [left = ""] = name.split(".");
  const right = near.find((k) => k.name === left) ?? near.find((k) => namedIn(name, k).length);
  return right ? instead(clause, `with ${right.name}`) : null;
}

/** A kind that a question about another one can have with it: "with owner", for "left join owner on …". */
function withRelated(clause: string, draft: Draft, entry: AskDraft): string {
  const words = clause.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
  const related = relativesOf(draft, entry.kind).find((k) => words.some((w) => w === k.toLowerCase() || w === `${k}s`));
  const joined =
    /^(?:(?:left|right|inner|outer|full|cross) )*(?:join|populate|\$?lookup|includes?|expand|preload|fetch)\b/i;
  return related && joined.test(clause) ? `with ${related}` : "";
}
