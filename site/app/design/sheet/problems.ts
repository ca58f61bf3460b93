// At which field a mistake of a sheet is, and what it is once it is known what was meant. The engine gives codes,
// names, numbers and paths (engine/sheet/message.go). Pure.
import type { SheetMessage } from "../../engine/types.ts";
import { conditionsIn, isAbsence } from "./conditions.ts";
import { ASSUMED, type AskDraft, type DoDraft, type Draft, type KindDraft, lostIdentity } from "./draft.ts";
import { actionsOf, examplesOf } from "./examples.ts";
import { addsElsewhere, meantBy } from "./meant.ts";
import { fieldMeant, rateInWords } from "./meant-fields.ts";
import { isCalculated } from "./meant-known.ts";
import { ORDER } from "./meant-orders.ts";
import { valueMeant } from "./meant-values.ts";
import { MISTYPED, type Problem, sentenceOf } from "./messages.ts";
import { instead, type Proposal, withAbove } from "./proposal.ts";

const RATES = ["badRate", "shareWithoutTotal", "notAboveZero"];
const KNOWN = [
  "unknownAttribute",
  "unknownValue",
  "signedOrder",
  "insertBy",
  "badValue",
  "notTime",
  "commaMissing",
  "spacedValue",
  "callersValue",
];
const LIMITS = ["badLimit", "impossibleBudget"];

// Codes of messages whose subject is what was written.
const WRITTEN = [
  "unknownWord",
  "cannot",
  "commaMissing",
  "spacedValue",
  "callersValue",
  "notAboveZero",
  "badNumber",
  "badRate",
  "badTime",
  "badWidth",
  "badList",
  "badShare",
  "badWeights",
  "badLimit",
  "badValue",
  "rangeOfNothing",
];

/** Finds the field: the one that has the wrong words, or is for what is missing. Parts of what a form has as a line
 * are said about the line. */
export function problemOf(m: SheetMessage, draft: Draft): Problem {
  const path = /^\/(?:entities\/\d+(?:\/attributes\/\d+)?|(?:asks|does|together|designs)\/\d+)/.exec(m.path)?.[0] ?? "";
  if (m.code === "shares" && !path) return ofShares(m, draft);
  const entry = entryAt(draft, path);
  if (m.code === "noIdentity" && entry && "kept" in entry && lostIdentity(entry as KindDraft))
    return { ...m, code: "identityGone", names: [ASSUMED], path, field: "name" };
  if (!isShort(entry)) return { ...m, path, field: fieldWith(entry, writtenIn(m)) || fieldOf(m, path) };
  const rate = isAsk(entry) && rateInWords(entry);
  if (rate) return { ...m, path, field: "n", ...rate };
  const written = fieldWith(entry, writtenIn(m));
  const field =
    (isAsk(entry) && (clauseField(m, entry) || conditionField(m, draft, entry, written))) ||
    kindField(m, entry) ||
    written ||
    fieldOf(m, path);
  if (isAsk(entry) && !entry.kind && /^(?:by|how|kind)$/.test(field))
    return { ...m, code: "missing", subject: entry.name, names: ["kind"], path, field: "kind" };
  const same = m.code === "unknownWord" && m.subject.split(" ")[0] === m.names[0] && m.subject !== m.names[0];
  const names = setting(m, entry, draft) ? [`sets ${m.subject}`] : same ? [""] : m.names;
  const said = { ...m, names, path, field };
  const meant = (entry && fieldMeant(m, draft, entry, field)) ?? valueMeant(m, draft, path, field);
  if (!isAsk(entry)) return { ...said, ...meant, ...(field === "writes" ? { examples: actionsOf(draft) } : {}) };
  const examples = examplesOf(draft, entry);
  const all = { ...said, ...(meant ?? inWords(m, draft, entry, field)) };
  const other = all.code === "cannot" && otherPattern(all.names[0] ?? "", examples);
  const adds = adding(all.code, all.subject, all.names, draft);
  return { ...all, ...adds, ...(other ? { names: [other] } : {}), examples: { ...examples, ...all.examples } };
}

