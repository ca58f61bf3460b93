// The form as the text that the engine reads, and where each line of it came from.
import type { AmountDraft, AskDraft, AttributeDraft, DoDraft, Draft, KindDraft } from "./draft.ts";

/** Writes the text form, in the order of the engine's own writer. */
export function textOf(d: Draft): string {
  const lines = [`### ${title(d.name)}`, line("sheet", [d.name, ...settingsOf(d)])];
  for (const k of d.kinds) lines.push(line("entity", kindFields(k)));
  for (const k of d.kinds) for (const a of k.attributes) lines.push(line("attribute", attributeFields(k, a)));
  for (const a of d.asks) lines.push(line("ask", askFields(a, subject(a)), a.limits));
  for (const w of d.does) lines.push(line("do", askFields(w, `${w.verb} ${subject(w)}`.trim()), w.limits));
  for (const t of d.together) lines.push(line("together", [t.name, t.writes]));
  for (const { name, stores } of d.designs) {
    lines.push("", `### ${name}`, ...stores.map((s) => `# @keys ${flat(s)}`));
  }
  return `${lines.join("\n")}\n`;
}

/** The sheet without its designs: when it is another one, what a search found is old. */
export function sheetOf(d: Draft): string {
  return textOf({ ...d, designs: [] });
}

const title = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** One line: whatever was pasted into a field stays in it. */
const flat = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

function line(word: string, fields: readonly string[], limits = ""): string {
  const body = fields.map(flat).filter((f, i) => f || i === 0);
  const after = flat(limits).replaceAll("≤", "<=");
  return `# @${word} ${body.join(", ")}${after ? `; ${after}` : ""}`;
}

function settingsOf({ settings: s }: Draft): string[] {
  const words = ["peak", "headroom", "horizon", "total", "prices", "order", "present"] as const;
  const given = words.filter((w) => s[w] && (w !== "prices" || !PARTIAL.test(s.prices)));
  return [...given.map((w) => `${w} ${w === "present" ? s[w] : plainNumber(s[w])}`), s.limits.replaceAll("≤", "<=")];
}

/** Prices of which one is not entered yet: they are left out, so that everything else can be calculated meanwhile. */
const PARTIAL = /^ *transactions|and +storage|in *$/;

/** A number as the text form has it: without what groups its digits, and with a point where people write a decimal
 * comma. A comma that stayed would end the field. */
export function plainNumber(text: string): string {
  return text.replaceAll(GROUPED, (n) => n.replaceAll(/[,\s]/g, "")).replaceAll(",", ".");
}

/** Digits in groups of three: "50,000,000", "1 234 567". */
const GROUPED = /(?<![\d.,])[1-9]\d{0,2}(?:[,\s]\d{3})+(?![\d,])/g;

function amount({ n, per }: AmountDraft): string {
  const plain = plainNumber(n.trim());
  if (!plain) return "";
  return per === "%" ? `${plain} %` : per ? `${plain}/${per}` : plain;
}

function kindFields(k: KindDraft): string[] {
  const of = k.of ? ` of ${k.of}` : "";
  const option = (word: "kept" | "grows") => (k[word] ? `${word} ${plainNumber(k[word])}` : "");
  const largest = k.largest.split(",").map((l) => (l.trim() ? `largest ${l.trim()}` : ""));
  return [k.name, `${amount(k)}${of}`, ...largest, option("kept"), option("grows")];
}

function attributeFields(k: KindDraft, a: AttributeDraft): string[] {
  return [`${k.name}.${a.name}`, a.type, a.identity ? "identity" : "", a.more];
}

const subject = (a: AskDraft | DoDraft): string => (a.by ? `${a.kind} by ${a.by}` : a.kind);

function askFields(a: AskDraft | DoDraft, what: string): string[] {
  return [a.name, amount(a), what, a.how];
}
