// Strings for people, and numbers as they write them. The generator reads the same file, and en.pages.json besides.
import en from "../../i18n/en.json" with { type: "json" };

export type Key = keyof typeof en;
export type Params = Readonly<Record<string, string | number>>;

/** The stem of a pair of keys "x.one" and "x.other". */
export type Plural = { [K in Key]: K extends `${infer Stem}.other` ? Stem : never }[Key];

const texts: Readonly<Record<string, string>> = en;
const language = (typeof document === "undefined" ? "" : document.documentElement.lang) || "en";
const numbers = new Intl.NumberFormat(language);
const plurals = new Intl.PluralRules(language);
const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hour12: false });

/** Returns the text of a key; "{name}" in it becomes the parameter of that name. */
export function t(key: Key, params: Params = {}): string {
  return fill(en[key], params);
}

/** Returns the text for n things: "{n}" is the formatted number. */
export function tn(stem: Plural, n: number, params: Params = {}): string {
  const text = texts[`${stem}.${plurals.select(n)}`] ?? texts[`${stem}.other`] ?? stem;
  return fill(text, { ...params, n: num(n) });
}

/** Tells whether there is a text with a computed key, such as "reason.noKey". */
export function isKey(key: string): key is Key {
  return Object.hasOwn(en, key);
}

/** Splits a text at its parameters: even pieces are text, odd ones are names. */
export function pieces(text: string): string[] {
  return text.split(/\{(\w+)\}/);
}

/** Formats an integer: "1,004". */
export function num(n: number): string {
  return numbers.format(n);
}

/** Formats a size in bytes: "940 B", "1.1 kB", "3.2 MB". */
export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  return n < 1e6 ? `${twoDigits(n, 1e3)} kB` : `${twoDigits(n, 1e6)} MB`;
}

/** Formats virtual time in milliseconds: "40 ms", "1.2 s", "2.5 min", "3 h". */
export function duration(ms: number): string {
  const unit = UNITS.find(([of]) => ms >= of);
  if (!unit) return `${Math.round(ms)} ms`;
  return `${twoDigits(ms, unit[0]).replace(/\.0$/, "")} ${unit[1]}`;
}

/** Writes n in a unit: one decimal below ten, none from there. Halves go up. */
function twoDigits(n: number, unit: number): string {
  const tenths = Math.round((10 * n) / unit);
  return tenths < 100 ? (tenths / 10).toFixed(1) : String(Math.round(n / unit));
}

const UNITS = [
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
] as const;

/** Formats a moment of today: "10:42". */
export function time(ms: number): string {
  return clock.format(ms);
}

function fill(text: string, params: Params): string {
  return pieces(text)
    .map((p, i) => (i % 2 ? String(params[p] ?? `{${p}}`) : p))
    .join("");
}
