// Finding a title by a few letters. Pure.

export interface Match {
  score: number; // more is better
  marks: [from: number, to: number][]; // what of the title the query is, in order
}

/** Looks for each word of a query in a title: at the beginning of a word, inside of one, or as letters in their
 * order. */
export function match(query: string, title: string): Match | null {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const text = fold(title);
  const found = words.map((word) => best(word, text));
  if (found.includes(null)) return null;
  const all = found as Match[];
  const score = all.reduce((sum, m) => sum + m.score, 0) - title.length / 1000; // of two, the shorter
  return { score, marks: joined(all.flatMap((m) => m.marks)) };
}

/** Small letters without accents, one for each of the title's. */
function fold(s: string): string {
  return [...s].map((c) => (c.normalize("NFD")[0] ?? c).toLowerCase().padEnd(c.length).slice(0, c.length)).join("");
}

function best(word: string, text: string): Match | null {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return one(at === 0 ? 4 : 3, at, word);
  }
  const at = text.indexOf(word);
  if (at >= 0) return one(2, at, word);
  return word.length > 3 ? scattered(word, text) : null;
}

const one = (score: number, at: number, word: string): Match => ({ score, marks: [[at, at + word.length]] });

/** Letters in their order, each at most a few letters behind the one before; the first begins a word. */
function scattered(word: string, text: string): Match | null {
  const marks: [number, number][] = [];
  let at = -1;
  for (const letter of word) {
    const next = at < 0 ? beginning(letter, text) : text.indexOf(letter, at + 1);
    if (next < 0 || (at >= 0 && next - at > GAP)) return null;
    marks.push([next, next + letter.length]);
    at = next;
  }
  return { score: 1 - marks.length / 100, marks };
}

const GAP = 6;

function beginning(letter: string, text: string): number {
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return at;
  return -1;
}

/** Sorted, without overlaps. */
function joined(marks: [number, number][]): [number, number][] {
  const out: [number, number][] = [];
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

/** Cuts a title at its marks: even pieces are not marked, odd ones are. */
export function cut(title: string, marks: readonly (readonly [number, number])[]): string[] {
  const out: string[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    out.push(title.slice(at, from), title.slice(from, to));
    at = to;
  }
  return [...out, title.slice(at)];
}
