// The conditions above the grid, as the text of a filter. Pure.
export interface Term {
  name: string;
  op: string; // eq, ne, gt, ge, lt, le, "starts"
  value: string;
  type: string;
}

export const OPS = ["eq", "ne", "gt", "ge", "lt", "le", "starts"] as const;

/** Writes conditions as a filter; "starts" is a range, which a key can use. */
export function filterOf(terms: readonly Term[]): string {
  return terms.map(termText).join(" and ");
}

function termText({ name, op, value, type }: Term): string {
  if (op !== "starts") return `${name} ${op} ${literal(value, type)}`;
  if (!value) return `${name} ge ''`;
  return `${name} ge ${literal(value, "String")} and ${name} lt ${literal(after(value), "String")}`;
}

/** The first text behind all that begin with one. */
export function after(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last < 0xffff ? text.slice(0, -1) + String.fromCharCode(last + 1) : `${text}\uffff`;
}

/** Writes a value of a type as a filter spells it: O''Brien in quotes, 5L, 5.0, guid'…'. */
export function literal(value: string, type: string): string {
  if (type === "Double" && /^\s*-?\d+\s*$/.test(value)) return `${value.trim()}.0`; // without it is an Int32
  if (type === "Int32" || type === "Double" || type === "Boolean") return value.trim() || "0";
  if (type === "Int64") return `${value.trim() || "0"}L`;
  const quoted = `'${value.replaceAll("'", "''")}'`;
  if (type === "DateTime") return `datetime${quoted}`;
  if (type === "Guid") return `guid${quoted}`;
  return type === "Binary" ? `X${quoted}` : quoted;
}
