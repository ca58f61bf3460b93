// Excerpts of pages that were found, without the scripts between the sentences. Pure.

/** Where a script begins and ends in the text of the index; publish/search.go writes it. */
export const EDGE = "\u2063";

/** A piece of an excerpt. */
export interface Piece {
  text: string;
  found: boolean; // it is what was searched for
}

/** Leaves a heading out of the beginning of an excerpt, for it is the link before it. */
export function withoutHead(pieces: readonly Piece[], head: string): readonly Piece[] {
  const text = pieces.map((p) => p.text).join("");
  if (!text.startsWith(head) || /^[\p{L}\p{N}]/u.test(text.slice(head.length))) return pieces;
  let left = head.length + (/^[.:?!]?\s*/.exec(text.slice(head.length))?.[0].length ?? 0);
  if (left === text.length) return pieces;
  return pieces.flatMap((p) => {
    const rest = p.text.slice(left);
    left = Math.max(0, left - p.text.length);
    return rest ? [{ ...p, text: rest }] : [];
  });
}

/** Leaves scripts out of an excerpt, if what was found is in its sentences as well. */
export function withoutScripts(pieces: readonly Piece[], content: string): Piece[] {
  const plain = pieces.map((p) => ({ ...p, text: p.text.replaceAll(EDGE, "") }));
  const at = content.indexOf(pieces.map((p) => p.text).join(""));
  if (at < 0) return plain;
  let inside = content.slice(0, at).split(EDGE).length % 2 === 0;
  const prose: Piece[] = [];
  for (const { text, found } of pieces) {
    for (const [i, part] of text.split(EDGE).entries()) {
      if (i > 0) inside = !inside;
      if (i > 0 && inside) prose.push({ text: "… ", found: false });
      if (!inside && part) prose.push({ text: part, found });
    }
  }
  return prose.some((p) => p.found) ? prose : plain;
}
