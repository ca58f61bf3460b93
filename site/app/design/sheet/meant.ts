// What was probably meant by words of a question or a write that the engine cannot read, with the names of the sheet.
// Pure.
import type { SheetMessage } from "../../engine/types.ts";
import type { AskDraft, DoDraft, Draft } from "./draft.ts";
import { clausesOf } from "./fixes.ts";
import { askMeant, periodMeant, question, relatedMeant, width } from "./meant-asks.ts";
import { ADDING, changeIn, freeMeant, othersMeant, writeMeant } from "./meant-does.ts";
import { knownMeant, ofCaller, partsMeant } from "./meant-known.ts";
import { shareMeant, spanMeant } from "./meant-numbers.ts";
import { ORDER, secondOrder } from "./meant-orders.ts";
import { instead, type Proposal, withAbove } from "./proposal.ts";

type Entry = AskDraft | DoDraft;

const UNREAD = ["unknownWord", "unknownAttribute", "cannot", "missing", "rangeOfNothing", "badNumber", "badWidth"];
const CONDITIONAL = /\b(?:if|when|unless)\b/i;
const OF_KNOWN = [
  ...UNREAD,
  "spacedValue",
  "callersValue",
  "badValue",
  "badShare",
  "badList",
  "badTime",
  "commaMissing",
];

/** What a message about the known values or the clauses of a question or a write is; null if it stays what it is. */
export function meantBy(m: SheetMessage, draft: Draft, entry: Entry, field: string): Proposal | null {
  const own = draft.kinds.find((k) => k.name === entry.kind);
  if (m.code === "duplicate" && m.names[0] === "order") return secondOrder(entry);
  if (own && m.code === "unknownKind" && field === "how") return relatedMeant(m.names[0] ?? "", draft, entry, own);
  if (!own || !OF_KNOWN.includes(m.code)) return null;
  const kind = withAbove(draft, own);
  const freed =
    "verb" in entry && m.code === "commaMissing" ? clausesOf(entry.how).find((c) => CONDITIONAL.test(c)) : "";
  if ("verb" in entry && freed) return freeMeant(freed, entry, own);
  if (field === "by") return knownMeant(m, entry, draft, kind);
  if (field === "how" && m.code === "badShare")
    return shareMeant(clausesOf(entry.how).find((c) => c === `largest ${m.subject}`) ?? "", "how", "largest ");
  const clause = field === "how" ? clauseWith(m, entry.how) : "";
  if (field === "how" && m.code === "badTime") return spanMeant(m.subject, "how");
  if (!clause || !UNREAD.includes(m.code)) return null;
  if (m.code === "missing" && m.names[0] === "width") return width(clause, kind);
  const period = periodMeant(clause, kind);
  if (period) return period;
  const parts = "verb" in entry ? null : partsMeant(clause, entry, kind);
  if (parts) return parts;
  const other =
    "verb" in entry
      ? (othersMeant(clause, entry, draft, kind) ?? writeMeant(clause, entry, kind))
      : askMeant(clause, entry, draft, kind);
  if (other) return other;
  const right = "verb" in entry ? changeIn(clause, kind, entry.verb) : question(m, clause, draft, entry, kind);
  return instead(clause, right) ?? ofCaller(clause, entry, kind);
}

/** Tells whether a write that is no update is to change a number by some amount. */
export function addsElsewhere(m: SheetMessage, { verb, how }: DoDraft): boolean {
  if (m.code === "notOfVerb") return m.names[0] === "adds";
  const clause = m.code === "unknownWord" && verb !== "update" ? clauseWith(m, how) : "";
  return ADDING.test(clause) && !/[<>]/.test(clause);
}

/** Tells whether a clause sets what a message is about to some value. */
const setTo = (clause: string, name: string): boolean =>
  /^sets? /.test(clause) && /\w=/.test(name) && clause.includes(name);

/** The clause of a field that a message is about. */
function clauseWith({ code, subject, names: [name = ""] }: SheetMessage, how: string): string {
  const clauses = clausesOf(how);
  if (code === "unknownAttribute")
    return (
      clauses.find(
        (c) => (ORDER.test(c) && c.endsWith(name)) || (name && c.startsWith(`${name} `)) || setTo(c, name),
      ) ?? ""
    );
  if (code === "missing" && name !== "width")
    return clauses.find((c) => /^(?:adds?|at most)\b/.test(c) && c.endsWith(subject)) ?? "";
  return clauses.find((c) => c.includes(subject)) ?? "";
}
