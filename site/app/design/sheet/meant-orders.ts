// What was probably meant by an order of a question that cannot be read, or by two of them. Pure.
import { conditionsIn, isTime, nameIn } from "./conditions.ts";
import type { AskDraft, KindDraft } from "./draft.ts";
import { clausesOf } from "./fixes.ts";
import { fitting, gone, instead, namedIn, only, type Proposal } from "./proposal.ts";

const DESCENDING = /\b(?:newest|latest|last|(?<!at )most|recent|desc(?:ending)?|greatest|highest|reversed?)\b/i;
const ASCENDING = /\b(?:oldest|earliest|asc(?:ending)?|smallest|lowest|order(?:ed)? ?by|sort(?:ed)?(?: by)?)\b/i;
const MINUS = /(?:^|[^\w-])[-−]\s*(?:1\b|['"]?[a-z])/i; // as programs sort from the greatest
const RANDOM = /^(?:order|sort)(?:ed)? ?by\W*(?:rand(?:om)?|newid|uuid|gen_random_uuid|dbms_random)\b/i;

/** Begins an order, as engine/sheet. */
export const ORDER = /^(?:newest|oldest|greatest|smallest)\b/;

/** An order that is none: by chance, by what a kind does not have, or the second one. */
export function orderMeant(clause: string, { how }: AskDraft, kind: KindDraft): Proposal | null {
  if (RANDOM.test(clause)) return { code: "cannot", subject: clause, names: ["random"] };
  const others = clausesOf(how);
  const at = others.indexOf(clause);
  const before = others.slice(0, Math.max(at, 0)).map((c) => wordOf(c, kind));
  const sorting = /^(?:order|sort)/i.test(others[at - 1] ?? "") && conditionsIn(clause, kind)?.every((c) => !c.sign);
  const first = before.find(Boolean);
  if (first && (sorting || wordOf(clause, kind))) return second(clause, first);
  const adjective = adjectiveIn(clause, kind);
  if (adjective) return adjective;
  const strange = ORDER.test(clause) ? "" : strangerIn(clause, kind); // which the engine names
  const above = kind.attributes.find((a) => a.name.endsWith(`.${strange}`))?.name ?? "";
  return strange ? { code: "unknownAttribute", subject: kind.name, names: [strange, above] } : null;
}

/** Orders by the attribute that an adjective is about. */
const ADJECTIVES: readonly (readonly [words: RegExp, of: RegExp, descending: boolean, name: string])[] = [
  [/^(?:the |top )?(?:\d+ )?cheap(?:est|er)?\b/i, /price|cost|fare|amount/i, false, "price"],
  [/^(?:the |top )?(?:\d+ )?(?:most expensive|priciest)\b/i, /price|cost|fare|amount/i, true, "price"],
  [/^(?:the |top )?(?:\d+ )?(?:best|highest|top)[ -]rated\b/i, /rating|score|stars/i, true, "rating"],
  [/^(?:the |top )?(?:\d+ )?most popular\b/i, /likes|views|votes|score|popularity|plays|downloads/i, true, ""],
];

function adjectiveIn(clause: string, kind: KindDraft): Proposal | null {
  const numbers = fitting(kind, false);
  const [, rows = ""] = /\b(\d+)\b/.exec(clause) ?? [];
  const by = (name: string, descending: boolean): Proposal | null =>
    instead(clause, orderBy(name, kind, descending) + (rows && `, top ${rows}`));
  const [, of, descending = true, name = ""] = ADJECTIVES.find(([words]) => words.test(clause)) ?? [];
  const own = of && numbers.find((n) => of.test(n));
  if (own) return by(own, descending);
  if (name) return { code: "unknownAttribute", subject: kind.name, names: [name, ""] };
  const [, word = ""] = /^(?:the |top )?(?:\d+ )?most ([a-z]{3,})\b/i.exec(clause) ?? [];
  const stem = word.toLowerCase().replace(/e?d$/, "");
  const counted = stem.length > 2 && numbers.find((n) => n.toLowerCase().startsWith(stem));
  if (counted) return by(counted, true);
  const texts = kind.attributes.filter(
    (a) => a.name && !a.identity && /^$|^(?:text|string|n?(?:var)?char)/i.test(a.type),
  );
  const [sorted = "", named = ""] = ALPHABETICAL.exec(clause) ?? [];
  const text = texts.find((a) => /name|title/i.test(a.name)) ?? texts[0];
  const sorting = nameIn(named, kind) || (named ? "" : (text?.name ?? ""));
  return sorted && sorting ? by(sorting, false) : null;
}

const ALPHABETICAL =
  /^(?:in |sort(?:ed)? |order(?:ed)? )?(?:alphabetic(?:al(?:ly)?)?(?: order(?:ed)?)?|a ?(?:-|to) ?z)(?: by (\w+))?$/i;

/** Two orders that can be read, of which one is too many. */
export function secondOrder({ how }: AskDraft): Proposal | null {
  const orders = clausesOf(how).filter((c) => ORDER.test(c));
  return orders.length > 1 ? second(orders.at(-1) ?? "", orders[0] ?? "") : null;
}

const SORTING = new RegExp(
  "\\b(?:(?:order|sort)(?:ed)?(?: ?by)? [-−]?[\\w.]+(?: (?:asc|desc)\\w*)?|[\\w.]+ (?:asc|desc)(?:ending)?" +
    "|(?:newest|oldest|greatest|smallest|latest)(?: (?!where\\b|and\\b|last\\b)[a-z_][\\w.]*" +
    "(?! *[=<>]| (?:between|in|like|last|one|older|is)\\b))?)(?![\\w.])",
  "i",
);
const MOST = /\b(?:limit|top|first|take) (\d+)(?: rows?)?(?: only)?\b(?! ?%)/i;
const IDLE = /^(?:select|from|where|and|then|with|all|show|list|get|find|fetch|give|me|my|a|an|to|only|as|for|\d+|)$/i;

/** An order and a number of rows that stand in a text among other words. */
export interface Apart {
  sorting: string; // the order as it was typed, "" for none
  rest: string; // the other words
  more: string; // the order and the number of rows, as the sheet has them
}

/** Takes an order and a number of rows out of a text; null if there is only one of all that. */
export function apart(text: string, kind: KindDraft): Apart | null {
  const [sorting = ""] = SORTING.exec(text) ?? [];
  const order = sorting && orderIn(sorting, kind);
  const [limit = "", rows = ""] = MOST.exec(text.replace(sorting, "")) ?? [];
  const cut = order ? text.replace(sorting, "") : text;
  const rest = cut
    .replace(limit, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:where|and) | (?:where|and)$/gi, "");
  const more = [order, rows && `top ${rows}`].filter(Boolean).join(", ");
  const idle = (w: string) => IDLE.test(w) || COMMON.test(w) || w === kind.name || w === `${kind.name}s`;
  const said = rest.split(/[\s*;]+/).some((w) => !idle(w));
  return more && (said || (order && rows)) ? { sorting: order && sorting, rest: said ? rest : "", more } : null;
}

/** One order too many, besides the first one. */
export const second = (clause: string, first: string, field = "how"): Proposal => ({
  code: "oneOrder",
  subject: clause,
  names: [first],
  fixes: [gone(clause, field)],
});

/** An order as it is, or as the sheet has it. */
const wordOf = (clause: string, kind: KindDraft): string => (ORDER.test(clause) ? clause : orderIn(clause, kind));

// Words of an order that name no attribute, or a time whatever it is called.
const COMMON = new RegExp(
  `^(?:${DESCENDING.source}|${ASCENDING.source}|order|orderby|by|sort|the|in|on|of|first|most|time|date|at|it|rows?|` +
    "timestamp|created|created_?at|creation|updated|updated_?at|id|items?|entities|results?|nulls|only|top|limit)$",
  "i",
);

const SORTED = /^(?:(?:order|sort)(?:ed)?(?: ?by)? |[a-z]+est |most )?[-−]?([a-z][\w.]*)(?: (?:asc|desc)\w*)?$/i;

/** The name in an order that a kind does not have; "" if there is none. */
function strangerIn(clause: string, kind: KindDraft): string {
  const [, name = ""] = SORTED.exec(clause) ?? [];
  const known = COMMON.test(name) || nameIn(name, kind) || name.replace(/s$/, "") === kind.name.replace(/s$/, "");
  return !known && (DESCENDING.test(clause) || ASCENDING.test(clause)) ? name : "";
}

/** "newest created", of words such as "created desc" or "latest". */
export function orderIn(clause: string, kind: KindDraft): string {
  const [down, up] = [DESCENDING.exec(clause), ASCENDING.exec(clause)];
  if ((!down && !up) || strangerIn(clause, kind)) return "";
  const descending = MINUS.test(clause) || (!!down && (!up || down.index < up.index || /by\b|sort/i.test(up[0])));
  const sorted = nameIn(SORTED.exec(clause)?.[1] ?? /\b[a-z]\w*\.\w+/i.exec(clause)?.[0] ?? "", kind);
  const name =
    sorted || (namedIn(clause, kind)[0] ?? only(fitting(kind, !/greatest|highest|smallest|lowest/i.test(clause))));
  return name ? orderBy(name, kind, descending) : "";
}

/** Tells whether words that sort do so from the greatest. */
export const isDescending = (clause: string): boolean => MINUS.test(clause) || DESCENDING.test(clause);

/** An order by an attribute, from the greatest or from the smallest. */
export function orderBy(name: string, kind: KindDraft, descending: boolean): string {
  const time = isTime(name, kind);
  return `${time ? (descending ? "newest" : "oldest") : descending ? "greatest" : "smallest"} ${name}`;
}
