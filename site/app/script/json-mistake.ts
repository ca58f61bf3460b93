// What stops a body from being JSON, and what to write there. Pure.
// Source: RFC 8259.
import { helperOf, OPEN, typeOfHelper } from "./sql-words.ts";

/** A mistake, and the text that belongs in its place; null if that is not known. */
export interface JsonMistake {
  kind:
    | "name"
    | "text"
    | "lowercase"
    | "zero"
    | "decimal"
    | "digits"
    | "comma"
    | "lastcomma"
    | "colon"
    | "quotes"
    | "inner"
    | "call"
    | "compute"
    | "open"
    | "other";
  from: number;
  to: number;
  fix: string | null;
}

/** Finds the first mistake of a text, null if it is JSON. */
export function jsonMistake(text: string): JsonMistake | null {
  const at = errorAt(text);
  return at < 0 ? null : explained(text, at);
}

const MOST = 50; // mistakes of a body, each of which takes another reading

/** Mends a text, null if it is not known how. What was written is as long as the text, and has something else where a
 * value is not known yet. */
export function mended(text: string, written = text): string | null {
  let [now, result] = [text, written];
  for (let n = 0; n < MOST; n++) {
    const found = jsonMistake(now);
    if (!found) return result;
    const { from, to, fix } = found;
    if (fix === null || now.slice(from, to) !== result.slice(from, to)) return null;
    [now, result] = [now.slice(0, from) + fix + now.slice(to), result.slice(0, from) + fix + result.slice(to)];
  }
  return null;
}

/** Whether a text reads as JSON up to here, and where it stops. */
class Scan {
  at = 0;

  constructor(readonly text: string) {}

  skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found !== null;
  }

  value(depth: number): boolean {
    this.skip(/\s*/y);
    if (depth === 0) return false;
    if (this.skip(/\{\s*/y)) return this.list(/\}/y, depth, true);
    if (this.skip(/\[\s*/y)) return this.list(/\]/y, depth, false);
    return this.skip(STRING) || this.skip(/-?(?:0(?!\d)|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.-])/iy) || this.word();
  }

  private name(): boolean {
    const read = this.skip(STRING);
    this.skip(/\s*/y);
    return read && this.skip(/:/y);
  }

  private word(): boolean {
    return this.skip(/(?:true|false|null)(?!\w)/y);
  }

  private list(end: RegExp, depth: number, named: boolean): boolean {
    if (this.skip(end)) return true;
    for (;;) {
      if (named && !this.name()) return false;
      if (!this.value(depth - 1)) return false;
      this.skip(/\s*/y);
      if (this.skip(end)) return true;
      if (!this.skip(/,\s*/y)) return false;
    }
  }
}

const STRING = /"(?:[^"\\\n]|\\.)*"/y;
const DEEPEST = 100;

/** The place at which a text stops being one JSON value, -1 if it is one. */
function errorAt(text: string): number {
  const scan = new Scan(text);
  const read = scan.value(DEEPEST);
  scan.skip(/\s*/y);
  return read && scan.at === text.length ? -1 : scan.at;
}

