// Options that a request has more than once, of which only the first is read: ?$filter=…&$filter=…. Pure.
import { type Address, addressAt, addressOf, allOf, partsOf } from "./address.ts";
import { filterOf } from "./sql-address.ts";

/** An address with such an option. */
export interface RepeatedOption extends Address {
  name: string;
  filter: string; // the whole of it, "" of another option
  meant: string; // the address with one such option, "" if it is not known what that says
}

const NAME = /^\$(?:filter|select|top|format)(?==)/;

/** Finds the first option that the request in this line has again, null if there is none. */
export function repeatedOption(script: string, line: number): RepeatedOption | null {
  const address = addressAt(script, line);
  const { path, options } = partsOf(address?.text ?? "");
  const named = options.map((o) => ({ ...o, name: NAME.exec(o.text)?.[0] ?? "" }));
  const name = named.find((o, i) => o.name && named.findIndex((other) => other.name === o.name) < i)?.name;
  if (!address || !name) return null;
  const values = named.flatMap((o) => (o.name === name ? o.text.slice(name.length + 1).trim() : []));
  const filter = name === "$filter" ? filterOf(allOf(values), new Set()) : "";
  const value = name === "$select" ? [...new Set(values.join().split(/\s*,\s*/))].join() : filter;
  const first = named.findIndex((o) => o.name === name);
  const left = named.filter((o, i) => o.name !== name || i === first);
  left[first] = { before: left[first]?.before ?? "", text: `${name}=${value}`, name };
  return { ...address, name, filter, meant: value && addressOf(path, left) };
}
