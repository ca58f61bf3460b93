// INSERT, UPDATE and DELETE as requests: one for each row, and two where the row must be read first.
import { type Columns, type Gap, term, textOf } from "../../script/sql-filter.ts";
import type { Reader, Word } from "../../script/sql-words.ts";
import {
  DIRECT,
  isKey,
  JSON_HEAD,
  type Keys,
  listOf,
  nameIn,
  type Translation,
  titled,
  without,
} from "./sql-tables.ts";

export const MOST_ROWS = 50; // of an INSERT: a script is read by people

export function insert(r: Reader, keys: Keys): Translation | null {
  const table = titled(r.name() ?? "");
  if (!table) return null;
  const named = r.sees("(");
  const names = named ? listOf(r, () => r.name()) : [];
  if (r.sees("SELECT")) return without("copy");
  if (!names || !r.take("VALUES")) return null;
  if (!named) return without("names");
  const columns = keys.get(table) ?? DIRECT;
  const rows: Word[][] = [];
  do {
    const row = listOf(r, () => r.value() ?? (r.sees("NULL") ? r.next() : null));
    if (row?.length !== names.length || row.some((word, i) => isNull(word) && isKey(names[i] ?? "", columns)))
      return null;
    rows.push(row);
  } while (r.take(","));
  if (rows.length > MOST_ROWS) return without("rows");
  const known = new Set(names.map((name) => nameIn(name, columns)));
  const gaps: Gap[] = known.has("PartitionKey") && known.has("RowKey") ? [] : ["autokey"];
  if (r.take("ON CONFLICT") || r.take("ON DUPLICATE KEY")) {
    gaps.push("conflict");
    r.end();
  }
  const requests = rows.map((row, i) => `${i ? `### ${table} ${i + 1}\n` : ""}${post(table, names, row, columns)}`);
  return { request: requests.join("\n\n"), columns: [], gaps, unread: "" };
}

const isNull = (word: Word): boolean => word.kind === "name" && word.text.toUpperCase() === "NULL";

function post(table: string, names: readonly string[], row: readonly Word[], columns: Columns): string {
  const fields = names.map((name, i): [string, string] => [
    nameIn(name, columns),
    jsonOf(row[i], isKey(name, columns)),
  ]);
  const all = new Map([["PartitionKey", '""'], ["RowKey", '""'], ...fields]);
  const body = [...all].map(([name, value]) => `"${name}": ${value}`).join(", ");
  return `POST {{table}}/${table}\n${JSON_HEAD}\n\n{ ${body} }`;
}

/** UPDATE and DELETE of one entity, which both keys name. */
export function single(r: Reader, keys: Keys, method: "PATCH" | "DELETE", name: string): Translation | null {
  const table = titled(r.name() ?? "");
  const columns = keys.get(table) ?? DIRECT;
  const gaps: Gap[] = [];
  const fields = method === "PATCH" ? changes(r, columns, gaps) : [];
  const where = fields && table ? placeOf(r, columns) : null;
  if (!fields || !where) return null;
  const { partition, row, more } = where;
  if (!partition || !row) return without("write");
  if (gaps.includes("unset")) return without("unset");
  if (more) gaps.push("condition");
  const address = `{{table}}/${table}(PartitionKey=${partition},RowKey=${row})`;
  const body = fields.length ? `\n${JSON_HEAD}\n\n{ ${fields.join(", ")} }` : "";
  const request = gaps.length
    ? `# @name ${name}\nGET ${address}\n\n###\n${method} ${address}\nIf-Match: {{${name}.response.headers.ETag}}${body}`
    : `${method} ${address}\nIf-Match: *${body}`;
  return { request, columns: [], gaps, unread: "" };
}

/** The fields that a SET changes. One that is computed is left open: its JSON is none until somebody fills it in. */
function changes(r: Reader, columns: Columns, gaps: Gap[]): string[] | null {
  if (!r.take("SET")) return null;
  const fields: string[] = [];
  do {
    const name = r.name();
    if (!name || !r.take("=")) return null;
    const value = r.value();
    if (value && (r.done || r.sees(",", "WHERE", "RETURNING", "FROM"))) {
      fields.push(`"${nameIn(name, columns)}": ${jsonOf(value, false)}`);
      continue;
    }
    if (!value && !r.peek()) return null;
    if (r.sees("NULL")) gaps.push("unset");
    for (let depth = 0; !r.done && (depth || !r.sees(",", "WHERE")); r.next())
      depth += Number(r.sees("(")) - Number(r.sees(")"));
    fields.push(`"${nameIn(name, columns)}": …`);
    if (!gaps.includes("compute")) gaps.push("compute");
  } while (r.take(","));
  return fields;
}

interface Place {
  partition: string; // with its quotes, "" if no condition says which
  row: string;
  more: boolean; // conditions, which an address cannot have
}

/** The keys that a condition asks for, if it asks for one entity. */
function placeOf(r: Reader, columns: Columns): Place | null {
  const none = { partition: "", row: "", more: false };
  if (!r.take("WHERE")) return none;
  const gaps = new Set<Gap>();
  const found = { ...none };
  do {
    const part = term(r, columns, gaps);
    if (part === null) return null;
    const [, key, value = ""] = /^(PartitionKey|RowKey) eq ('(?:[^']|'')*')$/.exec(part) ?? [];
    if (key === "PartitionKey" && !found.partition) found.partition = value;
    else if (key === "RowKey" && !found.row) found.row = value;
    else found.more = true;
  } while (r.take("AND"));
  if (!r.sees("OR")) return found;
  r.end();
  return none;
}

function jsonOf(word: Word | undefined, key: boolean): string {
  if (!word) return '""';
  if (word.kind === "text" || key) return JSON.stringify(textOf(word));
  return word.kind === "name" ? word.text.toLowerCase() : word.text;
}
