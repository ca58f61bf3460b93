// The address of a request as it is written, over all its lines. Pure.

/** An address and its place in the script. */
export interface Address {
  method: string;
  text: string; // without the method and the version of HTTP
  at: number;
}

const REQUEST = /^\s*(?:(GET|POST|PUT|PATCH|MERGE|DELETE|HEAD|OPTIONS)\s+)?(\S.*?)(?:\s+HTTP\/[\d.]+)?\s*$/;

/** Reads the address of the request in this line, null if there is none. */
export function addressAt(script: string, line: number): Address | null {
  const lines = script.split("\n");
  const first = lines[line - 1] ?? "";
  const [, written = "", text = ""] = REQUEST.exec(first) ?? [];
  const method = written || "GET";
  if (!text) return null;
  const from = lines.slice(0, line - 1).reduce((sum, l) => sum + l.length + 1, 0);
  const found = { method, text, at: from + first.indexOf(text, first.indexOf(written) + written.length) };
  const more: string[] = [];
  for (let i = line; /^\s*[?&]/.test(lines[i] ?? ""); i++) more.push(lines[i] ?? "");
  if (!more.length) return found;
  const all = first.slice(found.at - from); // as it is in the script
  return { ...found, text: [all, ...more].join("\n").trimEnd() };
}

/** One option as it is written, with the line end and the indent before it. */
export interface Option {
  before: string;
  text: string;
}

/** Parts a path from its options. A "?" between quotes or braces is of the path, a "&" between quotes of a value. */
export function partsOf(address: string): { path: string; options: Option[] } {
  const bare = address.replace(/'[^']*'|\{\{.*?\}\}/g, (text) => "_".repeat(text.length));
  const mark = bare.search(/\s*\?/);
  if (mark < 0) return { path: address, options: [] };
  const options = address.slice(mark).matchAll(/(\s*)[?&]((?:'[^']*'?|[^&'])*?)(?=\s*(?:&|$))/g);
  return {
    path: address.slice(0, mark),
    options: [...options].map(([, before = "", text = ""]) => ({ before, text })),
  };
}

/** Writes an address of its parts. */
export function addressOf(path: string, options: readonly Option[]): string {
  return path + options.map((o, i) => `${o.before}${i ? "&" : "?"}${o.text}`).join("");
}

/** Joins conditions; those with "or" need parentheses beside others. */
export function allOf(filters: readonly string[]): string {
  if (filters.length < 2) return filters.join("");
  return filters.map((f) => (/\sor\s/.test(f.replace(/'[^']*'/g, "")) ? `(${f})` : f)).join(" and ");
}
