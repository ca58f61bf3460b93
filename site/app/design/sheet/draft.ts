// A sheet as the form holds it: the words of each field as they were typed, right or wrong. The text form is written
// from it and read into it; what the words mean is for the engine alone (engine/sheet).

export interface Draft {
  name: string;
  settings: Settings;
  kinds: KindDraft[];
  asks: AskDraft[];
  does: DoDraft[];
  together: TogetherDraft[];
  designs: DesignDraft[];
}

/** Settings of the whole sheet; "" is what nobody entered. */
export interface Settings {
  peak: string;
  headroom: string;
  horizon: string;
  total: string;
  prices: string; // "0.0004 transactions and 0.05 storage in EUR"
  order: string;
  present: string; // the design that there is now
  limits: string; // of the whole sheet: "month <= 100, workflows <= 0"
}

/** A number and its unit: "50 million" and "day". The unit is "" for a number in all, "%" for a share. */
export interface AmountDraft {
  n: string;
  per: string;
}

export interface KindDraft extends AmountDraft {
  name: string;
  of: string;
  largest: string;
  kept: string;
  grows: string;
  attributes: AttributeDraft[];
}

export interface AttributeDraft {
  name: string;
  type: string;
  identity: boolean;
  more: string; // values, skew and the rest
}

/** The word for an attribute that identifies, which people write among its values: the form has a box for it. */
const IDENTITY = /(?:^|,)\s*identity\s*(?=,|$)/;

/** Tells whether an attribute identifies: its box is ticked, or the word for it stands among its values. */
export const identifies = (a: AttributeDraft): boolean => a.identity || IDENTITY.test(a.more);

/** What is said of the values of an attribute, without the word that its box is for. */
export const withoutIdentity = (more: string): string =>
  IDENTITY.test(more)
    ? joined(
        more
          .split(",")
          .map((c) => c.trim())
          .filter((c) => c !== "identity"),
      )
    : more;

export interface AskDraft extends AmountDraft {
  name: string;
  kind: string;
  by: string;
  how: string; // the other clauses
  limits: string;
}

export interface DoDraft extends AskDraft {
  verb: string;
}

export interface TogetherDraft {
  name: string;
  writes: string;
}

export interface DesignDraft {
  name: string;
  stores: string[]; // as the text form has them after @keys
}

const SETTINGS = ["peak", "headroom", "horizon", "total", "prices", "order", "present"] as const;
const KIND_OPTIONS = ["largest", "kept", "grows"] as const;

export const NO_SETTINGS: Settings = {
  peak: "",
  headroom: "",
  horizon: "",
  total: "",
  prices: "",
  order: "",
  present: "",
  limits: "",
};

/** A sheet with nothing on it but a name. */
export function emptyDraft(name: string): Draft {
  return { name, settings: { ...NO_SETTINGS }, kinds: [], asks: [], does: [], together: [], designs: [] };
}

/** A question of which nothing is known yet. Its rate is what the engine assumes, in the unit that it assumes. */
export const newAsk = (kind: string): AskDraft => ({ name: "", n: "", per: "s", kind, by: "", how: "", limits: "" });

/** Such a write. */
export const newDo = (kind: string): DoDraft => ({ ...newAsk(kind), verb: "insert" });

/** The kind of the next question or write: that of the one before, or the last one. */
export function kindToAsk(draft: Draft, list: "asks" | "does"): string {
  const named = draft.kinds.map((k) => k.name).filter(Boolean);
  const before = draft[list].at(-1)?.kind ?? "";
  return named.includes(before) ? before : (named.at(-1) ?? "");
}

/** The name of a kind that is its own, while it has none or that of another one because it is being typed. */
const called = new WeakMap<KindDraft, string>();

/** Names a kind. Its questions and writes keep to it; those of no kind get the only one. */
export function nameKind({ kinds, asks, does }: Draft, kind: KindDraft, name: string): void {
  const before = called.get(kind) ?? kind.name;
  const others = kinds.filter((k) => k !== kind).map((k) => k.name);
  kind.name = name;
  called.set(kind, before);
  if (!name || others.includes(name)) return;
  called.set(kind, name);
  const follows = before ? !others.includes(before) : !others.length;
  for (const a of [...asks, ...does]) if (follows && a.kind === before) a.kind = name;
}

