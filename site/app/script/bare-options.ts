// Conditions that were written as options of a query, which the service passes over in silence: ?Department='Sales'.
// Pure.
import type { Named } from "../engine/types.ts";
import { type Address, addressAt, addressOf, allOf, type Option, partsOf } from "./address.ts";

/** An address with such options, and the same with a $filter. */
export interface BareCondition extends Address {
  written: string; // the first such option
  meant: string;
}

const SYSTEM: readonly Named[] = [
  { name: "PartitionKey", type: "Edm.String" },
  { name: "RowKey", type: "Edm.String" },
  { name: "Timestamp", type: "Edm.DateTime" },
];

const SIGNS: Readonly<Record<string, string>> = {
  "=": "eq",
  "==": "eq",
  "!=": "ne",
  "<>": "ne",
  "<": "lt",
  "<=": "le",
  ">": "gt",
  ">=": "ge",
};

/** Finds the options of a request, whose first line has this number, that begin with the name of a property. */
export function bareCondition(script: string, line: number, properties: readonly Named[]): BareCondition | null {
  const address = addressAt(script, line);
  if (!address) return null;
  const { path, options } = partsOf(address.text);
  const known = [...SYSTEM, ...properties];
  const filters: string[] = [];
  const left: Option[] = [];
  let written = "";
  let first = -1; // where the filter goes
  for (const option of options) {
    const condition = conditionOf(option.text, known);
    const filter = /^\$filter=(.*)$/s.exec(option.text)?.[1];
    if (condition) written ||= option.text;
    if (condition) filters.push(condition);
    else if (filter !== undefined) filters.unshift(filter);
    if (!condition && filter === undefined) left.push(option);
    else if (first < 0) first = left.push(option) - 1;
  }
  const place = left[first];
  if (!written || !place) return null;
  left[first] = { before: place.before, text: `$filter=${allOf(filters)}` };
  return { ...address, written, meant: addressOf(path, left) };
}

/** An option as a condition, "" if it does not begin with a property. */
function conditionOf(option: string, known: readonly Named[]): string {
  const [, name = "", sign = "", value = ""] =
    /^(\w+)\s*(==?|!=|<>|<=?|>=?|\s(?:eq|ne|gt|ge|lt|le)\s)\s*(.+)$/s.exec(decoded(option)) ?? [];
  const property = known.find((p) => p.name === name) ?? known.find((p) => p.name.toLowerCase() === name.toLowerCase());
  const literal = property && literalOf(value.trim(), property.type.replace(/^Edm\./, ""));
  return literal ? `${property.name} ${SIGNS[sign] ?? sign.trim()} ${literal}` : "";
}

function decoded(option: string): string {
  try {
    return decodeURIComponent(option);
  } catch {
    return option;
  }
}

const WRITTEN: Readonly<Record<string, RegExp>> = {
  Int32: /^-?\d+$/,
  Int64: /^-?\d+L?$/,
  Double: /^-?\d+(?:\.\d+)?$/,
  Boolean: /^(?:true|false)$/,
};

/** A value as a filter writes it, "" if it cannot be one. */
function literalOf(value: string, type: string): string {
  if (/^(?:datetime|guid|X|binary)'[^']*'$/.test(value) || WRITTEN[type]?.test(value)) return value;
  const text = /^(['"])(.*)\1$/s.exec(value)?.[2] ?? value;
  if (/[&#%+]/.test(text)) return "";
  if (WRITTEN[type]?.test(text)) return text;
  if (type === "String") return /^'(?:[^']|'')*'$/.test(value) ? value : `'${text.replaceAll("'", "''")}'`;
  if (type === "Guid") return `guid'${text}'`;
  if (type === "DateTime") return /^\d{4}-\d\d-\d\d$/.test(text) ? `datetime'${text}T00:00:00Z'` : `datetime'${text}'`;
  return "";
}
