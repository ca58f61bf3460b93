// Words, strings and lines of code. Pure.

/** The words of a text of several lines. */
export const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

/** The arguments that there are. */
export const joined = (...list: readonly (string | 0 | false)[]): string => list.filter(Boolean).join(", ");

/** A string as in JSON, with further characters escaped. */
export const quoted = (text: string, escaped: RegExp): string =>
  JSON.stringify(text).replaceAll(escaped, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A moment without a zone is in UTC, but libraries take it for local time. */
export const inUtc = (moment: string): string =>
  moment.replace(/^(\d{4}-\d\d-\d\d)(T[\d:.]+)?$/, (_, day: string, time = "T00:00:00") => `${day}${time}Z`);

/** Code without what its strings and comments say. */
export function outsideOfStrings(code: string, comment: string): string {
  const skipped = new RegExp(`("(?:[^"\\\\\\n]|\\\\.)*")|${comment}.*`, "g");
  return code.replaceAll(skipped, (_, text?: string) => (text ? '""' : ""));
}

/** A comment has one line, whatever a script says. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]+/gu, " ").trim();
}

/** What an escaped part of an address says; as it is if a percent sign in it begins no escape. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Names that nothing else in a program has, in the order in which they are wanted. */
export function namer(taken: readonly string[], write: (words: string[]) => string): (wanted: string) => string {
  const given = new Map<string, string>();
  return (wanted) => {
    const known = given.get(wanted);
    if (known) return known;
    const words = wanted.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? ["it"];
    const plain = write(/^\d/.test(words[0] ?? "") ? ["it", ...words] : words);
    let name = plain;
    for (let n = 2; taken.includes(name) || [...given.values()].includes(name); n++) name = `${plain}${n}`;
    given.set(wanted, name);
    return name;
  };
}

export const camel = (words: string[]): string =>
  words.map((w, i) => (i ? w.charAt(0).toUpperCase() + w.slice(1).toLowerCase() : w.toLowerCase())).join("");

export const snake = (words: string[]): string => words.join("_").toLowerCase();

/** Puts lines behind an indent, empty ones stay empty. */
export function indent(text: string, by: string): string {
  return text.replaceAll(/^(?=.)/gm, by);
}
