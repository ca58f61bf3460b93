// What was probably meant by a field of numbers, rates, times, limits or kinds. Pure.
import type { SheetMessage } from "../../engine/types.ts";
import { aboveOf } from "./clauses.ts";
import type { AskDraft, DoDraft, Draft, KindDraft } from "./draft.ts";
import type { Fix } from "./fixes.ts";
import { limitMeant } from "./meant-limits.ts";
import { amountMeant, countIn, factorMeant, rateIn, shareMeant, spanMeant, totalMeant } from "./meant-numbers.ts";
import { gone, instead, type Proposal } from "./proposal.ts";

const OF_NUMBERS = ["badNumber", "badRate", "badTime", "badShare", "notAboveZero"];
const OF_LIMITS = ["badLimit", "unknownWord", "badNumber"];

/** What a message about such a field is instead; null if it stays what it is. */
export function fieldMeant(m: SheetMessage, draft: Draft, entry: object, field: string): Proposal | null {
  const typed = textIn(entry, field);
  const each = field === "n" && m.code === "badRate" && ofParent(typed, draft, entry as AskDraft);
  if (each) return each;
  if (field === "n" && m.code === "badRate" && rateIn(typed)) return instead(typed, rateIn(typed));
  if (!typed || (m.names.length && MISTYPED.includes(m.code) && /\d/.test(typed) && !RANGE.test(typed))) return null;
  if (field === "limits") return OF_LIMITS.includes(m.code) ? limitMeant(m, typed, "peak" in entry) : null;
  const parents = field === "of" && /^(?:unknown|cannot)/.test(m.code) && kindsIn(typed, draft, entry as KindDraft);
  if (parents) return parents;
  if (field === "largest" && m.code === "unknownWord") return shareMeant(typed, field);
  if (field === "of" && m.code === "unknownWord") return kindsOf(typed, draft, entry as KindDraft);
  if (field === "grows" && m.code === "unknownWord") return growthIn(typed);
  if (field === "writes") return /^unknown/.test(m.code) && isElse(m) ? writesIn(typed, draft) : null;
  if (m.code === "notAboveZero" || !OF_NUMBERS.includes(m.code)) return null;
  return NUMBERS[field]?.(typed, entry, draft) ?? null;
}

/** Tells whether the engine knows no word that was probably meant, but the one that is there. */
const isElse = ({ subject, names }: SheetMessage): boolean => !names.at(-1) || subject.split(" ")[0] === names.at(-1);

const MISTYPED = ["badNumber", "badRate"];
const RANGE = /^[~\s\d.,_km]+(?:-|–|to|\.\.+|or)\s*\d/i; // the word that the engine misses is there

function textIn(entry: object, field: string): string {
  const text = (entry as Record<string, unknown>)[field];
  return typeof text === "string" ? text.trim() : "";
}

type Meaning = (typed: string, entry: object, draft: Draft) => Proposal | null;

const NUMBERS: Record<string, Meaning> = {
  n: (typed, entry, draft) => ofParent(typed, draft, entry as KindDraft) ?? amountMeant(typed, "kept" in entry),
  total: totalMeant,
  peak: factorMeant,
  headroom: factorMeant,
  horizon: (typed) => spanMeant(typed, "horizon"),
  kept: (typed) => spanMeant(typed, "kept"),
  largest: (typed) => shareMeant(typed, "largest"),
};

const EACH = [
  /^(.*\d\S*?|one)\s*(?:\b\w+\s+)??(?:\/|\bper|\bfor each|\bfor every|\beach|\ba)\s*(\w+)$/i,
  /^(.*\d\S*|one)\s+(?:for )?(?:each|apiece|every one)$/i,
];

