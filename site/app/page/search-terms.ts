// What people from elsewhere call things, as the search page lists it, and which of it a query means.

export interface Term {
  words: readonly string[]; // phrases: "create table"
  say: string;
  pages: readonly { url: string; title: string; about: string }[];
}

/** Reads the list of the search page. */
export function termsIn(place: ParentNode): Term[] {
  return [...place.querySelectorAll<HTMLElement>("[data-words]")].map((e) => ({
    words: (e.dataset.words ?? "").split("|"),
    say: e.querySelector("p")?.textContent ?? "",
    pages: [...e.querySelectorAll("a")].map((a) => ({
      url: a.href,
      title: a.textContent ?? "",
      about: a.dataset.about ?? "",
    })),
  }));
}

/** The term that a query means, null if it means none: the one with the longest phrase in it. */
export function termFor(query: string, terms: readonly Term[]): Term | null {
  const asked = ` ${wordsOf(query).join(" ")} `;
  let best: Term | null = null;
  let length = 0;
  for (const term of terms)
    for (const phrase of term.words) {
      if (phrase.length <= length || !asked.includes(` ${wordsOf(phrase).join(" ")} `)) continue;
      best = term;
      length = phrase.length;
    }
  return best;
}

/** Tells whether a text holds every word of a query, or another form of it: the index also finds words that only begin
 * alike. */
export function mentions(text: string, query: string): boolean {
  const words = new Set(wordsOf(text));
  return wordsOf(query).every((w) => {
    const stem = w.slice(0, Math.max(4, w.length - 3));
    return words.has(w) || [...words].some((x) => x.startsWith(stem));
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
