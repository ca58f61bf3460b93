// Which mistakes are said: not those of the entry that somebody is still typing, but of all others; and what was said
// once stays until it is corrected.
import type { Problem } from "./messages.ts";

/** The paths whose problems are shown from now on. Fields begin with "sheet" and their path (fields.ts). */
export function shownPaths(
  problems: readonly Problem[],
  before: ReadonlySet<string>,
  focused: Element | null,
): ReadonlySet<string> {
  const typing = focused?.id ?? "";
  const paths = new Set(problems.map((p) => p.path));
  return new Set([...paths].filter((path) => before.has(path) || !within(typing, path)));
}

/** Tells whether a field, or the button that adds one, belongs to an entry or to a part of it. The sheet as a whole
 * has its own settings, and the rates that have to be all of it. */
function within(id: string, path: string): boolean {
  if (!path) return /^sheet-(?:[a-z]+|(?:asks|does)-\d+-(?:n|per))$/.test(id);
  return id.startsWith(`sheet${path.replaceAll("/", "-")}-`);
}
