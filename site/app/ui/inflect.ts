// Words beside numbers, in the texts that every page has and in all others.

/**
 * Chooses the forms: "{n, plural, one {{n} row} other {{n} rows}}", as in ICU's messages. A parameter is a number, or
 * one as it is written.
 */
export function inflect(
  text: string,
  params: Readonly<Record<string, string | number>>,
  form: (n: number) => string,
): string {
  return text.replace(/\{(\w+), plural, ((?:\w+ \{(?:[^{}]|\{\w+\})*\} ?)+)\}/g, (_, name: string, list: string) => {
    const forms = Object.fromEntries([...list.matchAll(FORM)].map(([, word, words]) => [word, words]));
    const value = String(params[name]);
    const n = WHOLE.test(value) ? Number(value.replace(/\D/g, "")) : Number.NaN;
    return forms[Number.isNaN(n) ? "other" : form(n)] ?? forms.other ?? "";
  });
}

const WHOLE = /^\d{1,3}(?:\D?\d{3})*$/; // with thousands apart, and not "0.1" or "1 million"

const FORM = /(\w+) \{((?:[^{}]|\{\w+\})*)\}/g;
