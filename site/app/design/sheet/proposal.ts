// What a message becomes once it is known what was meant, and what that is found with: the names of a kind. Pure.
import { attributeNames, NUMBER, parentsOf, TIME } from "./clauses.ts";
import type { Draft, KindDraft } from "./draft.ts";
import type { Fix } from "./fixes.ts";
import type { Problem } from "./messages.ts";

/** What is different in a message. */
export type Proposal = Partial<Problem>;

/** One text in the place of another one. */
export const instead = (wrong: string, right: string): Proposal | null =>
  wrong && right && right !== wrong ? { code: "meant", names: [wrong, right] } : null;

/** A correction that takes a clause away. */
export const gone = (clause: string, field = "how"): Fix => ({ word: "", puts: [[field, clause, ""]] });

/** Words that change nothing, which can go. */
export const needless = (clause: string, field = "how"): Proposal => ({
  code: "needless",
  subject: clause,
  names: [],
  fixes: [gone(clause, field)],
});

/** A kind with the attributes of what it belongs to, as "user.mail": its questions can have them too. */
export function withAbove({ kinds }: Draft, kind: KindDraft): KindDraft {
  const above = kinds.filter((k) => parentsOf(kind).includes(k.name));
  const named = above.flatMap((k) =>
    k.attributes.filter((a) => a.name && !a.identity).map((a) => ({ ...a, name: `${k.name}.${a.name}` })),
  );
  return { ...kind, attributes: [...kind.attributes, ...named] };
}

const isOwn = (name: string): boolean => !!name && !name.includes(".");

/** Attributes whose names are among the words, whatever their case. */
export function namedIn(clause: string, kind: KindDraft): string[] {
  const words = clause.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
  return attributeNames(kind).filter((name) => words.includes(name.toLowerCase()));
}

/** The only one of a list, "" if there are several. */
export const only = (names: readonly string[]): string => (names.length === 1 ? (names[0] ?? "") : "");

/** The times of a kind, or its numbers. */
export function fitting(kind: KindDraft, times: boolean): string[] {
  const type = times ? TIME : NUMBER;
  return kind.attributes.filter((a) => isOwn(a.name) && type.test(a.type)).map((a) => a.name);
}
