// What was probably meant by a clause of a write that cannot be read: changes and conditions. Pure.
import { parentsOf } from "./clauses.ts";
import { timeIn } from "./conditions.ts";
import type { DoDraft, Draft, KindDraft } from "./draft.ts";
import { clausesOf } from "./fixes.ts";
import { fitting, gone, instead, namedIn, needless, only, type Proposal } from "./proposal.ts";

const ABSENT = [
  /^(?:idempotent|client ?request ?token|\{?\s*\$?setoninsert\b.*|where not exists\b.*)$/i,
  /^(?:(?:only )?if|when|where|condition ?expression:?) ?attribute_not_exists\b/i,
  /^(?:if not exists\b.*|if new|unless exists|(?:insert )?ignore|attribute_not_exists\b.*|if[- ]none[- ]match.*)$/i,
  /^on (?:conflict|duplicate(?: key)?)(?: do)? (?:nothing|ignore)$/i,
  new RegExp(
    "^(?:(?:insert|create|add|put|save|store|write)s?(?: \\w+)? )?(?:only )?(?:" +
      "(?:if|when)(?: it| one)?(?: is| does| do)?(?: ?n['’o]?t)(?: yet| already)? " +
      "(?:exists?|there|present|found|stored)" +
      "|(?:if|when)(?: it is)? (?:new|missing|absent)|unless(?: it)?(?: already)? (?:exists|is there|present)" +
      ")(?: yet| already)?$",
    "i",
  ),
];
/** What nobody else may have: the name of an identity, or a value that is unique. */
const FREE = /\b(?:free|taken|available|in use|used already|already used)$/i;
const CONDITION = /\s(?:only )?(?:if|when|unless)\b.*$/i;
const UNCHANGED = [
  /\b(?:version|row_?version|etag|xmin)\b|^__v\b|^(?:with|using) (?:an? )?lock/i,
  /^(?:if-match|optimistic|(?:select\b.*)?for update|(?:row )?lock|cas|compare|if (?:same|not changed|unmodified))\b/i,
];
const UPSERT = [
  /^(?:upserts?|(?:insert )?or (?:replace|update)|(?:replace|merge) into\b.*)$/i,
  /^on (?:duplicate key|conflict\b.*) (?:do )?update\b|^\{?\s*upsert\b(?!.*false)/i,
];
const OF_NOTHING = [
  /^(?:merge|replace|patch|put|partial|cascade|async)$/i,
  /^(?:bulk|batch)(?:write)?(?:item)?s?\b|\battribute_exists\b|^\{?\s*(?:upsert|multi|ordered|new|safe)\b/i,
  /^(?:w: ?\w+|writeconcern|session|save|return(?:values?|newdocument|original)\b.*|limit \d+|explain|trigger\b.*)$/i,
  /^(?:not null|default values|foreign key\b.*|references\b.*|auto[ _-]?inc\w*)$/i,
  /^(?:returning|values)\b/i,
];

const isAmong = (list: readonly RegExp[], clause: string): boolean => list.some((words) => words.test(clause));

const CASCADE = /^(?:on delete |delete )?cascad(?:e|es|ing)(?: deletes?)?$|^(?:with|and) (?:its |all )?children$/i;

/** A clause that is about other entities than those of the write: what belongs to it, and what is written with it. */
export function othersMeant(
  clause: string,
  { verb }: DoDraft,
  { kinds, does }: Draft,
  kind: KindDraft,
): Proposal | null {
  const fixes = [gone(clause)];
  const below = kinds.filter((k) => k.name && parentsOf(k).includes(kind.name)).map((k) => k.name);
  if (verb === "delete" && CASCADE.test(clause) && below.length)
    return { code: "childrenStay", subject: clause, names: [kind.name, below.join(" and ")], fixes };
  const alone = does.length < 2 && isAmong(TOGETHER, clause) && !namedIn(clause, kind).length;
  return alone ? { code: "togetherAlone", subject: clause, names: [], fixes } : null;
}

/** A clause of a write that means something else than one that can come there. */
export function writeMeant(clause: string, entry: DoDraft, kind: KindDraft): Proposal | null {
  const started = clause.replace(/\bif_not_exists\s*\(\s*(\w+)\s*,[^)]*\)/i, "$1"); // a number and what it begins with
  if (started !== clause) return instead(clause, changeIn(started, kind, entry.verb));
  const free = freeMeant(clause, entry, kind);
  if (free) return free;
  const guard = guardMeant(clause, entry, kind) ?? otherMeant(clause, entry, kind);
  if (guard) return guard;
  const elsewhere = elsewhereMeant(clause, entry, kind);
  if (elsewhere) return elsewhere;
  if (isAmong(OF_NOTHING, clause)) return needless(clause);
  if (entry.verb === "update" && ADDING.test(clause)) {
    const none = addsToNone(clause, entry, kind);
    if (none) return none;
  }
  return columnsMeant(clause, entry, kind) ?? shareMeant(clause, entry, kind) ?? ageMeant(clause, entry, kind);
}

const OF_OLD = /^(?:\$?set:?s? )?['"{ ]*(\w+)['"]?\s*[=:](?!\s*\1\s*[-+])(?=.*\b\1\b)/i;
/** Elements of a list inside a document. */
export const OF_LISTS = new RegExp(
  "^\\{?\\s*['\"]?\\$(?:push|push_?all|pull|pull_?all|pop|add_?to_?set|unwind|elem_?match|slice)\\b" +
    "|\\blist_append\\b|^array_(?:append|remove)\\b|^unnest\\b",
  "i",
);
const GONE = /^(?:remove|\$?unset|\$max|\$min|\$mul|\$currentdate)\b/i;

/** A write of the words of one database: a value that depends on the one before, one that goes, and rows in shards. */
function otherMeant(clause: string, { verb, name }: DoDraft, kind: KindDraft): Proposal | null {
  const [named = ""] = namedIn(clause, kind);
  if (/^(?:write )?shard(?:s|ed|ing)?\b/i.test(clause)) return { code: "shardsLater", subject: clause, names: [] };
  if (/^fan[- ]?out\b/i.test(clause)) return { code: "cannot", subject: clause, names: ["feed"] };
  if (OF_LISTS.test(clause)) return { code: "cannot", subject: clause, names: ["array"] };
  if (isAmong(UPSERT, clause) && verb !== "delete")
    return { code: "upsert", subject: clause, names: [], fixes: [gone(clause)] };
  if (verb !== "update") return null;
  if (/^at most \d+$/i.test(clause)) return { code: "notOfVerb", subject: name, names: ["at most", verb, "insert"] };
  const old = namedIn(OF_OLD.exec(clause)?.[1] ?? "", kind)[0] ?? (/^\$(?:max|min|mul)\b/i.test(clause) ? named : "");
  if (old) return instead(clause, `sets ${old}, if unchanged`);
  if (named && (GONE.test(clause) || /^\{?\s*\$set:?\b/i.test(clause)))
    return instead(clause, `sets ${namedIn(clause, kind).join(" and ")}`);
  if (fitting(kind, false).includes(named) && /^(?:check|assert|constraint|ensure)?\W*\w+\W*(?:<|>)/i.test(clause))
    return instead(clause, "if unchanged");
  const [, strange = ""] = /^(?:sets? )?([a-z_]\w*) *= *\S+$/i.exec(clause) ?? [];
  return strange && !named && !isAmong(MARKED, clause)
    ? { code: "unknownAttribute", subject: kind.name, names: [strange, ""] }
    : null;
}

const TOGETHER = [
  /\b(?:transaction(?:al(?:ly)?)?|atomic(?:ally|ity)?|acid|serializable|transact(?:write|get)items)\b/i,
  /^(?:begin|start|commit|rollback|end|together\b.*|all or nothing)$/i,
];
const UNIQUE = /^(?:values? )?(?:must be |are |is )?uniq(?:ue)?\b|\bunique$/i;
const VERB =
  /^(?:on )?(insert|delete|update)(?:s|d)?\b(?: (?:from|into|cascade|it|them|all|row|entity|one|many)\b.*)?$/i;
const VERBS: readonly (readonly [RegExp, string])[] = [
  [/^(?:insert(?:one|many)|create|putitem)\b/i, "insert"],
  [/^(?:update(?:item|one|many)|findone(?:andupdate|andmodify)|replaceone)\b/i, "update"],
  [
    /^(?:(?:remove|drop|purge|destroy|erase)s?(?:one|many)?|delete(?:_?item|one|many)|hard delete)\b(?!.*\d)/i,
    "delete",
  ],
];
const MARKED = [
  /^(?:soft[- _]?deletes?d?|tombstones?d?|paranoid|trash(?:ed)?|archived?s?)$/i,
  /^(?:sets? )?(?:is_?)?(?:deleted|archived)(?:_?at)?(?: *= *.+)?$/i,
];
const FLAG = /^(?:is_?)?(?:deleted|archived|removed|trashed|active|hidden)(?:_?(?:at|on))?$/i;

/** A clause whose place is another one: what is written with it, what is unique, and another kind of write. */
function elsewhereMeant(clause: string, { verb }: DoDraft, kind: KindDraft): Proposal | null {
  const fixes = [gone(clause)];
  const named = namedIn(clause, kind);
  if (isAmong(TOGETHER, clause) && !named.length) return { code: "together", subject: clause, names: [], fixes };
  if (UNIQUE.test(clause) && named.length > 1)
    return { code: "uniquePair", subject: clause, names: [kind.name, named.join("_")], fixes };
  if (UNIQUE.test(clause)) return uniqueAt(clause, named, kind);
  if (isAmong(MARKED, clause)) return marking(clause, verb, kind);
  const [, other = VERBS.find(([words]) => words.test(clause))?.[1] ?? ""] = VERB.exec(clause) ?? [];
  if (!other) return null;
  if (other.toLowerCase() === verb) return needless(clause);
  return { code: "verbElsewhere", subject: clause, names: [other.toLowerCase()], fixes };
}

/** A soft delete: an update of an attribute that says so. */
function marking(clause: string, verb: string, kind: KindDraft): Proposal | null {
  const flag = kind.attributes.find((a) => FLAG.test(a.name) || a.name === "status")?.name ?? "";
  if (flag && verb === "update") return instead(clause, `sets ${flag}`);
  return {
    code: "softDelete",
    subject: clause,
    names: [kind.name, flag || "deleted", verb === "update" ? "" : "update"],
  };
}

const OF_VALUES = /^(?:if|when|only if|condition(?: ?expression)?\b:?) (?!.*\bnow\b).*(?:=|<|>|\bis\b)/i;

/** A condition: that there is no such entity, or that no one has changed it. */
function guardMeant(clause: string, { verb }: DoDraft, kind: KindDraft): Proposal | null {
  const keyless =
    /attribute_/i.test(clause) &&
    namedIn(clause, kind).some((n) => kind.attributes.some((a) => a.name === n && !a.identity));
  if (isAmong(ABSENT, clause) && verb === "insert") return instead(clause, "if absent");
  if (isAmong(ABSENT, clause) && verb === "update" && keyless) return instead(clause, "if unchanged");
  if (isAmong(ABSENT, clause)) return { code: "absentElsewhere", subject: clause, names: [], fixes: [gone(clause)] };
  const named = namedIn(clause, kind).length > 0;
  const unchanged = (isAmong(UNCHANGED, clause) && !named) || (OF_VALUES.test(clause) && named);
  return unchanged && verb !== "insert" ? instead(clause, "if unchanged") : null;
}

/** A condition that a name or a value is free: of an identity it is that there is no such entity, of another attribute
 * it is said there. */
export function freeMeant(clause: string, { verb }: DoDraft, kind: KindDraft): Proposal | null {
  if (!FREE.test(clause)) return null;
  const named = namedIn(clause, kind);
  const identity = kind.attributes.filter((a) => a.identity).map((a) => a.name);
  const [, set] = /^sets? (\w+)/i.exec(clause) ?? [];
  const strange = set ?? /(\w+)(?: is| are)?(?: not)?(?: already)? [a-z]+$/i.exec(clause)?.[1] ?? "";
  const none = /^(?:if|only|when|unless|fail|fails|error|reject|is|not|it|name|key|id)$/i.test(strange);
  if (verb === "insert" && (named.length ? named.every((n) => identity.includes(n)) : none))
    return instead(clause, "if absent");
  const sets = verb === "update" && /^sets?\b/i.test(clause) ? (CONDITION.exec(clause)?.[0] ?? "") : "";
  return uniqueAt(sets.trim() || clause, named, kind, sets);
}

/** Where it is said that values are unique; if it is said there already, nothing is left to say here. */
function uniqueAt(clause: string, named: readonly string[], kind: KindDraft, part = ""): Proposal {
  const unique = kind.attributes.some((a) => a.name === named[0] && /\bunique\b/.test(a.more));
  const fixes = [gone(part || clause)];
  return unique
    ? { ...needless(clause), fixes }
    : { code: "uniqueElsewhere", subject: clause, names: named.slice(0, 1), fixes };
}

/** What is set, as a list of columns. */
function columnsMeant(clause: string, { verb, name, how }: DoDraft, kind: KindDraft): Proposal | null {
  if (verb === "insert" && /^sets?\b/i.test(clause))
    return { code: "notOfVerb", subject: name, names: ["sets", verb, "update"] };
  const columns = /(?:^|, *)((?:set|update|change)s? [^;()+]+)$/i.exec(how)?.[1] ?? "";
  const list = clausesOf(columns);
  const all = columns.includes(clause) && list.length > 1 && list.every((c) => namedIn(c, kind).length);
  return verb === "update" && all ? instead(columns, `sets ${namedIn(columns, kind).join(" and ")}`) : null;
}

const MOST = [
  /^(?:max(?:imum)?|limit|up to|at most|no(?:t)? more than) (\d+)(?: \w+)??(?: (?:per|for each|each) (\w+))?$/i,
  /^(\d+)(?: \w+)?? (?:per|for each) (\w+)$/i,
];
const SHARE = /^(?:(?:hot(?:test)?|busiest|largest|most|skew(?:ed)?|top)(?: [a-z]\w*)?)?\D{0,4}(\d+) ?(?:%|percent)/i;
const ONE_HAS = /^(?:one|a single|the same) \w+ (?:gets|has|takes|with) (\d+) ?(?:%|percent)/i;
/** What has the share, which the line of a write says already. */
export const NAMED_SHARE = /^[\w.]+ +(?=(?:hot|busiest|largest|most)\b)/i;

/** How many of one parent there may be, or which share of the writes is about one entity. */
function shareMeant(clause: string, { verb }: DoDraft, kind: KindDraft): Proposal | null {
  const [, most = "", of = only(parentsOf(kind))] = MOST.map((words) => words.exec(clause)).find(Boolean) ?? [];
  const alone = only(parentsOf(kind)); // whatever it is called
  if (most && verb === "insert" && alone && /\b(?:per|each)\b/i.test(clause))
    return instead(clause, `at most ${most} of ${alone}`);
  if (most && verb === "insert" && parentsOf(kind).includes(of)) return instead(clause, `at most ${most} of ${of}`);
  const [, share = ""] = SHARE.exec(clause.replace(NAMED_SHARE, "")) ?? ONE_HAS.exec(clause) ?? [];
  return share ? instead(clause, `largest ${share} %`) : null;
}

const KEPT =
  /^(?:ttl|expire[sd]?|time to live|keep|kept|retention|(?:auto[- ]?)?(?:delete|remove|purge|archive)[sd]?)\b/i;

/** How old what is deleted is, or how long it is kept. */
function ageMeant(clause: string, { verb }: DoDraft, kind: KindDraft): Proposal | null {
  const times = fitting(kind, true);
  const time = namedIn(clause, kind).find((name) => times.includes(name)) ?? only(times);
  const span = timeIn(clause);
  const old = /\b(?:older|before|ago|interval|ttl|expire[sd]?|after)\b|</i.test(clause);
  if (verb === "delete" && time && span && old) return instead(clause, `${time} older ${span}`);
  const kept = span && KEPT.test(clause);
  return kept ? { code: "keptElsewhere", subject: clause, names: [kind.name, span], fixes: [gone(clause)] } : null;
}

const MORE = "adds?|(?<!auto[ _-]?)increments?|increases?|plus|incr?|counts? up|by \\d+";
const LESS = "decrements?|decreases?|minus|subtracts?|counts? down";
export const ADDING = new RegExp(`\\+|--|-=|[-−] *\\d|\\b(?:${MORE}|${LESS})\\b|^counts?\\b`, "i");
const TAKING = new RegExp(`[-−]|\\b(?:${LESS})\\b`, "i");
const SETTING = /^(?:updates?|changes?|sets?|modif(?:y|ies)|edits?|writes?|saves?)\b|=/i;

const COUNTED =
  /^(?:adds?|by|to|of|the|one|an?|up|down|plus|minus|sets?|updates?|counts?|counter|number|value|its?|from|in|on)$/i;

/** An update that adds to what the kind does not have, or to what is not a number. */
function addsToNone(clause: string, { name }: DoDraft, kind: KindDraft): Proposal | null {
  const numbers = fitting(kind, false);
  const named = namedIn(clause, kind);
  if (named.some((n) => numbers.includes(n))) return null;
  if (named[0]) return { code: "notNumber", subject: name, names: [named[0]] };
  const verbs = new RegExp(`^(?:${MORE}|${LESS})$`, "i");
  const words = clause.split(/[^\p{L}\p{N}_.]+/u).filter((w) => /^[^\d.]/.test(w));
  const known = (w: string) => COUNTED.test(w) || verbs.test(w) || w === kind.name || numbers.includes(`${w}s`);
  const strange = words.find((w) => !known(w));
  return strange ? { code: "unknownAttribute", subject: kind.name, names: [strange, ""] } : null;
}

/** What an update adds or sets, of words such as "views = views + 1" or "change status". */
export function changeIn(clause: string, kind: KindDraft, verb: string): string {
  if (verb !== "update" || /^(?:if|when|unless|where)\b/i.test(clause)) return "";
  const named = namedIn(clause, kind);
  if (!ADDING.test(clause)) return SETTING.test(clause) && named.length ? `sets ${named.join(" and ")}` : "";
  const numbers = fitting(kind, false);
  const name = named.find((n) => numbers.includes(n)) ?? only(numbers);
  const amount = (/[-+] *(\d+(?:\.\d+)?)/.exec(clause)?.[1] ?? /(?<![\w.])\d+(?:\.\d+)?/.exec(clause)?.[0]) || "1";
  return name ? `adds ${TAKING.test(clause) ? "-" : ""}${amount} to ${name}` : "";
}