function explained(text: string, at: number): JsonMistake {
  const before = text.slice(0, at).trimEnd();
  const rest = text.slice(at);
  const found = (kind: JsonMistake["kind"], from: number, to: number, fix: string | null) => ({ kind, from, to, fix });
  if (/^[}\]]/.test(rest) && before.endsWith(",")) return found("lastcomma", before.length - 1, before.length, "");
  if (/^=/.test(rest) && before.endsWith('"')) return found("colon", at, at + 1, ":");
  const number = numberAt(text, at);
  if (number) return found(number.fix ? "decimal" : "digits", number.from, number.to, number.fix);
  const sum = sumAt(text, before, at);
  if (sum) return found("compute", sum.from, sum.to, null);
  if (rest.startsWith(OPEN) && before.endsWith(":")) return found("open", at, at + OPEN.length, null);
  const quoted = /^(?:'([^'\n]*)'|[‘’‚‛“”„‟]([^‘’“”"\n]*)[‘’“”"]|"([^"\n‘’“”]*)[‘’“”])/.exec(rest);
  if (quoted && /[{[,:]$/.test(before))
    return found("quotes", at, at + quoted[0].length, JSON.stringify(quoted[1] ?? quoted[2] ?? quoted[3] ?? ""));
  const [word = ""] = /^[\w+-][\w.:+-]*(?<![:.])/.exec(rest) ?? [];
  if (word && /[{[,:]$/.test(before)) return wordMistake(word, at, before, rest);
  if (/^\w/.test(rest) && text[at - 1] === '"') return found("inner", at - 1, at, null);
  if (/^["{[\w]/.test(rest) && /["}\]\w]$/.test(before))
    return found("comma", before.length, at, `,${text.slice(before.length, at) || " "}`);
  return found("other", at, Math.min(at + 1, text.length), null);
}

/** A number with commas, behind the first of which the text stops: 12,5 and 1.249,50 and 1,234.50. What may be three
 * digits of thousands or of a fraction is for its author. */
function numberAt(text: string, at: number): { from: number; to: number; fix: string | null } | null {
  const [, start = ""] = /:\s*(-?\d[\d.]*,)$/.exec(text.slice(0, at)) ?? [];
  const [rest = ""] = /^\d[\d.,]*(?=\s*(?:[}\]]|,\s*["}]|$))(?<!,)/.exec(text.slice(at)) ?? [];
  const from = at - start.length;
  if (!start || !rest) return null;
  const thousands = /^\d{3}(?:,\d{3})*(?:\.\d+)?$/.test(rest) && !start.includes(".");
  const whole = start.slice(0, -1).replaceAll(".", "");
  const fix = thousands ? start.slice(0, -1) + rest.replaceAll(",", "") : /[.,]/.test(rest) ? null : `${whole}.${rest}`;
  return { from, to: at + rest.length, fix: /^\d{3}$/.test(rest) && thousands ? null : fix };
}

const PART = String.raw`[ \t(]*(?:"(?:[^"\\\n]|\\.)*"|[A-Za-z_][\w.]*|-?\d+(?:\.\d+)?)(?:[ \t]*\))*`;
const SIGN = String.raw`(?:[ \t]*[+*]|[ \t]+[-/%])`; // what is written close may be a date or an id
const SUM = new RegExp(String.raw`(?:${PART}(?:(?:${SIGN}${PART})+|\+\+|--)|[-+*/]=${PART})(?=\s*(?:[,}\]]|$))`, "y");

/** A sum in the place of a value, at which the text stops or behind whose first part. */
function sumAt(text: string, before: string, at: number): { from: number; to: number } | null {
  const [part = ""] = /(?<=[{[,:]\s*)(?:"(?:[^"\\\n]|\\.)*"|-?\d[\d.]*)$/.exec(before) ?? [];
  SUM.lastIndex = /[{[,:]$/.test(before) || text.startsWith("=", at + 1) ? at : before.length - part.length;
  const sum = SUM.exec(text);
  return sum && { from: sum.index, to: SUM.lastIndex };
}

/** A name, a text or a number without its quotes. */
function wordMistake(word: string, from: number, before: string, rest: string): JsonMistake {
  const [call = ""] = /^\w+\s*\((?:[^()\n]|\([^()\n]*\))*\)/.exec(rest) ?? [];
  if (call) return { kind: "call", from, to: from + call.length, fix: valueOfCall(call, before) };
  const place = { from, to: from + word.length };
  const [name = ""] = /^\w+/.exec(word) ?? [];
  if (!before.endsWith(":") && /^\s*:/.test(rest.slice(name.length)))
    return { kind: "name", from, to: from + name.length, fix: `"${name}"` };
  if (/^(?:true|false|null)$/i.test(word)) return { kind: "lowercase", ...place, fix: word.toLowerCase() };
  const kind = /^-?0\d+$/.test(word) ? "zero" : "text";
  return { kind, ...place, fix: JSON.stringify(word) };
}

/** The value of a function that a script has, with its type if that cannot be seen; null of any other. */
function valueOfCall(call: string, before: string): string | null {
  const [, name = ""] = /"([^"]*)"\s*:$/.exec(before) ?? [];
  const helper = /\(\s*\)$/.test(call) ? helperOf(/^\w+/.exec(call)?.[0] ?? "") : "";
  if (!helper || !name) return null;
  return `"${helper}"${/Key$/.test(name) ? "" : `, "${name}@odata.type": "Edm.${typeOfHelper(helper)}"`}`;
}

/** The body of the request in this line, and its place in the script; without the comments after it. */
export function bodyAt(script: string, line: number): { text: string; at: number } | null {
  const lines = script.split("\n");
  let at = 0;
  for (let i = 0; i < line; i++) at += (lines[i]?.length ?? 0) + 1;
  let i = line;
  for (; i < lines.length && lines[i]?.trim(); i++) at += (lines[i]?.length ?? 0) + 1;
  const rest = lines.slice(i);
  const end = rest.findIndex((l) => l.startsWith("###"));
  const own = rest.slice(0, end < 0 ? undefined : end);
  while (own.length && /^\s*(?:#.*|\/\/.*|\?\?.*)?$/.test(own.at(-1) ?? "")) own.pop();
  const text = own.join("\n");
  const blank = text.length - text.trimStart().length;
  return text.trim() ? { text: text.slice(blank), at: at + blank } : null;
}

/** The text with every reference as digits, so that it reads as JSON. */
export const masked = (text: string): string => text.replace(/\{\{.*?\}\}/g, (ref) => "1".repeat(ref.length));
