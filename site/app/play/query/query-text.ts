// A query as the fields of a form, and as the text of a request: written by the rules of the service, and read back.
// Pure.
import type { Block, FilterTerm } from "../../engine/types.ts";
import { after, literal, type Term } from "../grid/grid-filter.ts";

/** What the form holds. A term whose op is "" asks nothing. */
export interface Query {
  table: string;
  terms: Term[];
  select: string[]; // none for all properties
  top: string; // "" without
}

/** A request of a script that asks for entities, cut into its parts. */
export interface Written {
  from: number; // of the request line and the lines below it that belong to its address
  to: number;
  table: string;
  keys: readonly [partition: string, row: string] | null; // in the address
  filter: string;
  select: string[];
  top: string;
}

const OPTIONS = new Set(["$filter", "$select", "$top"]);

/** Writes the conditions as a filter. */
export function filterText(terms: readonly Term[]): string {
  return terms
    .filter((term) => term.op)
    .map(({ name, op, value, type }) =>
      op === "starts"
        ? `${name} ge ${literal(value, "String")} and ${name} lt ${literal(after(value), "String")}`
        : `${name} ${op} ${literal(value, type)}`,
    )
    .join(" and ");
}

/** Writes the request: both keys alone are an address, everything else is a filter. */
export function requestText(q: Query): string {
  const asked = q.terms.filter((term) => term.op);
  const [partition, row] = ["PartitionKey", "RowKey"].map((name) =>
    asked.find((x) => x.name === name && x.op === "eq"),
  );
  const point = partition && row && asked.length === 2 && !q.top;
  const address = point ? `PartitionKey=${key(partition)},RowKey=${key(row)}` : "";
  const options = [
    ...(point || !asked.length ? [] : [`$filter=${inURL(filterText(asked))}`]),
    ...(q.select.length ? [`$select=${q.select.join(",")}`] : []),
    ...(q.top ? [`$top=${q.top}`] : []),
  ];
  const lines = options.map((option, i) => `\n    ${i ? "&" : "?"}${option}`);
  return `GET {{table}}/${q.table}(${address})${lines.join("")}`;
}

/** Cuts the request of a block into its parts, null if it has others than a query of the form can have. */
export function writtenIn(text: string, block: Block): Written | null {
  if (block.method !== "GET" || !block.line) return null;
  const lines = text.split("\n");
  const below = lines.slice(block.line, block.lastLine);
  const own = below.findIndex((l) => !/^\s*[?&](?!\?)/.test(l));
  const count = own < 0 ? below.length : own;
  if (below.slice(count, below.indexOf("", count) + 1 || undefined).some((l) => /^\s+[?&](?!\?)/.test(l))) return null;
  const all = lines.slice(block.line - 1, block.line + count);
  const from = lines.slice(0, block.line - 1).reduce((sum, l) => sum + l.length + 1, 0);
  const head = (all[0] ?? "").replace(/^\s*GET\s+/i, "").replace(/\s+HTTP\/[\d.]+\s*$/, "");
  const parts = partsOf([head, ...all.slice(1)].map((l) => l.trim()).join(""));
  return parts && { from, to: from + all.join("\n").length, ...parts };
}

/** Turns the comparisons of a filter, and keys of an address, into the conditions of the form: the keys come first. */
export function termsOf(found: readonly FilterTerm[], keys: Written["keys"]): Term[] {
  const list = ranges([
    ...(keys ? [equal("PartitionKey", keys[0]), equal("RowKey", keys[1])] : []),
    ...found.map((x) => ({ ...x })),
  ]);
  const first = ["PartitionKey", "RowKey"].map((name) => {
    const i = list.findIndex((x) => x.name === name && x.type === "String");
    return (i >= 0 && list.splice(i, 1)[0]) || { ...equal(name, ""), op: "" };
  });
  return [...first, ...list];
}

/** A pair of bounds that says "begins with" becomes one condition. */
function ranges(list: Term[]): Term[] {
  return list.flatMap((x, i) => {
    const [before, next] = [list[i - 1], list[i + 1]];
    if (isPrefix(x, next)) return [{ ...x, op: "starts" }];
    return isPrefix(before, x) ? [] : [x];
  });
}

function isPrefix(low: Term | undefined, high: Term | undefined): boolean {
  if (low?.op !== "ge" || high?.op !== "lt" || low.name !== high.name || low.type !== "String" || !low.value)
    return false;
  return high.type === "String" && high.value === after(low.value);
}

function equal(name: string, value: string): Term {
  return { name, op: "eq", value, type: "String" };
}

/** Cuts an address into table, keys and options. */
function partsOf(target: string): Omit<Written, "from" | "to"> | null {
  const table = /^(?:\{\{table\}\}\/|\/)([A-Za-z][A-Za-z0-9]*)/.exec(target);
  if (!table?.[1] || table[1] === "Tables") return null;
  const rest = target.slice(table[0].length);
  const address = /^(?:\(\)|\(PartitionKey='((?:[^']|'')*)',RowKey='((?:[^']|'')*)'\))?(?=\?|$)/.exec(rest);
  if (!address) return null;
  const options = optionsIn(rest.slice(address[0].length + 1));
  if (!options || options.some(([name], i) => !OPTIONS.has(name) || options.findIndex(([n]) => n === name) < i))
    return null;
  const value = (name: string) => options.find(([n]) => n === name)?.[1] ?? "";
  const [partition, row] = [address[1], address[2]].map((k) => k && decoded(k)?.replaceAll("''", "'"));
  return {
    table: table[1],
    keys: partition !== undefined && row !== undefined ? [partition, row] : null,
    filter: value("$filter"),
    select: value("$select")
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
    top: value("$top").trim(),
  };
}

/** Cuts a query at "&", but not in quotes or references; null if an option cannot be decoded. */
function optionsIn(query: string): [name: string, value: string][] | null {
  const pieces = query.match(/(?:'[^']*'|\{\{.*?\}\}|[^&'])+/g) ?? [];
  const list = pieces.map((piece): [string, string | null] => {
    const [name = "", value = ""] = piece.split(/=(.*)/s, 2);
    return [decoded(name) ?? "", decoded(value)];
  });
  return list.every((option): option is [string, string] => option[1] !== null) ? list : null;
}

/** Undoes percent escapes outside of references; "+" may be a space or itself, so nobody can tell what was meant. */
function decoded(text: string): string | null {
  if (text.includes("+")) return null;
  try {
    return text
      .split(/(\{\{.*?\}\})/)
      .map((p, i) => (i % 2 ? p : decodeURIComponent(p)))
      .join("");
  } catch {
    return null;
  }
}

/** Escapes what would end an option or change it; references stay. */
function inURL(text: string): string {
  return text
    .split(/(\{\{.*?\}\})/)
    .map((p, i) => (i % 2 ? p : p.replace(/[%&#+\r\n]/g, encodeURIComponent)))
    .join("");
}

/** A key as an address has it. */
function key({ value }: Term): string {
  return inURL(literal(value, "String")).replace(/[?/\\]/g, encodeURIComponent);
}