/** The name of the identity that a kind has without attributes. */
export const ASSUMED = "id"; // as engine/sheet

/** Adds an attribute to a kind. The first one keeps the identity that was assumed. */
export function withAttribute({ kinds, does }: Draft, kind: string, name: string): void {
  const k = kinds.find((o) => o.name === kind);
  const identity = k && !k.attributes.length && !k.of.includes(",");
  if (identity) k.attributes.push({ name: ASSUMED, type: "", identity: true, more: "" });
  const added = does.some((d) => d.kind === kind && new RegExp(`\\badds \\S+ to ${name}\\s*(?:,|$)`).test(d.how));
  k?.attributes.push({ name, type: added ? "int" : "", identity: false, more: "" });
}

/** Tells whether an identity that was assumed is gone with the first attribute, and could come back. */
export const lostIdentity = ({ attributes, of }: KindDraft): boolean =>
  attributes.length > 0 &&
  !of.includes(",") &&
  !attributes.some((a) => identifies(a) || a.name.trim().toLowerCase() === ASSUMED);

/** Tells whether nothing was typed into an entry, or into one of its parts. */
export function isUntouched(draft: Draft, path: string): boolean {
  const [, list, n, , m] = path.split("/");
  const i = Number(n);
  if (list === "asks" || list === "does") {
    const a = draft[list][i];
    return !!a && ![a.name, a.n, a.by, a.how, a.limits].some(Boolean);
  }
  const kind = list === "entities" ? draft.kinds[i] : undefined;
  const a = m ? kind?.attributes[Number(m)] : undefined;
  if (m) return !!a && ![a.name, a.type, a.more].some(Boolean) && !a.identity;
  return !!kind && ![kind.name, kind.n, kind.of, kind.kept, kind.grows].some(Boolean) && !kind.attributes.length;
}

