// Keys in an address as other services and people write them, Employees(PartitionKey=Sales,RowKey=1), Employees/Sales/1
// or Tables(Employees), and the address that was meant. Pure.
import { type Address, addressAt, partsOf } from "./address.ts";

const KEYS = ["PartitionKey", "RowKey"];
const VALUE = /\s*(?:(\w+)\s*=\s*)?('(?:[^']|'')*'|"[^"']*"|[^,'"=()]+?)\s*(?:,|$)/y;

/** Finds such an address in this line; null if it has no keys, or has them as it should. */
export function keyAddress(script: string, line: number): (Address & { meant: string }) | null {
  const address = addressAt(script, line);
  const { path } = partsOf(address?.text ?? "");
  const meant = withSlashes(path) || inParentheses(path);
  if (!address || !meant || meant === path) return null;
  return { ...address, meant: meant + address.text.slice(path.length) };
}

function withSlashes(path: string): string {
  const [, table = "", partition, row] =
    /^((?:\{\{table\}\})?\/[A-Za-z]\w*)\/([^/(){}'\s]+)\/([^/(){}'\s]+)$/.exec(path) ?? [];
  return partition && row ? `${table}(PartitionKey='${partition}',RowKey='${row}')` : "";
}

function inParentheses(path: string): string {
  const [, table = "", inner = ""] = /^(.*\/\w+)\((.+)\)$/s.exec(path) ?? [];
  const found = valuesOf(inner);
  if (/\/Tables$/.test(table)) return found.length === 1 && !found[0]?.name ? `${table}(${found[0]?.value})` : "";
  const named = found.every(({ name }, i) => !name || name.toLowerCase() === KEYS[i]?.toLowerCase());
  if (found.length !== 2 || !named) return "";
  return `${table}(${found.map(({ name, value }, i) => `${name || KEYS[i]}=${value}`).join(",")})`;
}

/** The values between parentheses, in single quotes; none if they cannot be told apart. */
function valuesOf(inner: string): { name: string; value: string }[] {
  const found: { name: string; value: string }[] = [];
  VALUE.lastIndex = 0;
  while (VALUE.lastIndex < inner.length) {
    const [, name = "", text = ""] = VALUE.exec(inner) ?? [];
    if (!text) return [];
    found.push({ name, value: text.startsWith("'") ? text : `'${text.replace(/^"|"$/g, "")}'` });
  }
  return found;
}
