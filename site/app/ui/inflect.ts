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
    const n = Number(String(params[name]).replace(/\D/g, ""));
    return forms[form(n)] ?? forms.other ?? "";
  });
}

const FORM = /(\w+) \{((?:[^{}]|\{\w+\})*)\}/g;