/** Reads the text form. What no field can hold is left out, as the engine's own writer does. */
export function draftOf(text: string): Draft {
  const draft = emptyDraft(UNTITLED);
  let title = "";
  let fresh = true; // the next line @keys begins a design
  let request = false; // the block has one, whose lines are not those of a sheet
  for (const line of text.split("\n").map((l) => l.trim())) {
    if (line.startsWith("###")) {
      title = line.replace(/^#+\s*/, "");
      fresh = true;
      request = false;
    }
    const [, word, rest = ""] = COMMENT.exec(line) ?? (request ? null : BARE.exec(line)) ?? [];
    request ||= METHOD.test(line);
    if (word === "keys" && fresh)
      draft.designs.push({ name: title || `Design ${letterOf(draft.designs.length)}`, stores: [] });
    if (word === "keys") fresh = false;
    if (word) readLine(draft, word, rest.trim());
  }
  return draft;
}

const letterOf = (i: number): string => String.fromCharCode(65 + i);

const UNTITLED = "my sheet"; // as engine/sheet, of a text without the line that names it
const COMMENT = /^(?:#|\/\/)\s*@(\w+)\s*(.*)$/;
const BARE = /^@?(sheet|entity|attribute|ask|do|together|keys) +(?!=)(.*)$/;
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|MERGE|DELETE) /;

function readLine(draft: Draft, word: string, rest: string): void {
  if (word === "sheet") readSheet(draft, rest);
  else if (word === "entity") draft.kinds.push(kindOf(fieldsOf(rest)));
  else if (word === "attribute") readAttribute(draft, fieldsOf(rest));
  else if (word === "ask") draft.asks.push(askOf(rest, draft));
  else if (word === "do") draft.does.push(doOf(rest, draft));
  else if (word === "together") draft.together.push(togetherOf(fieldsOf(rest)));
  else if (word === "keys") draft.designs.at(-1)?.stores.push(rest);
}

/** Fields between commas, but for those of a list in parentheses. */
const fieldsOf = (text: string): string[] => text.split(/,(?![^(]*\))/).map((f) => f.trim());

const joined = (parts: readonly string[]): string => parts.filter(Boolean).join(", ");

function readSheet(draft: Draft, rest: string): void {
  const [name = "", ...settings] = fieldsOf(rest);
  draft.name = name;
  const limits: string[] = [];
  for (const s of settings) {
    const known = SETTINGS.find((word) => s.startsWith(`${word} `));
    if (known) draft.settings[known] = s.slice(known.length).trim();
    else limits.push(s);
  }
  draft.settings.limits = joined(limits);
}

function kindOf([name = "", amount = "", ...options]: string[]): KindDraft {
  const [, n = "", of = ""] = /^(.*?)(?:(?:^|\s)of\s+(.*))?$/.exec(amount) ?? [];
  const kind: KindDraft = { name, ...amountOf(n), of, largest: "", kept: "", grows: "", attributes: [] };
  for (const o of options) {
    const word = KIND_OPTIONS.find((w) => o.startsWith(`${w} `));
    if (word) kind[word] = joined([kind[word], o.slice(word.length).trim()]);
  }
  return kind;
}

function amountOf(text: string): AmountDraft {
  const share = /^(.*?)\s*%$/.exec(text);
  if (share) return { n: share[1] ?? "", per: "%" };
  const [n = "", per = ""] = text.split("/");
  return { n: grouped(n.trim()), per: per.trim() };
}

/** Long numbers are shown in groups of three digits, as people write them. */
function grouped(n: string): string {
  return /^\d{5,}$/.test(n) ? n.replaceAll(/\B(?=(?:\d{3})+$)/g, ",") : n;
}

/** What can be said of an attribute beside its type, which comes first. */
const FLAG = /^(?:identity|changes|signed|even|any case|exact case)$/;
const OPTION = /^(?:(?:unique|follows|largest|zipf|weights)\b|[\d.,]|\S+ [\d.]+ ?%$)/;

function readAttribute(draft: Draft, [path = "", ...fields]: string[]): void {
  const [kind, name = ""] = path.split(".");
  const typed = fields[0] !== undefined && !FLAG.test(fields[0]) && !OPTION.test(fields[0]);
  const more = (typed ? fields.slice(1) : fields).filter((f) => f !== "identity");
  const attribute = {
    name,
    type: typed ? (fields[0] ?? "") : "",
    identity: fields.includes("identity"),
    more: joined(more),
  };
  draft.kinds.find((k) => k.name === kind)?.attributes.push(attribute);
}

/** Tells whether the first field is a rate, right or wrong: a number, or a word before what is asked or done. */
function isRate([first = "", next = ""]: readonly string[], { kinds }: Draft): boolean {
  const named = (word = "") => /^(?:insert|update|delete)$/.test(word) || kinds.some((k) => k.name === word);
  return /^[\d.]/.test(first) || (/^\S+$/.test(first) && !named(first) && named(next.split(/\s/)[0]));
}

function askOf(rest: string, draft: Draft): AskDraft {
  const at = rest.indexOf(";");
  const limits = at < 0 ? "" : rest.slice(at + 1).trim();
  const [name = "", ...fields] = fieldsOf(at < 0 ? rest : rest.slice(0, at));
  const rated = isRate(fields, draft);
  const rate = rated ? amountOf(fields.shift() ?? "") : { n: "", per: "s" };
  const [, kind = "", by = ""] = /^(.*?)(?:\s+by\s+(.*))?$/.exec(fields.shift() ?? "") ?? [];
  return { name, ...rate, kind, by, how: joined(fields), limits };
}

function doOf(rest: string, draft: Draft): DoDraft {
  const ask = askOf(rest, draft);
  const [verb = "", ...kind] = ask.kind.split(/\s+/);
  return { ...ask, verb, kind: kind.join(" ") };
}

function togetherOf([name = "", ...writes]: string[]): TogetherDraft {
  return { name, writes: joined(writes) };
}

export type Lack = "kinds" | "asks" | "designs";

/** Names the first thing that is missing, in the order in which a sheet is filled; null if there is something to
 * compare. */
export function lackOf({ kinds, asks, does, designs }: Draft): Lack | null {
  if (designs.length) return null; // what is wrong with it, the sheet says
  if (!kinds.some((k) => k.name.trim())) return "kinds";
  return asks.length + does.length ? "designs" : "asks";
}
