// What the form says about numbers and names before the engine reads them: a decimal comma is read as a point, and said
// so at its field; so is a price that is not a number, which is left out of the text while prices are not complete. A
// name is read without the signs that it cannot have.
import { isAlone, isOne, spreadIn } from "./clauses.ts";
import type { AskDraft, Draft } from "./draft.ts";
import { plainName, plainNumber, SEPARATORS } from "./draft-text.ts";
import { unlikely } from "./meant-known.ts";
import { typeProblems } from "./meant-values.ts";
import type { Problem } from "./messages.ts";
import { pricesOf } from "./prices.ts";
import { gone, withAbove } from "./proposal.ts";

interface NumberField {
  path: string;
  field: string;
  text: string;
}

/** What is worth saying about the numbers of a sheet. */
export function numberProblems(draft: Draft): Problem[] {
  const prices = priceFields(draft);
  const wrong = prices.filter(({ text }) => text && !isNumber(plainNumber(text)));
  return [
    ...wrong.map((f) => problem("badPrice", f, "", false)),
    ...[...amounts(draft), ...settings(draft), ...prices].flatMap(readOtherwise),
  ];
}

const LONGEST = 40; // characters of a name, as engine/sheet

/** What is worth saying about the names of a sheet: they are read without some signs, or cannot be a name at all. */
export function nameProblems(d: Draft): Problem[] {
  const of = (list: readonly { name: string }[], path: string) =>
    list.map(({ name }, i) => ({ path: `${path}/${i}`, field: "name", text: name }));
  const names = [
    { path: "", field: "name", text: d.name },
    ...(["asks", "does", "together", "designs"] as const).flatMap((list) => of(d[list], `/${list}`)),
  ];
  const properties = [...of(d.kinds, "/entities"), ...d.kinds.flatMap((k, i) => of(k.attributes, attributesOf(i)))];
  return [
    ...names.flatMap((f) => {
      const plain = plainName(f.text);
      return plain && plain !== f.text.replaceAll(/\s+/g, " ").trim() ? [problem("plainName", f, plain)] : [];
    }),
    ...properties
      .filter(({ text }) => text.search(SEPARATORS) >= 0)
      .map((f) => ({ ...problem("badProperty", f, "", false), numbers: [LONGEST] })),
  ];
}

/** Spreads of values of which each occurs once, so the engine cannot calculate with them, and their lines in a text. */
export function spreadProblems({ kinds }: Draft, text: string): Problem[] {
  const lines = text.split("\n").map((line) => line.replace(/^[\s#/@]*/, ""));
  return kinds.flatMap((k, i) =>
    k.attributes.flatMap((a, j) => {
      const { spread, rest } = spreadIn(a.more);
      const [, share = ""] = SKEW.exec(spread) ?? [];
      if (!share && (!spread || !isAlone(k, a))) return [];
      const f = { path: `${attributesOf(i)}/${j}`, field: "more", text: spread };
      const line = 1 + lines.findIndex((l) => l.startsWith(`attribute ${k.name}.${a.name},`));
      if (share) return [{ ...problem("meant", f, "", false), names: [spread, `largest ${share} %`], line }];
      return [{ ...problem("spreadOfIdentity", f, "", false), names: [k.name, a.more, rest], line }];
    }),
  );
}

/** A share that the engine would take for that of a value with such a name. */
const SKEW = /^(?:skew(?:ed)?|top|max|busiest|biggest|hottest) (\d+(?:\.\d+)?) ?%$/;

/** What a type, a question or a write says that the engine reads as something else, or that changes nothing. */
export function entryProblems(d: Draft): Problem[] {
  const of = (list: "asks" | "does") => d[list].flatMap((a, i) => inEntry(a, `/${list}/${i}`, d));
  return [...typeProblems(d), ...of("asks"), ...of("does")];
}

function inEntry(a: AskDraft, path: string, draft: Draft): Problem[] {
  const list: Problem[] = [];
  if (!a.n.trim() && a.per !== "s" && a.per) list.push(problem("noRate", { path, field: "n", text: a.per }, "", false));
  const kind = draft.kinds.find((k) => k.name === a.kind);
  if (!kind) return list;
  const by = { path, field: "by", text: a.by };
  const unlike = a.by && unlikely(a.by, withAbove(draft, kind));
  if (unlike) list.push({ ...problem("badTyped", by, "", false), ...unlike });
  const alone = isOne(kind, a.by) && !/\band\b|,/.test(a.by); // with a shop, the largest shop may be asked for
  if (alone && /(?:^|,)\s*asked largest\s*(?:,|$)/.test(a.how)) {
    const f = { path, field: "how", text: "asked largest" };
    list.push({ ...problem("askedOfOne", f, ""), names: [kind.name], fixes: [gone(f.text)] });
  }
  return list;
}

const attributesOf = (kind: number): string => `/entities/${kind}/attributes`;

/** A field whose text other people read as another number than the engine does. */
function readOtherwise(f: NumberField): Problem[] {
  const plain = plainNumber(f.text);
  if (/\d,\d/.test(f.text) && plain.includes(".") && isNumber(wordless(plain)))
    return [problem("decimalComma", f, plain)];
  const [, whole = ""] = /^([1-9]\d{0,2}\.\d\d0)(?:\/\w+)?$/.exec(f.text) ?? [];
  return whole
    ? [problem("decimalPoint", { ...f, text: whole }, String(Number(whole)), true, whole.replace(".", ""))]
    : [];
}

function amounts(draft: Draft): NumberField[] {
  const of = (list: readonly { n: string }[], path: string) =>
    list.map(({ n }, i) => ({ path: `/${path}/${i}`, field: "n", text: n.trim() }));
  return [...of(draft.kinds, "entities"), ...of(draft.asks, "asks"), ...of(draft.does, "does")];
}

function settings({ settings: s }: Draft): NumberField[] {
  return (["peak", "headroom", "horizon", "total"] as const).map((field) => ({
    path: "",
    field,
    text: s[field].trim(),
  }));
}

function priceFields({ settings: s }: Draft): NumberField[] {
  const p = pricesOf(s.prices);
  return (["transactions", "storage"] as const).map((field) => ({ path: "", field, text: p[field].trim() }));
}

/** Digits before a unit or a word: "2.5" of "2.5 million/day". */
const wordless = (text: string): string => /^[\d.]*/.exec(text)?.[0] ?? "";

const isNumber = (text: string): boolean => /^\d+\.?\d*$|^\.\d+$/.test(text);

function problem(code: Problem["code"], f: NumberField, read: string, note = true, other = ""): Problem {
  const names = [read, other].filter(Boolean);
  return { code, line: 0, path: f.path, field: f.field, subject: f.text, names, numbers: [], note };
}
