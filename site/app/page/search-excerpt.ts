// Excerpts of pages that were found, without the scripts between the sentences. Pure.

/** Where a script begins and ends in the text of the index; publish/search.go writes it. */
export const EDGE = "\u2063";

/** A piece of an excerpt. */
export interface Piece {
  text: string;
  found: boolean; // it is what was searched for
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