/** How many there are in all, of "20 per user" and of "3 per user per day". */
function ofParent(text: string, draft: Draft, entry: KindDraft | AskDraft | DoDraft): Proposal | null {
  const [, typed = text, time = ""] = /^(.*\d.*?)\s*((?:\/|\bper|\ba)\s*\w+)$/i.exec(text) ?? [];
  const rate = time && rateIn(`1 ${time}`);
  const said = rate ? typed : text;
  const [, n = "", other = ""] = EACH.map((words) => words.exec(said)).find(Boolean) ?? [];
  if (!n || rateIn(said)) return null;
  const kind = "kept" in entry ? entry : draft.kinds.find((k) => k.name === entry.kind);
  const name = other || (kind?.of.trim() ?? "");
  const parent = draft.kinds.find((k) => k.name && (k.name === name || `${k.name}s` === name));
  const [each, there] = [n.replace(/^one$/i, "1"), parent?.n ?? ""].map((n) => numberIn(countIn(n)));
  if (!each || !there || (rate && parent?.per)) return { code: "eachOf", subject: text, names: [] };
  const per = rate ? `/${rate.split("/")[1]}` : parent?.per ? `/${parent.per}` : "";
  return per || "kept" in entry ? instead(text, `${each * there}${per}`) : { code: "eachOf", subject: text, names: [] };
}

const POWERS: Record<string, number> = { thousand: 1e3, million: 1e6, billion: 1e9 };

function numberIn(text: string): number {
  const [n = "", word = ""] = text.split(" ");
  return Number(n) * (word ? (POWERS[word] ?? Number.NaN) : 1) || 0;
}

/** The kinds that are named among other words, or by their identity: "user" of "many users" and of "user_id". */
function kindsIn(typed: string, draft: Draft, kind: KindDraft): Proposal | null {
  const words = typed.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const plain = (name: string) => name.toLowerCase();
  const named = draft.kinds.filter(
    (k) => k !== kind && k.name && words.some((w) => w === plain(k.name) || w === `${plain(k.name)}s`),
  );
  return instead(typed, named.map((k) => k.name).join(" and "));
}

const MOST = 3; // buttons

/** What can stand in the place of a kind that there is not. */
function kindsOf(typed: string, draft: Draft, kind: KindDraft): Proposal {
  const others = aboveOf(draft, kind);
  const fixes = others.slice(0, MOST).map((word): Fix => ({ word, puts: [["of", typed, word]] }));
  return { code: "noParent", subject: typed, names: others, fixes: [...fixes, gone(typed, "of")] };
}

function growthIn(typed: string): Proposal | null {
  if (/^(?:none?|never|constant|static|fixed|0|does ?n.t|stable|not at all)$/i.test(typed)) return instead(typed, "no");
  if (/^(?:time|over time|usage|activity|load|traffic|data)$/i.test(typed)) return instead(typed, "density");
  return /^(?:linear(?:ly)?|yes|customers?|people|parents?|user)$/i.test(typed) ? instead(typed, "users") : null;
}

const VERBS: readonly (readonly [RegExp, string])[] = [
  [/^(?:insert|add|create|put|save|store|new|post)s?$/i, "insert"],
  [/^(?:update|set|change|edit|modify|patch|increment)s?$/i, "update"],
  [/^(?:delete|remove|drop)s?$/i, "delete"],
];

/** The writes of a set, by their own names or in other words: "insert order, insert line" for "add order + line". */
function writesIn(typed: string, draft: Draft): Proposal | null {
  const ends = /^(?:begin|commit|start|end|rollback)(?: \w+)?$/i;
  const parts = typed.split(/\s*(?:,|;|\+|&+|\band\b|\bthen\b)\s*/i).filter((part) => part && !ends.test(part));
  let verb = "insert";
  const actions = parts.map((part) => {
    const write = draft.does.find((d) => d.name.toLowerCase() === part.toLowerCase());
    if (write) return `${write.verb} ${write.kind}`;
    const words = part.toLowerCase().split(/\s+/);
    verb = VERBS.find(([w]) => words.some((word) => w.test(word)))?.[1] ?? verb;
    const kind = draft.kinds.find((k) =>
      words.some((w) => w === k.name.toLowerCase() || w === `${k.name.toLowerCase()}s`),
    );
    return kind ? `${verb} ${kind.name}` : "";
  });
  return actions.length && actions.every(Boolean) ? instead(typed, [...new Set(actions)].join(", ")) : null;
}

/** A rate in words, of which the engine takes the rest of the line for something else: "often" is no number. */
export function rateInWords(entry: AskDraft | DoDraft): Proposal | null {
  const typed = entry.n.trim();
  return typed && !/^[-\d.]/.test(typed) ? amountMeant(typed, false) : null;
}
