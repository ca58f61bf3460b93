// The form as the text that the engine reads, and where each line of it came from.
import {
  type AmountDraft,
  type AskDraft,
  type AttributeDraft,
  type DoDraft,
  type Draft,
  identifies,
  type KindDraft,
  withoutIdentity,
} from "./draft.ts";

/** Writes the text form, in the order of the engine's own writer. */
export function textOf(d: Draft): string {
  const name = plainName(d.name);
  const lines = [`### ${title(name)}`, line("sheet", [name, ...settingsOf(d)])];
  for (const k of d.kinds) lines.push(line("entity", kindFields(k)));
  for (const k of d.kinds) for (const a of k.attributes) lines.push(line("attribute", attributeFields(k, a)));
  for (const a of d.asks) lines.push(line("ask", askFields(a, subject(a)), once(a.limits, BUDGETS)));
  for (const w of d.does)
    lines.push(line("do", askFields(w, `${w.verb} ${subject(w)}`.trim()), once(w.limits, BUDGETS)));
  for (const t of d.together) lines.push(line("together", [plainName(t.name), t.writes]));
  for (const { name: called, stores } of d.designs) {
    lines.push("", `### ${plainName(called)}`, ...stores.map((s) => `# @keys ${flat(s)}`));
  }
  return `${lines.join("\n")}\n`;
}

/** The sheet without its designs: when it is another one, what a search found is old. */
export function sheetOf(d: Draft): string {
  return textOf({ ...d, designs: [] });
}

