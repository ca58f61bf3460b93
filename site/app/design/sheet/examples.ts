// Examples for the sentences of messages, with the names of the sheet. Pure.
import { escaped, knownClauses, NUMBER, parentsOf, relativesOf, TIME, writeClauses } from "./clauses.ts";
import type { AskDraft, DoDraft, Draft } from "./draft.ts";

/** Examples for the sentences of a message, with attributes that the kind has. */
export function examplesOf(draft: Draft, entry: AskDraft | DoDraft): Record<string, string> {
  const kind = draft.kinds.find((k) => k.name === entry.kind);
  const attributes = kind?.attributes.filter((a) => a.name) ?? [];
  const [time] = attributes.filter((a) => TIME.test(a.type));
  const [number] = attributes.filter((a) => NUMBER.test(a.type));
  const text = attributes.find((a) => !TIME.test(a.type) && !NUMBER.test(a.type));
  const { name } = time ?? number ?? attributes[0] ?? { name: "id" }; // as engine/sheet, of a kind without attributes
  const writes = "verb" in entry ? writeClauses(draft, entry.kind, entry.verb) : [];
  const choices = knownClauses(draft, entry.kind).map((c) => c.write);
  const each = writes.filter((c, i) => writes.findIndex((o) => o.says === c.says) === i);
  return {
    attribute: text?.name ?? name,
    text: text?.name ?? name,
    next: `${name} ${time || number ? "before" : "after"}`,
    known: [...(kind ? parentsOf(kind) : []), ...attributes.map((a) => a.name)].slice(0, 2).join(" and ") || name,
    order: `${time ? "newest" : number ? "greatest" : "smallest"} ${name}`,
    range: `${name} ${time ? "last 1h" : "between 2 %"}`,
    kind: entry.kind || "order",
    count: `${entry.kind || "order"}_count`,
    ...keeperOf(draft, entry.kind),
    with: `with ${relativesOf(draft, entry.kind)[0] ?? draft.kinds.find((k) => k.name && k !== kind)?.name ?? "line"}`,
    list: choices.find((c) => / in \D/.test(c)) ?? "",
    value: choices.find((c) => c.includes("=")) ?? `${text?.name ?? name}=open`,
    writes: each.map((c) => c.write).join(", "),
  };
}

/** The write of a sheet that counts a kind, as its number says, first one of what it belongs to, and the number. */
function keeperOf({ kinds, does }: Draft, kind: string): Record<string, string> {
  const own = kinds.find((k) => k.name === kind);
  const near = own ? [...parentsOf(own), kind] : [kind];
  const counts = new RegExp(`\\badds -?1 to [\\w.]*(?:count|number|total|${escaped(kind || "count")})`, "i");
  const counting = does.filter((d) => counts.test(d.how));
  const write = near.flatMap((name) => counting.filter((d) => d.kind === name))[0] ?? counting[0];
  return write ? { keeper: write.name || write.verb, added: ADDS.exec(write.how)?.[0] ?? "" } : {};
}

const ADDS = /\badds -?[\d.]+ to [\w.]+/;

/** An example of a set of writes, with those of the sheet. */
export function actionsOf({ does }: Draft): Record<string, string> {
  const actions = does.filter((d) => d.kind).map((d) => `${d.verb} ${d.kind}`);
  return actions.length > 1 ? { actions: [...new Set(actions)].slice(0, 2).join(", ") } : {};
}

/** Examples for what no sheet is known of. */
export const EXAMPLES = {
  attribute: "status",
  known: "device and at",
  next: "at before",
  order: "newest at",
  range: "at last 1h",
  text: "name",
  kind: "reading",
  count: "reading_count",
  with: "with line",
  list: "customer in list.customer",
  value: "status=open",
  actions: "insert order, insert line",
  writes: "sets status, adds 1 to views, if unchanged",
};
