// Strings for people, and numbers as they write them. The generator reads the same files, and en.pages.json besides.
import first from "../../i18n/en.first.json" with { type: "json" };
import rest from "../../i18n/en.json" with { type: "json" };
import type { Sentence } from "../engine/types.ts";
import { inflect } from "./inflect.ts";

const en = { ...first, ...rest };

export type Key = keyof typeof en;
export type Params = Readonly<Record<string, string | number>>;

/** The stem of a pair of keys "x.one" and "x.other". */
export type Plural = { [K in Key]: K extends `${infer Stem}.other` ? Stem : never }[Key];

export type Texts = Readonly<Record<string, string>>;

/**
 * Texts and forms of numbers in one language. The bundles of a language hold its texts in the place of the English
 * ones. A form is made when it is first asked for: for the first a phone takes some 100 ms.
 */
function languageOf(tag: string, texts: Texts) {
  const numbers = (o?: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat(tag, o).format);
  return {
    tag,
    texts,
    whole: numbers(),
    short: numbers({ maximumFractionDigits: 1, useGrouping: false }),
    tenths: numbers({ minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }),
    plurals: once(() => new Intl.PluralRules(tag)),
    clock: once(() => new Intl.DateTimeFormat(tag, { hour: "2-digit", minute: "2-digit", hour12: false })),
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

let language = languageOf((typeof document === "undefined" ? "" : document.documentElement.lang) || "en", en);

/** The tag of the language that is spoken. */
export function spoken(): string {
  return language.tag;
}

/** Changes the language: the generator draws pages in several. */
export function speak(tag: string, texts: Texts): void {
  language = languageOf(tag, texts);
}

/** Returns the text of a key; "{name}" in it becomes the parameter of that name. */
export function t(key: Key, params: Params = {}): string {
  return fill(language.texts[key] ?? missing(key), params);
}

/** A key without a text is a mistake in a page. Every test of a page fails at what the console shows. */
function missing(key: string): string {
  console.error(`There is no text "${key}".`);
  return key;
}

/** A message of the engine in the language of the page, which has a text "engine.<code>" for each sentence; else in
 * English. */
export function said(message: string, sentences: readonly Sentence[] | null): string {
  const own = sentences?.map(({ code, params }) => {
    const text = language.texts[`engine.${code}`];
    return text && fill(text, Object.fromEntries(params?.entries() ?? []));
  });
  return own?.length && own.every(Boolean) ? own.join(" ") : message;
}

/** Returns the text for n things: "{n}" is the formatted number. */
export function tn(stem: Plural, n: number, params: Params = {}): string {
  const { texts, plurals } = language;
  const text = texts[`${stem}.${plurals().select(n)}`] ?? texts[`${stem}.other`] ?? missing(stem);
  return fill(text, { ...params, n: num(n) });
}

/** Tells whether there is a text with a computed key, such as "reason.noKey". */
export function isKey(key: string): key is Key {
  return Object.hasOwn(en, key);
}

/** Returns the texts whose keys begin alike, by the rest of the key. */
export function textsOf(prefix: string): Record<string, string> {
  const own = Object.entries(language.texts).filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(own.map(([key, text]) => [key.slice(prefix.length), text]));
}

/** Chooses the forms of words beside numbers. A parameter is a number, or what num wrote of one. */
export function inflected(text: string, params: Params): string {
  return inflect(text, params, (n) => language.plurals().select(n));
}

/** Splits a text at its parameters, and puts values of any kind in their place: links, code, bold words. */
export function filled(text: string, values: Readonly<Record<string, unknown>>): unknown[] {
  return text.split(/\{(\w+)\}/).map((piece, i) => (i % 2 ? (values[piece] ?? `{${piece}}`) : piece));
}

/** Formats an integer: "1,004". */
export function num(n: number): string {
  return language.whole()(n);
}

/** Formats a size in bytes: "940 B", "1.1 kB", "3.2 MB". */
export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  return n < 1e6 ? `${twoDigits(n, 1e3, language.tenths())} kB` : `${twoDigits(n, 1e6, language.tenths())} MB`;
}

/** Formats virtual time in milliseconds: "40 ms", "1.2 s", "2.5 min", "3 h". */
export function duration(ms: number): string {
  const unit = UNITS.find(([of]) => ms >= of);
  if (!unit) return `${Math.round(ms)} ms`;
  return `${twoDigits(ms, unit[0], language.short())} ${unit[1]}`;
}

/** Writes n in a unit: one decimal below ten, none from there, and thousands apart. Halves go up. */
function twoDigits(n: number, unit: number, write: (n: number) => string): string {
  const tenths = Math.round((10 * n) / unit);
  return tenths < 100 ? write(tenths / 10) : num(Math.round(n / unit));
}

const UNITS = [
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
] as const;

/** Formats a moment of today: "10:42". */
export function time(ms: number): string {
  return language.clock().format(ms);
}

function fill(text: string, params: Params): string {
  return filled(inflected(text, params), params).join("");
}
