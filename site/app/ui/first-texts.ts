// What the scripts of every page say before the reader has touched anything. They come first and stay small, so they
// have texts of their own; everything else has i18n.ts.
import texts from "../../i18n/en.first.json" with { type: "json" };
import { inflect } from "./inflect.ts";

export type FirstKey = keyof typeof texts;

/** Returns the text of a key; "{name}" in it becomes the parameter of that name. */
export function first(key: FirstKey, params: Readonly<Record<string, string>> = {}): string {
  const text = inflect(texts[key], params, (n) => new Intl.PluralRules(language()).select(n));
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole);
}

/** Formats an integer in the language of the page: "1,004". */
export function number(n: number): string {
  return new Intl.NumberFormat(language()).format(n);
}

function language(): string {
  return document.documentElement.lang || "en";
}
