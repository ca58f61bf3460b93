// Which of some words resembles one that nobody knows. Pure.

const FAR = 2; // changes of a letter from which on a word is another word

/** Returns the nearest of the other words, null if none is near. Upper and lower case are the same. */
export function nearest(word: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = FAR + 1;
  for (const k of known) {
    const d = distance(word.toLowerCase(), k.toLowerCase());
    if (d < least && k !== word) [best, least] = [k, d];
  }
  return best;
}

/** Letters to insert, delete or change until both are equal. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
