// Changes that write a request anew: an "or" as a request for each side, a replacement as a merge, an upsert as an
// insert, a query of a copy. References in the script stay as they are. Pure.
import type { Finding } from "../../engine/types.ts";

/** A change at a line, from 1: lines that go, and lines that come in their place. */
export interface LineChange {
  line: number;
  gone: readonly string[];
  come: readonly string[];
}

/** A block of a script: its comments, the address with the lines that go on with it, and its end; lines are numbered
 * from 0. */
interface Block {
  head: readonly string[]; // comments right above the request
  address: readonly string[];
  rest: readonly string[]; // headers and body, without blank lines at the end
  checks: boolean; // it asserts something, which may not hold of another request
}

function blockOf(lines: readonly string[], line: number): Block {
  let from = line - 1;
  while (/^(#|\/\/)\s*@/.test(lines[from - 1] ?? "")) from--;
  let last = line;
  while (/^\s*[?&]/.test(lines[last] ?? "")) last++;
  let end = lines.findIndex((l, i) => i >= last && /^###/.test(l));
  if (end < 0) end = lines.length;
  const rest = lines.slice(last, end);
  while (rest.length && !rest.at(-1)?.trim()) rest.pop();
  return {
    head: lines.slice(from, line - 1),
    address: lines.slice(line - 1, last),
    rest,
    checks: rest.some((l) => /^(#|\/\/)\s*\?\?/.test(l)),
  };
}

/** A request for each side of an "or", sent side by side. */
export function split(_: Finding, lines: readonly string[], line: number): LineChange | null {
  const b = blockOf(lines, line);
  const at = b.address.findIndex((l) => FILTER.test(l));
  const found = FILTER.exec(b.address[at] ?? "");
  const sides = found?.[1] ? sidesOf(found[1].trim()) : [];
  if (b.checks || b.rest.length || sides.length < 2 || sides.length > MOST) return null;
  const address = (side: string) => b.address.map((l, i) => (i === at ? l.replace(found?.[1] ?? "", () => side) : l));
  const come = sides.flatMap((side, i) =>
    i ? ["", `### ${i + 1}`, ...b.head, PARALLEL, ...address(side)] : [PARALLEL, ...address(side)],
  );
  return { line, gone: b.address, come };
}

const PARALLEL = "# @parallel branches";
const FILTER = /\$filter=((?:'(?:[^']|'')*'|[^&'])*)/;
const MOST = 20;

/** The filters that together find what a filter with one "or" finds; none if it has more than one, or none. */
function sidesOf(filter: string): string[] {
  const terms = cut(filter, "and");
  const ors = terms.filter((term) => cut(bare(term), "or").length > 1);
  if (ors.length === 0) return cut(filter, "or").length > 1 && terms.length === 1 ? cut(filter, "or").map(bare) : [];
  if (ors.length > 1) return [];
  return cut(bare(ors[0] ?? ""), "or").map((side) =>
    terms.map((term) => (term === ors[0] ? bare(side) : term)).join(" and "),
  );
}

/** Without the parentheses around all of it. */
function bare(text: string): string {
  const inner = /^\((.*)\)$/s.exec(text)?.[1];
  return inner !== undefined && depths(inner).every((d) => d >= 0) ? inner.trim() : text;
}

/** How deep in parentheses each character is; within quotes nothing counts. */
function depths(text: string): number[] {
  let depth = 0;
  let quoted = false;
  return [...text].map((c) => {
    if (c === "'") quoted = !quoted;
    else if (!quoted && c === "(") depth++;
    else if (!quoted && c === ")") depth--;
    return quoted ? 1000 : depth;
  });
}

/** Cuts a filter at a word that is in no parentheses and no quotes; "or" binds less than "and". */
function cut(text: string, word: "and" | "or"): string[] {
  const depth = depths(text);
  const outside = (i: number) => depth[[...text.slice(0, i)].length] === 0;
  const found = [...text.matchAll(new RegExp(`\\s+${word}\\s+`, "gi"))].filter((m) => outside(m.index));
  if (word === "and" && cut(text, "or").length > 1) return [text];
  const ends = [...found.map((m) => m.index), text.length];
  const starts = [0, ...found.map((m) => m.index + m[0].length)];
  return starts.map((from, i) => text.slice(from, ends[i]).trim());
}

/** A merge of the properties that change, in place of the whole entity. */
export function merge(f: Finding, lines: readonly string[], line: number): LineChange | null {
  const b = blockOf(lines, line);
  const from = b.rest.findIndex((l) => l.trim().startsWith("{"));
  const body = b.rest.slice(from).join("\n").trim();
  const members = (f.names[0] ?? "").split(", ").map((name) => memberOf(body, name));
  if (from < 0 || !body.endsWith("}") || members.includes("")) return null;
  const kept = b.rest.slice(0, from);
  const patch = b.address.map((l, i) => (i ? l : l.replace(/^PUT\b/, "PATCH")));
  const etag = kept.some((l) => /^if-match:/i.test(l)) ? [] : ["If-Match: *"];
  return { line, gone: [...b.address, ...b.rest], come: [...patch, ...etag, ...kept, `{ ${members.join(", ")} }`] };
}

/** A member of a JSON text with its type, as it is written; "" if it has no such member with a plain value. */
function memberOf(body: string, name: string): string {
  const value = String.raw`("(?:[^"\\]|\\.)*"|\{\{[^}]*\}\}|[-\w.]+)`;
  const of = (key: string) => new RegExp(`"${key.replaceAll(/\W/g, "\\$&")}"\\s*:\\s*${value}`).exec(body)?.[0] ?? "";
  const type = of(`${name}@odata.type`);
  const own = of(name);
  return own && type ? `${type}, ${own}` : own;
}

/** An insert, which the service refuses if somebody else was there. */
export function insert(_: Finding, lines: readonly string[], line: number): LineChange | null {
  const b = blockOf(lines, line);
  const keys = /^(?:PUT|PATCH|MERGE) (.*)\(PartitionKey='((?:[^']|'')*)',\s*RowKey='((?:[^']|'')*)'\)$/.exec(
    b.address[0] ?? "",
  );
  const from = b.rest.findIndex((l) => l.trim().startsWith("{"));
  if (!keys || from < 0 || b.address.length > 1) return null;
  const [, path = "", partition = "", row = ""] = keys;
  const named = `{ "PartitionKey": ${json(partition)}, "RowKey": ${json(row)},`;
  const come = [`POST ${path}`, ...b.rest.slice(0, from), (b.rest[from] ?? "").replace(/^\s*\{/, () => named)];
  return { line, gone: [...b.address, ...b.rest.slice(0, from + 1)], come };
}

/** A key of an address in JSON; escapes of addresses are taken out where that is possible. */
function json(key: string): string {
  const text = key.replaceAll("''", "'");
  return `"${/%(?![0-9a-f]{2})/i.test(text) ? text : decodeURIComponent(text)}"`;
}

/** The query of the copy; only if it is the same each time it is sent. */
export function elsewhere(f: Finding, lines: readonly string[], line: number): LineChange | null {
  const { address } = blockOf(lines, line);
  const target = f.form[0]?.target ?? "";
  const base = /^GET (\S*?\/)?[A-Za-z][A-Za-z0-9]*\(\)/.exec(address[0] ?? "")?.[1] ?? "";
  if (f.lines.length > 1 || !target || !base || address.join("").replace(base, "").includes("{{")) return null;
  const follows = (lines[line - 2] ?? "").startsWith("# @follow") ? [] : ["# @follow"];
  return {
    line,
    gone: address,
    come: [...follows, `GET ${base}${target.replaceAll("%20", " ").replaceAll("%27", "'")}`],
  };
}
