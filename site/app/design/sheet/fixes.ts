// What one press writes into the fields of an entry, in the place of words that cannot be read. Pure.

/** A field of an entry, words that it has, and those that take their place: without new words the clause goes, without
 * old ones the new words are added. */
export type Put = readonly [field: string, wrong: string, right: string];

/** A correction: what its button says, and what it writes. */
export interface Fix {
  word: string;
  puts: readonly Put[];
}

/** The text of a field after a correction. */
export function textAfter(text: string, [field, wrong, right]: Put): string {
  if (!wrong) return text.trim() ? `${text.trim()}${field === "by" ? " and " : ", "}${right}` : right;
  if (right) return text.replace(wrong, () => right);
  const clauses = clausesOf(text);
  return clauses.includes(wrong) ? clauses.filter((c) => c !== wrong).join(", ") : text.replace(wrong, "").trim();
}

/** The clauses of a field: what is between its commas and semicolons, but for those in brackets. */
export const clausesOf = (text: string): string[] => text.split(/[,;](?![^([{]*[)\]}])/).map((c) => c.trim());
