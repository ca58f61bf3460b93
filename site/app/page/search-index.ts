// What the index over the finished pages finds for a query, and how it goes on if no page has all of its words. Pure.
import { mentions, partsOf, wordsOf } from "./search-terms.ts";

interface SubResult {
  title: string;
  url: string;
  excerpt: string;
}

export interface Page {
  url: string;
  excerpt: string; // escaped HTML with <mark>
  content: string; // the whole text
  meta: Record<string, string>;
  sub_results: SubResult[];
}

/** Pages with all words. If there are none, those with the most of them, and the words that no page has. */
export interface Found {
  pages: readonly Page[];
  all: boolean;
  unknown: readonly string[];
}

interface Results {
  results: { data(): Promise<Page> }[];
}

export interface Index {
  options(o: { baseUrl: string; excerptLength: number }): Promise<void>;
  search(query: string): Promise<Results>;
}

/**
 * Asks for what is typed as it is typed: for one text at a time, then for the newest, if it is another one. What asks
 * is told when its text is no longer the newest.
 */
export function asOneTypes(
  ask: (text: string, isOld: () => boolean) => Promise<void>,
): (text: string) => Promise<void> {
  let newest: string | null = null;
  let asking = false;
  return async (text) => {
    newest = text;
    if (asking) return;
    asking = true;
    for (let next: string | null = text; next !== null; next = newest) {
      newest = null;
      await ask(next, () => newest !== null);
    }
    asking = false;
  };
}

export const SHOWN = 20; // pages
const SHORT = 4; // letters: with fewer, most pages have a word that begins so
const MANY = 400; // pages, about as many as the site has

/** Asks the index for a query, and answers null if that has become old before its pages were read. */
export async function search(query: string, index: Index, isOld = () => false): Promise<Found | null> {
  const words = query.replace(/[=+]|(?<![\p{L}\p{N}])\$/gu, " ").trim(); // the index knows $filter as filter
  const answer = await index.search(words.length < SHORT ? `"${words}"` : words);
  if (isOld()) return null;
  const pages = await mentioning(answer, words);
  if (pages.length === 0) return isOld() ? null : someOf(words, index);
  const later = (p: Page) => Number(!mentions(p.meta.title ?? "", words));
  return { pages: pages.sort((a, b) => later(a) - later(b)), all: true, unknown: [] };
}

async function mentioning(answer: Results, words: string): Promise<Page[]> {
  const best = await Promise.all(answer.results.slice(0, SHOWN).map((r) => r.data()));
  return best.filter((p) => mentions(p.content, words));
}

/** Asks for each word by itself, and for the parts of a name in camel case that no page has. Pages with the most words
 * come first, and a rare word counts for more. */
async function someOf(query: string, index: Index): Promise<Found> {
  const ask = async (word: string) => {
    const answer = await index.search(word);
    return { word, weight: Math.log(1 + MANY / answer.results.length), pages: await mentioning(answer, word) };
  };
  const words = [...new Set(query.split(/\s+/))].filter((w) => wordsOf(w).length > 0);
  const answers = await Promise.all(words.map(ask));
  const unknown = answers.filter((a) => a.pages.length === 0).map((a) => a.word);
  const parts = unknown.map(partsOf).flatMap((p) => (p.length > 1 ? p.filter((w) => w.length > 2) : []));
  const scores = new Map<string, { page: Page; score: number }>();
  for (const { word, weight, pages } of answers.concat(await Promise.all(parts.map(ask))))
    for (const page of pages) {
      const score = mentions(page.meta.title ?? "", word) ? 2 * weight : weight;
      scores.set(page.url, { page, score: score + (scores.get(page.url)?.score ?? 0) });
    }
  const best = [...scores.values()].sort((a, b) => b.score - a.score).slice(0, SHOWN);
  return { pages: best.map((s) => s.page), all: false, unknown };
}