/** A name as the text form has it. Signs that a name cannot have would end the field, or the line. */
export function plainName(text: string): string {
  const signs = text.replaceAll(/['’]/g, "").replaceAll(/[^\p{L}\p{M}\p{Nd}\p{Nl} -]+/gu, " ");
  return flat(signs) || text.replaceAll(SEPARATORS, "");
}

/** The name of a kind or an attribute, as far as it stays in its field: other words of the sheet have to repeat it, so
 * nothing else of it is changed. */
const fieldName = (text: string): string => text.replaceAll(SEPARATORS, "");

/** What ends a name in the text form. */
export const SEPARATORS = /[,;]/g;

const title = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** One line: whatever was pasted into a field stays in it. */
const flat = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

function line(word: string, fields: readonly string[], limits = ""): string {
  const body = fields.map(flat).filter((f, i) => f || i === 0);
  const after = flat(limits).replaceAll("≤", "<=").replaceAll(";", ",");
  return `# @${word} ${body.join(", ")}${after ? `; ${after}` : ""}`;
}

function settingsOf({ settings: s }: Draft): string[] {
  const words = ["peak", "headroom", "horizon", "total", "prices", "order", "present"] as const;
  const given = words.filter((w) => s[w] && (w !== "prices" || !PARTIAL.test(s.prices)));
  const shown = (w: (typeof words)[number]) => (w === "present" ? s[w] : plainNumber(once(s[w], w)));
  return [...given.map((w) => `${w} ${shown(w)}`), once(s.limits, BUDGETS).replaceAll("≤", "<=")];
}

/** What a field holds without its label, which people write into it once more: "kept 90d", "budget read <= 2". */
const once = (text: string, label: string): string => text.replace(new RegExp(`^\\s*(?:${label})\\s+`, "i"), "");

const BUDGETS = "budget|limits?";

/** Prices of which one is not entered yet: they are left out, so that everything else can be calculated meanwhile. */
const PARTIAL = /^ *transactions|and +storage|in *$/;

/** A number as the text form has it: without what groups its digits, and with a point where people write a decimal
 * comma. A comma that stayed would end the field. */
export function plainNumber(text: string): string {
  return text.replaceAll(GROUPED, (n) => n.replaceAll(/[,\s]/g, "")).replaceAll(",", ".");
}

/** Digits in groups of three: "50,000,000", "1 234 567". */
const GROUPED = /(?<![\d.,])[1-9]\d{0,2}(?:[,\s]\d{3})+(?![\d,])/g;

/** The number and the time of "40/s" or "40 per second", when both are in the field of the number; null if they are
 * not. */
export function ownTime(text: string): AmountDraft | null {
  const [, share = ""] = /^([\d.]+)\s*%$/.exec(text.trim()) ?? [];
  if (share) return { n: share, per: "%" };
  const [, n = "", word = ""] = /^(.*\S)\s*(?:\/|\bper\b)\s*([a-z]+)$/i.exec(text.trim()) ?? [];
  const per = TIMES.find(([known]) => known.test(word))?.[1];
  return per ? { n, per } : null;
}

const TIMES = [
  [/^s(?:ec(?:ond)?s?)?$/i, "s"],
  [/^min(?:ute)?s?$/i, "min"],
  [/^h(?:ours?|r)?$/i, "h"],
  [/^d(?:ays?)?$/i, "day"],
  [/^weeks?$/i, "week"],
  [/^months?$/i, "month"],
] as const;

function amount({ n: typed, per: chosen }: AmountDraft): string {
  const { n, per } = ownTime(typed) ?? { n: typed, per: chosen };
  const plain = plainNumber(n.trim());
  if (!plain || plain.includes("/")) return plain; // what is wrong with it, the engine says
  return per === "%" ? `${plain} %` : per ? `${plain}/${per}` : plain;
}

function kindFields(k: KindDraft): string[] {
  const of = k.of ? ` of ${once(k.of, "belongs to|of")}` : "";
  const option = (word: "kept" | "grows", label: string) => {
    const text = once(k[word], label);
    return text && !FOREVER.test(text) ? `${word} ${plainNumber(text)}` : "";
  };
  const largest = k.largest
    .split(",")
    .map((l) => (l.trim() ? `largest ${once(l, "largest").trim().replace(PERCENT, "%")}` : ""));
  const options = [option("kept", "kept for|kept|for"), option("grows", "grows with|grows|with")];
  return [fieldName(k.name), `${amount(k)}${of}`, ...largest, ...options];
}

/** The sign of a share, as a word. */
const PERCENT = /(?<=\d *)(?:percent|per cent|pct)$/i;

/** How long entities are kept that are never deleted, as people write it into a field that can be empty. */
const FOREVER =
  /^(?:for ?ever|always|indefinitely|unlimited|permanent(?:ly)?|until deleted|never (?:deleted|expires)|no ttl)$/i;

function attributeFields(k: KindDraft, a: AttributeDraft): string[] {
  const said = withoutIdentity(a.more);
  const count = plainNumber(once(said, "values").trim());
  const more = AMOUNT.test(count) ? `${count} values` : said.replace(COUNTED, plainNumber);
  return [`${fieldName(k.name)}.${fieldName(a.name)}`, once(a.type, "type"), identifies(a) ? "identity" : "", more];
}

/** A number in groups before its word: elsewhere commas may part the values of a list. */
const COUNTED = /(?<![\d.,])[1-9]\d{0,2}(?:[,\s]\d{3})+(?= *values?\b)/gi;

/** A number alone, where it can only be how many values there are. */
const AMOUNT = /^\d+(?:\.\d+)?(?: *(?:thousand|million|billion))?$/;

function subject(a: AskDraft | DoDraft): string {
  const kind = fieldName(a.kind);
  return a.by ? `${kind} by ${unended(a.by).replaceAll(LISTED, " and ")}` : kind;
}

/** Words without the semicolon that ends a statement of SQL. */
const unended = (text: string): string => text.replace(/[;\s]+$/, "");

/** A comma between two known values, which would end the field; those in parentheses part the values of a list. */
const LISTED = /\s*,\s*(?=\S)(?![^(]*\))/g;

function askFields(a: AskDraft | DoDraft, what: string): string[] {
  return [plainName(a.name), amount(a), what, unended(a.how).replaceAll(STATEMENTS, ",")];
}

/** A semicolon between statements of SQL. What has a limit after it is the end of a line of the text. */
const STATEMENTS = /;(?!.*[<≤])/g;
