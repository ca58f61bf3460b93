// Which mistakes are said: not those of the entry that somebody is still typing, but of all others, and of words in a
// field of it that was left; and what was said once stays until it is corrected.
import type { Problem } from "./messages.ts";

// What an entry may lack only because it is not complete yet.
const WAITING = [
  "noIdentity",
  "identityGone",
  "identityTooSmall",
  "valuesAssumed",
  "partAssumed",
  "shares",
  "shareWithoutTotal",
  "contradiction",
  "impossibleBudget",
  "missing",
  "cycle",
  "insertBy",
  "noRate",
];

/** Tells whether a problem is shown: its entry is, or its field was left with words that are wrong. */
export const isShown = (p: Problem, shown: ReadonlySet<string>): boolean => shown.has(p.path) || shown.has(fieldOf(p));

const fieldOf = ({ path, field }: Problem): string => `sheet${path.replaceAll("/", "-")}-${field}`; // as fields.ts

/** The paths whose problems are shown from now on, and the fields. Fields begin with "sheet" and their path
 * (fields.ts). */
export function shownPaths(
  problems: readonly Problem[],
  before: ReadonlySet<string>,
  focused: Element | null,
): ReadonlySet<string> {
  const typing = focused?.id ?? "";
  const paths = new Set(problems.map((p) => p.path));
  const words = problems.filter((p) => !p.note && p.subject && !WAITING.includes(p.code)).map(fieldOf);
  return new Set([
    ...[...paths].filter((path) => before.has(path) || !within(typing, path)),
    ...words.filter((id) => before.has(id) || id !== typing),
  ]);
}

/** Tells whether a field, or the button that adds one, belongs to an entry or to a part of it. The sheet as a whole
 * has its own settings, and the rates that have to be all of it. */
function within(id: string, path: string): boolean {
  if (!path) return /^sheet-(?:[a-z]+|(?:asks|does)-\d+-(?:n|per))$/.test(id);
  return id.startsWith(`sheet${path.replaceAll("/", "-")}-`);
}
