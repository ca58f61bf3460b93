// What was probably meant by known values of a question or a write, where they are written as conditions. Pure.
import type { SheetMessage } from "../../engine/types.ts";
import { attributeNames, parentsOf } from "./clauses.ts";
import { type Condition, conditionsIn, isAbsence, isFixed, knownText, rangesText } from "./conditions.ts";
import type { AskDraft, DoDraft, KindDraft } from "./draft.ts";
import type { Fix, Put } from "./fixes.ts";
import { gone, instead, needless, type Proposal } from "./proposal.ts";

type Entry = AskDraft | DoDraft;

/** Known values that are written as conditions. */
export function knownMeant(m: SheetMessage, entry: Entry, kind: KindDraft): Proposal | null {
  const by = entry.by.trim();
  if (isAbsence(by)) return { code: "cannot", subject: by, names: ["not"] };
  if (/^(?:all|everything|any|nothing|none|-)$/i.test(by)) return needless(by, "by");
  const list = conditionsIn(by, kind);
  if (!list) return instead(by, known(m, by, kind));
  const ranges = list.filter(isRange);
  const names = list.filter((c) => !isRange(c));
  const [alone, fixed] = both(names);
  const before: Put[] = [["by", by, alone]];
  if (ranges.length) {
    const range = rangesText(ranges, kind);
    return parted(by, alone, range, [...before, ["how", "", range]]);
  }
  if (alone === fixed) return alone === by ? null : instead(by, alone);
  const fixes = [alone, fixed].map((word): Fix => ({ word, puts: [["by", by, word]] }));
  return { code: "eitherValue", subject: by, names: [alone, fixed], fixes: ordered(fixes, names, kind) };
}

/** A clause that says what the caller knows, which belongs to another field. */
export function ofCaller(clause: string, entry: Entry, kind: KindDraft): Proposal | null {
  const list = isAbsence(clause) ? null : conditionsIn(clause, kind);
  if (!list || ("verb" in entry && list.every((c) => !c.sign))) return null;
  const there = conditionsIn(entry.by, kind)?.map((c) => c.name) ?? [];
  const names = list.filter((c) => !isRange(c) && !there.includes(c.name));
  const range = rangesText(list.filter(isRange), kind);
  const [alone, fixed] = both(names);
  if (!names.length)
    return range ? instead(clause, range) : { code: "knownTwice", subject: clause, fixes: [gone(clause)] };
  const moved = (word: string): Fix => ({
    word,
    puts: [
      ["how", clause, range],
      ["by", "", word],
    ],
  });
  if (range) return parted(clause, alone, range, moved(alone).puts);
  if (alone === fixed) return { code: "callersValue", subject: clause, names: [alone], fixes: [moved(alone)] };
  const fixes = ordered([moved(alone), moved(fixed)], names, kind);
  return { code: "eitherValue", subject: clause, names: [alone, fixed], fixes };
}

const isRange = ({ sign }: Condition): boolean => sign === "<" || sign === ">" || sign === "between";

/** What the caller knows as names alone, and with the values that were written. */
const both = (list: readonly Condition[]) => [knownText(list, () => false), knownText(list, () => true)] as const;

/** What was probably meant comes first: a value that is the same in every call, if the sheet has it. */
const ordered = (fixes: Fix[], list: readonly Condition[], kind: KindDraft): Fix[] =>
  list.some((c) => c.value && isFixed(c, kind)) ? fixes.reverse() : fixes;

const parted = (subject: string, alone: string, range: string, puts: readonly Put[]): Proposal => ({
  code: alone ? "parted" : "rangeElsewhere",
  subject,
  names: alone ? [alone, range] : [range],
  fixes: [{ word: [alone, range].filter(Boolean).join(", "), puts }],
});

/** Names that the sheet has, of words where one of them is none. */
function known({ code }: SheetMessage, by: string, kind: KindDraft): string {
  const names = [...parentsOf(kind), ...attributeNames(kind)];
  const words = by.split(/[\s,]+/);
  if (/^(?:(?:the|its|his|her|an) )?(?:primary key|pk|id|key|identity)$/i.test(by))
    return kind.attributes
      .filter((a) => a.identity)
      .map((a) => a.name)
      .join(" and ");
  if (code !== "unknownWord" || /[=(]|\bin\b/.test(by)) return "";
  return names.filter((name) => words.includes(name)).join(" and ");
}
