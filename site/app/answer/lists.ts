// Lists that queues and blobs answer with, as rows: of each entry what a table shows. The wire shows everything. No
// drawing.
import type { Entity } from "../engine/types.ts";

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  Blob: ["Name", "Content-Length", "Content-Type", "Metadata"],
  BlobPrefix: ["Name"],
  Container: ["Name", "Last-Modified", "Metadata"],
  Queue: ["Name", "Metadata"],
  QueueMessage: ["MessageText", "DequeueCount", "TimeNextVisible", "MessageId"],
};
const NUMERIC = ["Content-Length", "DequeueCount"];
const LIST = /^\uFEFF?<\?xml[^>]*>\s*<(?:EnumerationResults|QueueMessagesList)[\s/>]/;
const ENTRY = /<(Blob|BlobPrefix|Container|Queue|QueueMessage)>(.*?)<\/\1>/gs;
const LEAF = /<([\w-]+)(?:\s[^<>]*)?>([^<]*)<\/\1>/g;
const NAMED: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Returns the entries of a list, null if the body is none. */
export function listOf(body: string): Entity[] | null {
  if (!LIST.test(body)) return null;
  return [...body.matchAll(ENTRY)].map(([, kind, entry]) => rowOf(COLUMNS[kind ?? ""] ?? [], entry ?? ""));
}

function rowOf(columns: readonly string[], entry: string): Entity {
  const [, metadata = ""] = /<Metadata>(.*?)<\/Metadata>/s.exec(entry) ?? [];
  const values = leaves(entry.replace(metadata, ""));
  values.set("Metadata", [...leaves(metadata)].map(([name, value]) => `${name}=${value}`).join(" "));
  return Object.fromEntries(
    columns.flatMap((name) => {
      const value = values.get(name);
      return value ? [[name, NUMERIC.includes(name) ? Number(value) : value]] : [];
    }),
  );
}

/** The texts of the elements that hold nothing else, by name. */
function leaves(xml: string): Map<string, string> {
  return new Map([...xml.matchAll(LEAF)].map(([, name, text]) => [name ?? "", unescaped(text ?? "")]));
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, dec?: string, hex?: string, name?: string) =>
    name ? (NAMED.get(name) ?? whole) : String.fromCodePoint(dec ? Number(dec) : parseInt(hex ?? "", 16)),
  );
}
