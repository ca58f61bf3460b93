// Keys and signatures in a text: found, and replaced by variables before a text leaves the browser. Pure.

export interface Secret {
  line: number; // from 1
  text: string; // as it stands there
  variable: string; // that takes its place
}

interface Form {
  pattern: RegExp; // its group "secret" is what is masked
  variable: string;
}

const FORMS: Form[] = [
  { pattern: /[?&;"'\s]sig=(?<secret>[\w%+/=-]{16,})/dg, variable: "sig" },
  { pattern: /\b(?:SharedKeyLite|SharedKey)\s+[\w-]+:(?<secret>[\w+/]{20,}=*)/dg, variable: "signature" },
  { pattern: /\bBearer\s+(?<secret>[\w.~+/-]{20,}=*)/dg, variable: "token" },
  { pattern: /\bAccountKey=(?<secret>[\w+/]{20,}=*)/dg, variable: "accountKey" },
  { pattern: /(?<![\w+/])(?<secret>[\w+/]{86}==)/dg, variable: "accountKey" }, // 64 bytes: a key of an account
];

interface Place {
  from: number;
  to: number;
  variable: string;
}

/** Returns the secrets of a text in its order. The key of the emulator is public and is one of them all the same. */
export function secretsOf(text: string): Secret[] {
  let [line, at] = [1, 0];
  return placesOf(text).map(({ from, to, variable }) => {
    line += text.slice(at, from).split("\n").length - 1;
    at = from;
    return { line, text: text.slice(from, to), variable };
  });
}

/** Returns the text with a variable, such as {{sig}}, where each secret was. */
export function masked(text: string): string {
  let at = 0;
  const parts = placesOf(text).map(({ from, to, variable }) => {
    const before = text.slice(at, from);
    at = to;
    return `${before}{{${variable}}}`;
  });
  return parts.join("") + text.slice(at);
}

/** The places in their order; of two that overlap the first. A text may be a link's: it takes time in proportion to
 * its length. */
function placesOf(text: string): Place[] {
  const all = FORMS.flatMap(({ pattern, variable }) =>
    [...text.matchAll(pattern)].map((m) => {
      const [from, to] = m.indices?.groups?.secret ?? [0, 0];
      return { from, to, variable };
    }),
  );
  const ordered = all.sort((a, b) => a.from - b.from);
  let end = 0;
  return ordered.filter((p) => {
    const free = p.from >= end;
    end = Math.max(end, p.to);
    return free;
  });
}