/** The attribute that a kind of the sheet lacks, unless it has one of a similar name. */
function adding(code: string, subject: string, [name = "", near]: readonly string[], { kinds }: Draft): Proposal {
  const there = kinds.some((k) => k.name && k.name === subject);
  if (code !== "unknownAttribute" || near || !there || !/^[A-Za-z_]\w*$/.test(name)) return {};
  return { adds: { kind: subject, name } };
}

/** Shares of all requests, which are said where the last of them is. */
function ofShares(m: SheetMessage, { asks, does }: Draft): Problem {
  const rates = [
    ...asks.map((a, i) => ({ ...a, path: `/asks/${i}` })),
    ...does.map((a, i) => ({ ...a, path: `/does/${i}` })),
  ];
  const last = rates.findLast(({ n, per }) => per === "%" || /%\s*$/.test(n));
  return { ...m, path: last?.path ?? "", field: last ? "n" : fieldOf(m, "") };
}

/** A pattern for which the sheet has what its sentence shows. */
function otherPattern(pattern: string, { list, keeper }: Record<string, string>): string {
  if (pattern === "join" && list) return "joinList";
  return pattern === "aggregate" && keeper ? "aggregateKept" : "";
}

const LONGEST = 500; // characters of a field of which it is asked what was meant

const isShort = (entry: object | undefined): boolean =>
  Object.values(entry ?? {}).every((text) => typeof text !== "string" || text.length <= LONGEST);

const ofClauses = /^(?:order|top|wants|with|asked|range|sets|adds|for each|at most|largest|if)$/;

/** The field of a clause that lacks its attribute, or has another word in its place. */
function clauseField({ code, subject, names: [name = ""] }: SheetMessage, entry: AskDraft): string {
  const { how } = entry;
  if (code === "duplicate" && name !== entry.name) return ofClauses.test(name) ? "how" : "";
  if (code === "badWidth" && how.includes(subject)) return "how"; // which may be the name of the kind
  const clauses = how.split(",").map((c) => c.trim());
  const ends = (words: RegExp, end: string) => clauses.some((c) => words.test(c) && c.endsWith(end));
  const order = code === "unknownAttribute" && ends(ORDER, name);
  return order || (code === "missing" && name === "attribute" && ends(/^(?:sets|adds|wants)\b/, subject)) ? "how" : "";
}

/** The field of known values, of a message whose words are no longer as they were typed there. */
function conditionField(m: SheetMessage, draft: Draft, entry: AskDraft | DoDraft, written?: string): string {
  const kind = draft.kinds.find((k) => k.name === entry.kind);
  const unread = !written && kind && /^(?:cannot|unknownWord)$/.test(m.code);
  return unread && knowing(entry.by, withAbove(draft, kind)) ? "by" : "";
}

const knowing = (by: string, kind: KindDraft): boolean => !!conditionsIn(by, kind) || isAbsence(by) || isCalculated(by);

/** The field of a kind: of growth, which may have the same word as another one, or of a share, whose words the engine
 * may leave out. */
function kindField({ code, subject }: SheetMessage, entry: object | undefined): string {
  if (code !== "unknownWord" || !entry || !("grows" in entry)) return "";
  return entry.grows === subject ? "grows" : /^largest /.test(subject) ? "largest" : "";
}

const isAsk = (entry: object | undefined): entry is AskDraft | DoDraft => !!entry && "how" in entry;

/** What a message about a question or a write is instead, if it is known what was meant. */
function inWords(m: SheetMessage, draft: Draft, entry: AskDraft | DoDraft, field: string): Proposal {
  if ("verb" in entry && addsElsewhere(m, entry))
    return { code: "notOfVerb", subject: entry.name, names: ["adds", entry.verb, "update"] };
  return kindMeant(m, draft, entry) ?? meantBy(m, draft, entry, field) ?? {};
}

