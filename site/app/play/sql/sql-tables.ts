// What the translations of all statements share: the names of tables and columns, lists, and what they find.
import { type Columns, type Gap, isKeyName, nameIn } from "../../script/sql-filter.ts";
import type { Reader } from "../../script/sql-words.ts";
import { nearest } from "../../ui/nearest.ts";

export interface Translation {
  request: string; // "" if there is none; several are parted by ###
  columns: [name: string, becomes: "PartitionKey" | "RowKey" | "property"][]; // of a CREATE TABLE
  gaps: Gap[];
  unread: string; // the part that no request stands for or that is not understood
  meant?: string; // the word of SQL that the part may have begun with
}

/** The columns of tables, by table in lower case: from CREATE TABLE statements of the same text, and from the data. */
export type Keys = ReadonlyMap<string, Columns>;

export const columnsOf = (table: string, keys: Keys): Columns => keys.get(table.toLowerCase()) ?? DIRECT;

export const DIRECT: Columns = { partition: "PartitionKey", row: "RowKey" };
export const JSON_HEAD = "Content-Type: application/json";

/** Gaps of a statement that is not understood. */
export const UNCLEAR: ReadonlySet<Gap> = new Set<Gap>(["unread", "typo", "end", "quote", "width"]);

/** A statement that no request stands for. */
export const without = (...gaps: Gap[]): Translation => ({ request: "", columns: [], gaps, unread: "" });

export function listOf<T>(r: Reader, item: () => T | null): T[] | null {
  if (!r.take("(")) return null;
  const list: T[] = [];
  do {
    const found = item();
    if (found === null) return null;
    list.push(found);
  } while (r.take(","));
  return r.take(")") ? list : null;
}

const MEANT = ["FROM", "WHERE", "ORDER", "GROUP", "LIMIT", "VALUES", "SET", "INTO"];
const OTHERS = /^(?:FOR|IN|IS|FULL|LEFT|USING|WITH|INNER|UNION)$/i;

/** The word of SQL that the next one resembles, "" if it is one itself or is like none. */
export function meantBy(r: Reader): string {
  const { kind, text } = r.peek() ?? { kind: "sign", text: "" };
  const near = MEANT.filter((word) => word[0] === text[0]?.toUpperCase() && text.length >= word.length - 1);
  if (kind !== "name" || MEANT.includes(text.toUpperCase()) || OTHERS.test(text)) return "";
  return nearest(text, near) ?? "";
}

export const isKey = (name: string, columns: Columns): boolean => isKeyName(nameIn(name, columns));

/** Names of tables have letters and digits only. */
export function titled(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, "");
}
