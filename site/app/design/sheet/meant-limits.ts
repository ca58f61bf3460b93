// What was probably meant by a limit that cannot be read. Pure.
import type { SheetMessage } from "../../engine/types.ts";
import { clausesOf } from "./fixes.ts";
import { countIn } from "./meant-numbers.ts";
import { instead, type Proposal } from "./proposal.ts";

type Counter = readonly [counter: string, words: RegExp, times?: number];

const OF_MONEY =
  /[$€£]|\b(?:usd|eur|gbp|chf|dollars?|euros?|bucks|pounds?|cents?|costs?|price|money|month(?:ly)?|bill)\b/i;

/** Counters of the whole sheet by the words that people have for them, and of its questions and writes. */
const WHOLE: readonly Counter[] = [
  ["workflows", /workflow|\bqueues?\b|\basync/i],
  ["stored", /\bt(?:i?b)\b|terabytes?/i, 1024],
  ["stored", /g(?:i?b)\b|\b(?:gigabytes?|storage|stored?|size|disk|space|data)\b/i],
  ["month", OF_MONEY],
];
const PART: readonly Counter[] = [
  ["ms", /\d\s*(?:ms|msec)\b|\bms\b|millisec/i],
  ["ms", /\d\s*s(?:ec(?:ond)?s?)?\b/i, 1000],
  ["ms", /\b(?:latency|time|p\d\d|duration|delay|fast)\b/i],
  ["roundtrips", /round ?-?trips?|\brtt\b|\bhops?\b/i],
  ["bytes", /\d\s*ki?b\b|kilobytes?/i, 1024],
  ["bytes", /\d\s*mi?b\b|megabytes?/i, 1_048_576],
  ["bytes", /\bbytes?\b/i],
  ["returned", /\b(?:returned|results?|hits)\b/i],
  ["requests", /\b(?:requests?|calls?|quer(?:y|ies)|api|http|pages?)\b/i],
  ["transactions", /\b(?:transactions?|wcus?|write units?|billed)\b/i],
  ["read", /\b(?:reads?|rows?|entit\w+|items?|doc\w*|records?|scan\w*|examined|[rf]?rcus?|rus?|keys?)\b/i],
];
const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/^(?:no (?:full )?(?:table ?)?scans?|indexed|index(?: only)?|use index|covered)$/i, "class <= rowRange"],
  [/^(?:point(?: ?(?:read|query|lookup))?|by key|get ?item|o\(1\)|primary key)$/i, "class <= point"],
];

/** What a message about limits is instead, of the whole sheet or of a question or a write. */
export function limitMeant(m: SheetMessage, typed: string, whole: boolean): Proposal | null {
  const text = typed.replaceAll("≤", "<=");
  const clauses = clausesOf(text.replace(/^\s*(?:budget|limits?)\s+/i, ""));
  const clause = clauses.find((c) => c.includes(m.subject)) ?? "";
  if (!clause) return null;
  const named = (list: readonly Counter[]) =>
    list.find(([counter, words]) => clause.startsWith(counter) || words.test(clause));
  const right = limitIn(clause, named(whole ? WHOLE : PART), whole);
  if (right) return instead(shownAs(clause, typed), right);
  if (whole && named(PART)) return { code: "limitOfPart", subject: clause, names: [] };
  const month = whole || !OF_MONEY.test(clause) ? "" : limitIn(clause, ["month", OF_MONEY], true) || "month <= 100";
  if (month) return { code: "limitOfWhole", subject: clause, names: [month] };
  return { code: "badLimit", subject: clause, names: [] };
}

/** A clause as the field shows it. */
const shownAs = (clause: string, typed: string): string =>
  typed.includes(clause) ? clause : clause.replaceAll("<=", "≤");

/** Of which part of the calls a limit of time holds, which no counter says. */
const PERCENTILE = /\bp\d+(?:\.\d+)?\b|\b\d+(?:\.\d+)?(?:st|nd|rd|th)? ?-?(?:percentile\b|percent\b|%)/gi;
const AMOUNT = /(?<![a-z\d])\d[\d.,_]*(?: ?(?:k|M|thousand|million|billion)\b)?/i;

const ONCE = /^(?:(?:in|with|at most|max|only) )?(?:one|a single|single|1) (round ?-?trip|request|call|hop)$/i;

/** The limit that a clause means; "" if it has no number, or is of something else. */
function limitIn(clause: string, counter: Counter | undefined, whole: boolean): string {
  const once = whole ? "" : ONCE.exec(clause)?.[1];
  if (once) return `${/^req/i.test(once) ? "requests" : "roundtrips"} <= 1`;
  const ofClass = whole ? undefined : CLASSES.find(([words]) => words.test(clause));
  if (ofClass) return ofClass[1];
  const answer = /(\d+(?:\.\d+)?|twice|double)\s*(?:x|times|\*)?\s*(?:the |of the )?(?:answer|result)/i.exec(
    clause,
  )?.[1];
  if (answer && !whole) return `read <= ${/^\d/.test(answer) ? answer : 2} x answer`;
  const amount = countIn(
    AMOUNT.exec(
      clause
        .replaceAll(PERCENTILE, "")
        .split(/[<>=:]+/)
        .at(-1) ?? "",
    )?.[0] ?? "",
  );
  if (/^[\d.]+$/.test(clause) && !whole) return `read <= ${clause}`;
  if (!amount || !counter) return counter?.[0] === "workflows" && /\bno\b/i.test(clause) ? "workflows <= 0" : "";
  const [name, , times = 1] = counter;
  const yearly = name === "month" && /\byear|annual/i.test(clause) ? 12 : 1;
  const n = times === 1 && yearly === 1 ? amount : String(Math.round((Number(amount) * times) / yearly));
  return `${name} <= ${n}`;
}