/** The kind after a word of a sentence, as in "insert into order". */
function kindMeant({ code, subject }: SheetMessage, { kinds }: Draft, { kind }: AskDraft): Proposal | null {
  const [, name = ""] = /^(?:an?|all|each|every|from|in|into|new|one|the|to)\s+(\S+)$/i.exec(kind) ?? [];
  if (code !== "unknownWord" || !name || subject !== name) return null;
  const there = kinds.some((k) => k.name === name);
  return { field: "kind", ...(there ? instead(kind, name) : { code: "unknownKind", names: [name, ""] }) };
}

/** Tells whether an update says only the name of an attribute, which it probably sets. */
function setting({ code, subject, names }: SheetMessage, entry: object | undefined, draft: Draft): boolean {
  const of = entry && "verb" in entry && "kind" in entry && entry.verb === "update" ? entry.kind : "";
  const kind = draft.kinds.find((k) => k.name === of);
  return code === "unknownWord" && !names[0] && !!kind?.attributes.some((a) => a.name === subject);
}

/** The words of a message that one of the fields has; the name of a setting is that of its field. */
function writtenIn({ code, subject, names }: SheetMessage): string {
  if (WRITTEN.includes(code)) return (MISTYPED.includes(code) && names[0]) || subject;
  return /^(?:unknownAttribute|unknownKind|unknownValue|notTime)$/.test(code) ? (names[0] ?? "") : "";
}

/** The part of the sheet at a path. */
function entryAt(draft: Draft, path: string): object | undefined {
  const [, list, n, , m] = path.split("/");
  if (list === "entities") return m ? draft.kinds[Number(n)]?.attributes[Number(m)] : draft.kinds[Number(n)];
  if (list === "asks" || list === "does" || list === "together") return draft[list][Number(n)];
  return list ? undefined : draft.settings;
}

/** The field that has some words; the name of an entry may be any. */
function fieldWith(entry: object | undefined, words: string): string | undefined {
  if (!words) return undefined;
  const fields = Object.entries(entry ?? {}).filter(([name, text]) => name !== "name" && typeof text === "string");
  const whole = fields.find(([, text]) => text === words || text.split(/[\s,]+/).includes(words));
  return (whole ?? fields.find(([, text]) => text.includes(words)))?.[0];
}

function fieldOf(m: SheetMessage, path: string): string {
  if (/^\/(asks|does)/.test(path)) {
    if (m.code === "missing") return MISSING[m.names[0] ?? ""] ?? "how";
    if (RATES.includes(m.code)) return "n";
    if (LIMITS.includes(m.code)) return "limits";
    if (m.code === "unknownKind") return "kind";
    if (m.code === "badName" || m.code === "reserved" || m.code === "duplicate") return "name";
    return KNOWN.includes(m.code) && m.names.length ? "by" : "how";
  }
  if (path.includes("/attributes/")) return /Name|Property|reserved|duplicate/.test(m.code) ? "name" : "more";
  if (path.startsWith("/together/")) return m.code === "badName" ? "name" : "writes";
  if (path.startsWith("/entities/"))
    return /Number|missing|Rate|notAbove/.test(m.code) ? "n" : m.code === "badTime" ? "kept" : "name";
  return path ? "name" : (m.code === "outOfRange" && m.names[0]) || "peak";
}

// The field of a question or a write for what is missing.
const MISSING: Record<string, string> = { kind: "kind", verb: "verb", value: "by", attribute: "by" };

/** The problems that are worth saying: once for each field, and not what follows from a kind that belongs to nothing
 * because what it belongs to cannot be read. */
export function worthSaying(problems: readonly Problem[], { kinds }: Draft): Problem[] {
  const key = (p: Problem) => [p.path, p.field, sentenceOf(p)].join("|");
  const orphans = problems.filter((p) => p.field === "of").map((p) => kinds[Number(p.path.split("/")[2])]?.name);
  return problems
    .filter((p, i) => problems.findIndex((o) => key(o) === key(p)) === i)
    .filter((p) => p.code !== "duplicate" || p.names[0] !== "") // each of them is said to have no name
    .filter((p) => p.field === "of" || !/^(?:unknownAttribute|meant)$/.test(p.code) || !orphans.includes(p.subject));
}
