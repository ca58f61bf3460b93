// Numbers as many countries write them: 1.234,56. Which of a comma and a point parts thousands nobody can tell from
// one number, so they are numbers only where a reader says so. Pure.

const COMMA = /^[+-]?(?:\d{1,3}(?:[. \u00a0\u202f]\d{3})+|\d+)(?:,\d+)?$/;

/** Tells whether a text can be a number with a decimal comma; one without a fraction can be one, too. */
export function canHaveComma(text: string): boolean {
  return COMMA.test(text);
}

/** Writes such a number with a decimal point. */
export function withPoint(text: string): string {
  return canHaveComma(text) ? text.replaceAll(/[. \u00a0\u202f]/g, "").replace(",", ".") : text;
}
