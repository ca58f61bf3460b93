// What people from elsewhere call things, as the search page lists it, and which of it a query means. Names in camel
// case are several words, and a word has several forms.

export interface Term {
  words: readonly string[]; // phrases: "create table", "ScanIndexForward"
  say: string;
  pages: readonly { url: string; title: string; about: string }[];
}

/** Reads the list of the search page. */
export function termsIn(place: ParentNode): Term[] {
  return [...place.querySelectorAll<HTMLElement>("[data-term]")].map((e) => ({
    words: `${e.querySelector("dt")?.textContent}, ${e.dataset.term}`.split(", "),
    say: e.querySelector("p")?.textContent ?? "",
    pages: [...e.querySelectorAll("a")].map((a) => ({
      url: a.href,
      title: a.textContent ?? "",
      about: a.dataset.about ?? "",
    })),
  }));
}

const SHOWN = 2; // terms for a query
const LONGEST = 8; // words of a phrase

/** Words of every other query or statement: they decide only where nothing else does. */
const COMMON = new Set(
  [
    "azure cassandra column collection cosmos data database db document dynamodb entity field firebase firestore",
    "from item mongodb property query record row select sql storage table value where",
  ].flatMap((words) => words.split(" ").map(stem)),
);

const FILLERS = new Set("a an the my your of for how do does i can using".split(" "));

interface Meant {
  term: Term;
  weight: number; // letters of the query that its phrases explain
  at: ReadonlySet<number>; // the words of the query that they are
}

/** The terms that a query means, best first: those whose phrases explain most of it. A second one explains other words,
 * and at least half as much. */
export function termsFor(query: string, terms: readonly Term[]): Term[] {
  const asked = content(query);
  const runs = runsOf(asked);
  const stems = asked.map((w) => stem(w.replace("$", "")));
  const meant = terms.map((term) => meaning(term, asked, runs, stems)).filter((m) => m.weight > 0);
  meant.sort((a, b) => b.weight - a.weight);
  const chosen: Meant[] = [];
  for (const m of meant) {
    if (chosen.length === SHOWN || m.weight < (chosen[0]?.weight ?? 0) / 2) break;
    if (!chosen.some((c) => [...m.at].some((i) => c.at.has(i)))) chosen.push(m);
  }
  return chosen.map((m) => m.term);
}

type Run = readonly number[];

/** Counts a phrase in full where it is in the query, and half if only its words are, in some order. */
function meaning(
  term: Term,
  asked: readonly string[],
  runs: ReadonlyMap<string, Run>,
  stems: readonly string[],
): Meant {
  const at = new Set<number>();
  const loose = new Set<number>();
  for (const phrase of phrasesOf(term)) {
    const run = runs.get(phrase.written) ?? runs.get(phrase.stems.join(""));
    if (run) for (const i of run) at.add(i);
    else if (phrase.stems.length > 1 && phrase.stems.every((s) => stems.includes(s)))
      for (const s of phrase.stems) loose.add(stems.indexOf(s));
  }
  const weight = [...loose].reduce((n, i) => n + (at.has(i) ? 0 : letters(asked[i]) / 2), 0);
  return { term, weight: [...at].reduce((n, i) => n + letters(asked[i]), weight), at: new Set([...at, ...loose]) };
}

const letters = (word = ""): number => (COMMON.has(stem(word)) ? 0.5 : word.length);

/** All neighbouring words of a query, written as one. It does not matter which of them a phrase writes apart. */
function runsOf(asked: readonly string[]): Map<string, Run> {
  const runs = new Map<string, Run>();
  for (const words of [asked, asked.map((w) => w.replace("$", ""))])
    for (let from = 0; from < words.length; from++)
      for (let to = from + 1; to <= Math.min(words.length, from + LONGEST); to++) {
        const run = words.slice(from, to);
        const places = run.map((_, i) => from + i);
        for (const key of [run.join(""), run.map(stem).join("")]) runs.set(key, runs.get(key) ?? places);
      }
  return runs;
}

interface Phrase {
  written: string;
  stems: readonly string[];
}

const parsed = new WeakMap<Term, readonly Phrase[]>(); // for a query with every letter that is typed

function phrasesOf(term: Term): readonly Phrase[] {
  const known = parsed.get(term);
  if (known) return known;
  const phrases = term.words.map(content).map((words) => ({ written: words.join(""), stems: words.map(stem) }));
  parsed.set(term, phrases);
  return phrases;
}

const content = (text: string): string[] => partsOf(text).filter((w) => !FILLERS.has(w));

/** The words of a text as they are written, in small letters: "$orderBy" is "orderby". */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words that a text is made of, in small letters: "TableClient.upsert" is table, client and upsert. A $ stays, for
 * $in is a name and "in" is not. */
export function partsOf(text: string): string[] {
  const apart = text.replace(/(\p{Ll}|\p{N})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$& ");
  return apart.toLowerCase().match(/\$?[\p{L}\p{N}]+/gu) ?? [];
}

/** What the forms of a word have in common: query, queries and querying. */
export function stem(word: string): string {
  const one = word.length > 3 ? word.replace(/ies$/, "y").replace(/(ch|sh|ss|x|z)es$|([^sui])s$/, "$1$2") : word;
  const verb = one.replace(/(?<=.{4})(?:ed|ing)$/, "");
  const base = verb === one ? one : verb.replace(/([bdgklmnprt])\1$/, "$1");
  return base.length > 3 ? base.replace(/e$/, "") : base;
}

/** Tells whether a text holds every word of a query, or another form of it: the index also finds words that only begin
 * alike. */
export function mentions(text: string, query: string): boolean {
  const words = new Set(wordsOf(text));
  return wordsOf(query).every((w) => {
    if (w.length < 4) return words.has(w) || words.has(`${w}s`);
    const start = w.slice(0, Math.max(4, w.length - 3));
    return words.has(w) || [...words].some((x) => x.startsWith(start));
  });
}
