// What was probably meant by numbers, rates and lengths of time that cannot be read. Pure.
import { timeIn } from "./conditions.ts";
import { plainNumber } from "./draft-text.ts";
import type { Fix } from "./fixes.ts";
import { instead, type Proposal } from "./proposal.ts";

const NEARLY = "about|around|approx(?:imately)?\\.?|circa|ca\\.?|roughly|up to|max(?:imum)?|at (?:least|most)";
const AROUND = new RegExp(`^(?:[~≈<>≤≥+=]|${NEARLY}|(?:less|more) than|over|under)\\s*`, "i");
const MAGNITUDES: readonly (readonly [RegExp, string])[] = [
  [/^(?:k|t|tsd|thousands?)$/i, " thousand"],
  [/^(?:m|mn|mio|mln|mil|mill|millions?)$/i, " million"],
  [/^(?:b|bn|bln|billions?|g)$/i, " billion"],
];

const INDIAN: readonly (readonly [RegExp, number])[] = [
  [/^(?:lakhs?|lacs?)$/i, 1e5],
  [/^(?:crores?|cr)$/i, 1e7],
];

/** The number in words that have more than it: "5000" of "about 5000 rows", "5 million" of "5m"; the greater of two. */
export function countIn(text: string): string {
  const plain = text
    .replaceAll(/(?<=\d)['’](?=\d{3})/g, "")
    .trim()
    .replace(AROUND, "");
  if (plain !== text) return countIn(plain);
  if (/^\d+(?:\.\d+)?e\+?\d+$/i.test(plain)) return String(Number(plain));
  const [, to = ""] = /^[\d.,_]+\s*[km]?\s*(?:-|–|to|\.\.+|or)\s*(\d.*)$/i.exec(plain) ?? [];
  if (to) return countIn(to);
  const [, digits = "", word = ""] = /^(\d[\d.,_]*(?:[ ]\d{3})*)\s*([a-z]*)/i.exec(plain) ?? [];
  const large = INDIAN.find(([words]) => words.test(word))?.[1];
  if (large) return String(Math.round(Number(plainNumber(digits).replaceAll(",", "")) * large));
  const dotted = /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/.test(digits) ? digits.replaceAll(".", "") : digits;
  const magnitude = MAGNITUDES.find(([words]) => words.test(word))?.[1] ?? "";
  return digits && !/^(?:[kmgt]i?b|bytes?|percent)\b/i.test(word) && !/%/.test(plain)
    ? plainNumber(`${dotted}${magnitude}`)
    : "";
}

const SECONDS = { s: 1, min: 60, h: 3600, day: 86_400, week: 604_800, month: 2_592_000 } as const;
const UNIT = "(s(?:ec(?:ond)?)?|min(?:ute)?|h(?:ou)?r?|d(?:ay)?|night|w(?:ee)?k?|mo(?:nth)?|y(?:ea)?r?)s?";
const UNITS = new RegExp(`^${UNIT}$`, "i");
const EACH = new RegExp(
  `^(.*?)\\s*(?:\\bx\\b|times?|requests?|calls?|reads?|writes?|queries)?\\s*(?:/|\\bper|\\ban?|\\beach)\\s*${UNIT}$`,
  "i",
);
const EVERY = new RegExp(`^(?:once |1 )?every\\s*([\\d.]*|other)\\s*${UNIT}$`, "i");
const ADVERB = /^(?:(once|twice)\s+)?(hourly|daily|nightly|weekly|monthly)$/i;
const A_SECOND = /^(.*\d\S*)\s*(?:[rqt]ps|i?ops|rcu|wcu|hz|req(?:uest)?s?\/s(?:ec)?|ru\/s)$/i;

type Per = keyof typeof SECONDS | "year";

function perOf(word: string): Per {
  const w = word.toLowerCase();
  if (/^(?:mo|y)/.test(w)) return w.startsWith("y") ? "year" : "month";
  return w.startsWith("s")
    ? "s"
    : w.startsWith("m")
      ? "min"
      : w.startsWith("h")
        ? "h"
        : w.startsWith("w")
          ? "week"
          : "day";
}

/** A rate as the sheet has it: "12/h" for "every 5 minutes", "1/day" for "daily"; "" if the text is none. */
export function rateIn(text: string): string {
  const typed = text.trim();
  const [, times = "", adverb = ""] = ADVERB.exec(typed) ?? [];
  if (adverb) return `${/twice/i.test(times) ? 2 : 1}/${perOf(adverb.replace(/^night/i, "day"))}`;
  const [, minute = ""] = /^(.*\d\S*)\s*[rqt]pm$/i.exec(typed) ?? [];
  if (minute && countIn(minute)) return `${countIn(minute)}/min`;
  const [, second = ""] = A_SECOND.exec(typed) ?? [];
  if (second && countIn(second)) return `${countIn(second)}/s`;
  const [, once = "", length = "", word = ""] = /^(\d+)\s*(?:\/|per)\s*(\d+)\s*([a-z]+)$/i.exec(typed) ?? [];
  if (once === "1" && UNITS.test(word)) return often(perOf(word), Number(length));
  const [, every = "", unit = ""] = EVERY.exec(typed) ?? [];
  if (unit) return often(perOf(unit), every === "other" ? 2 : Number(every || 1));
  const [, number = "", per = ""] = EACH.exec(typed) ?? [];
  const n = /^(?:once|one|1|)$/i.test(number) ? "1" : /^twice$/i.test(number) ? "2" : countIn(number);
  if (!per || !n) return "";
  return perOf(per) === "year" ? `${rounded((Number(n) * 30) / 365)}/month` : `${n}/${perOf(per)}`;
}

/** Once in a time, in the unit of a rate that makes it 1 or more. */
function often(per: Per, n: number): string {
  const seconds = n * (per === "year" ? 365 * SECONDS.day : SECONDS[per]);
  const units = ["min", "h", "day", "month"] as const;
  const unit = units.find((u) => SECONDS[u] >= seconds) ?? "month";
  return `${rounded(SECONDS[unit] / seconds)}/${unit}`;
}

const rounded = (n: number): number => Number(n.toPrecision(3));

/** What a field of a rate, or of a number of entities, means. */
export function amountMeant(typed: string, counted: boolean): Proposal | null {
  const rate = rateIn(typed);
  if (rate) return instead(typed, rate);
  const count = countIn(typed);
  if (count) return instead(typed, count);
  return { code: counted ? "badNumber" : "badRate", subject: typed, names: [] };
}

/** What the field of all requests means: a number alone lacks its time. */
export function totalMeant(typed: string): Proposal | null {
  const rate = rateIn(typed);
  if (rate) return instead(typed, rate);
  const n = countIn(typed);
  return n ? choice("noTime", "total", typed, [`${n}/s`, `${n}/day`]) : null;
}

/** Several texts for a field, of which one is right. */
function choice(code: "noTime" | "noUnit" | "whichShare", field: string, typed: string, names: string[]): Proposal {
  return { code, subject: typed, names, fixes: names.map((word): Fix => ({ word, puts: [[field, typed, word]] })) };
}

const WORDS: readonly (readonly [RegExp, number])[] = [
  [/^(?:double|twice)\b/i, 2],
  [/^(?:triple|three times)\b/i, 3],
];

/** What a factor is: "30 %" is 1.3 of a headroom, and "300 %" is 3 times the average. */
export function factorMeant(typed: string): Proposal | null {
  const [, n = "", percent = ""] = /(\d+(?:[.,]\d+)?)\s*(%|percent)?/i.exec(typed) ?? [];
  const word = WORDS.find(([words]) => words.test(typed))?.[1];
  const share = Number(n.replace(",", ".")) / 100;
  if (rateIn(typed)) return null;
  if (share < 1 && percent && /\b(?:free|spare|unused|idle)\b/i.test(typed))
    return instead(typed, String(rounded(1 / (1 - share))));
  if (word) return instead(typed, String(word));
  if (n && percent)
    return { ...instead(typed, String(rounded(share > 1 ? share : 1 + share))), code: "percentOfFactor" };
  return n ? instead(typed, n.replace(",", ".")) : null;
}

const ISO = /^P(?:T?)(\d+)([YMWDHS])$/i;
const PERIODS: Record<string, string> = { Y: "year", M: "month", W: "week", D: "day", H: "hour", S: "second" };
const SPANS: readonly (readonly [RegExp, string])[] = [
  [/^half a year$/i, "6month"],
  [/^(?:a |one |1 )?quarter$/i, "3month"],
  [/^(?:a |one )?decade$/i, "3650d"],
];

/** What a length of time means. */
export function spanMeant(typed: string, field: string): Proposal | null {
  const [, iso = "", unit = ""] = ISO.exec(typed) ?? [];
  const words = iso ? `${iso} ${PERIODS[unit.toUpperCase()]}` : typed.replace(/\b(?:an?|one)\s+(?=[a-z])/i, "1 ");
  const span = SPANS.find(([w]) => w.test(typed))?.[1];
  if (span) return instead(typed, span);
  const [, ms = ""] = /^(\d+)\s*(?:ms|milliseconds?)$/i.exec(typed) ?? [];
  if (ms) return instead(typed, `${Number(ms) / 1000}s`);
  const [, minutes = ""] = /^(\d+)\s*m$/i.exec(typed) ?? [];
  if (minutes) return choice("noUnit", field, typed, [`${minutes}min`, `${minutes}month`]);
  const [, bare = ""] = /^(?:ttl|expires?(?: after)?|expire_?after_?seconds|max)?[ :=]*(\d+)$/i.exec(typed) ?? [];
  if (bare) return choice("noUnit", field, typed, Number(bare) < 3600 ? [`${bare}d`, `${bare}month`] : [`${bare}s`]);
  return instead(typed, timeIn(words));
}

const SHARES: readonly (readonly [RegExp, string])[] = [
  [/^(?:a |one )?half\b/i, "50 %"],
  [/^(?:a |one )?third\b/i, "33 %"],
  [/^(?:a |one )?quarter\b/i, "25 %"],
];

/** What a share means, in a field of its own or after a word. */
export function shareMeant(clause: string, field: string, word = ""): Proposal | null {
  const right = shareIn(clause.slice(word.length), field);
  const after = (text: string): string => word + text;
  if (!word || !right) return right;
  if (right.code === "meant") return instead(clause, after(right.names?.[1] ?? ""));
  return choice("whichShare", field, clause, (right.names ?? []).map(after));
}

function shareIn(typed: string, field: string): Proposal | null {
  const [, n = ""] = /(\d*\.?\d+)/.exec(typed) ?? [];
  const word = SHARES.find(([words]) => words.test(typed))?.[1];
  const [, part = "", whole = ""] = /^(\d+) ?\/ ?(\d+)$/.exec(typed) ?? [];
  if (part) return instead(typed, `${rounded((100 * Number(part)) / Number(whole))} %`);
  if (Number(n) > 100) return null;
  if (word) return instead(typed, word);
  if (n && Number(n) < 1 && !/%|percent/.test(typed))
    return choice("whichShare", field, typed, [`${rounded(100 * Number(n))} %`, `${n} %`]);
  return n ? instead(typed, `${n} %`) : null;
}

const LITERALS = /^(['"]?)[a-z]\w*\1(?:(?:\s*[|/]\s*|\s+or\s+)(['"]?)[a-z]\w*\2)+$/i; // 'open' | 'done'

/** How many values there are, of a list of them. */
export function valuesIn(clause: string): string {
  const [, from = "", to = ""] = /^(?:between )?(\d+) ?(?:-|–|to|and|\.\.+) ?(\d+)$/i.exec(clause) ?? [];
  if (to) return Number(to) > Number(from) ? `${Number(to) - Number(from) + 1} values` : "";
  const inner = /^check\s*\(\s*\w+ in\s*(\(.+\))\s*\)$/i.exec(clause)?.[1];
  const [, list = LITERALS.test(clause) ? clause : ""] =
    /^(?:enum|in|one of)?[\s:]*[([](.+)[)\]]$/i.exec(inner ?? clause) ?? [];
  return list ? `${list.split(/[,|/]|\bor\b/).filter((v) => v.trim()).length} values` : "";
}
