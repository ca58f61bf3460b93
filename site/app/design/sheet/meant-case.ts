// What was probably meant by words about upper and lower case in the values of an attribute. Pure.
import type { AttributeDraft } from "./draft.ts";
import { clausesOf } from "./fixes.ts";
import { instead, needless, type Proposal } from "./proposal.ts";

const UNIQUE = /^uniq(?:ue)?\b[\s,(]*/i;
const WORDS = "any case|(?:ignore )?case[ -]?insensitive(?:ly)?|ignore ?case|no ?case|citext|ci";
const FOLDED = "(?:to_?)?(?:lower|upper)(?: ?cased?|ed)?(?:\\(\\w*\\))?";
const ANY = new RegExp(`^(?:${WORDS}|${FOLDED})\\)?$`, "i");
const EXACT = /^(?:exact case|case[ -]?sensitive(?:ly)?|cs)\)?$/i;

/** A text that is unique in any or in exact case: without unique, and of other types, case changes nothing. */
export function caseMeant(clause: string, { type, more }: AttributeDraft): Proposal | null {
  const words = clause.replace(UNIQUE, "");
  const right = ANY.test(words) ? "any case" : EXACT.test(words) ? "exact case" : "";
  if (!right) return null;
  const others = clausesOf(more).filter((c) => c !== clause);
  const unique = others.some((c) => /^unique\b/.test(c));
  const counted = others.some((c) => / values$|^(?:largest|zipf|weights)\b| %$/.test(c));
  const ofText = /^$|^(?:text|string|n?(?:var)?char|citext)/i.test(type.trim());
  if (!ofText || counted) return needless(clause, "more");
  return instead(clause, unique ? right : `unique, ${right}`);
}
