// INSERT, UPDATE and DELETE as requests: one for each row, and two where the row must be read first.
import { type Columns, type Gap, isKeyName, nameIn, term } from "../../script/sql-filter.ts";
import { OPEN, type Reader, typeOfHelper, type Word } from "../../script/sql-words.ts";
import { literalOf, typesOf } from "../../script/ways-on.ts";
import {
  columnsOf,
  isKey,
  JSON_HEAD,
  type Keys,
  listOf,
  meantBy,
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
  const columns = columnsOf(table, keys);
  const rows: Word[][] = [];
  do {
    const row = listOf(r, () => r.value() ?? (r.sees("NULL") ? r.next() : null));
    if (!row) return null;
    if (row.length !== names.length) return without("width");
    if (row.some((word, i) => isNull(word) && isKey(names[i] ?? "", columns))) return without("nullkey");
    rows.push(row);
  } while (r.take(","));
  if (rows.length > MOST_ROWS) return without("rows");
  const known = new Set(names.map((name) => nameIn(name, columns)));
  const gaps: Gap[] = known.has("RowKey") ? (known.has("PartitionKey") ? [] : ["keys"]) : ["autokey"];
  if (rows.some((row) => row.some((word) => word.text === OPEN))) gaps.push("value");
  if (r.take("ON CONFLICT") || r.take("ON DUPLICATE KEY")) {
    gaps.push("conflict");
    r.end();
  }
  const requests = rows.map((row, i) => `${i ? `### ${table} ${i + 1}\n` : ""}${post(table, names, row, columns)}`);
  return { request: requests.join("\n\n"), columns: [], gaps, unread: "" };
}

const isNull = (word: Word): boolean => word.kind === "name" && word.text.toUpperCase() === "NULL";

function post(table: string, names: readonly string[], row: readonly Word[], columns: Columns): string {
  const keys: [string, string][] = [
    ["PartitionKey", '""'],
    ["RowKey", '""'],
  ];
  const fields = names.flatMap((name, i) => fieldsOf(nameIn(name, columns), row[i], columns));
  const body = [...new Map([...keys, ...fields])].map(([name, value]) => `"${name}": ${value}`).join(", ");
  return `POST {{table}}/${table}\n${JSON_HEAD}\n\n{ ${body} }`;
}

/** UPDATE and DELETE of one entity, which both keys name. */
export function single(r: Reader, keys: Keys, method: "PATCH" | "DELETE", name: string): Translation | null {
  const table = titled(r.name() ?? "");
  const columns = columnsOf(table, keys);
  const gaps: Gap[] = [];
  const fields = method === "PATCH" ? changes(r, columns, gaps) : [];
  const where = fields && table ? placeOf(r, columns) : null;
  if (!fields || !where) return null;
  const { partition, row, more } = where;
  if (method === "DELETE" && where.all) return without("truncate");
  if (!partition || !row) return without("write");
  if (gaps.includes("unset")) return without("unset");
  if (more) gaps.push("condition");
  const address = `{{table}}/${table}(PartitionKey=${partition},RowKey=${row})`;
  const body = fields.length ? `\n${JSON_HEAD}\n\n{ ${fields.join(", ")} }` : "";
  const request = gaps.length
    ? `# @name ${name}\nGET ${address}\n\n###\n${method} ${address}\nIf-Match: {{${name}.response.headers.ETag}}${body}`
    : `${method} ${address}\nIf-Match: *${body}`;
  return { request, columns: [], gaps: where.open ? [...gaps, "value"] : gaps, unread: "" };
}

/** The fields that a SET changes. One that is computed is left open: its JSON is none until somebody fills it in. */
function changes(r: Reader, columns: Columns, gaps: Gap[]): string[] | null {
  if (!r.take("SET")) return null;
  const fields: string[] = [];
  do {
    const name = r.name();
    if (!name || !r.take("=")) return null;
    const value = r.value();
    if (value && value.text !== OPEN && (r.done || r.sees(",", "WHERE", "RETURNING", "FROM"))) {
      fields.push(...fieldsOf(nameIn(name, columns), value, columns).map(([field, text]) => `"${field}": ${text}`));
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
  open: boolean; // a key is left to the author
  all: boolean; // there is no condition
}

/** The keys that a condition asks for, if it asks for one entity. */
function placeOf(r: Reader, columns: Columns): Place | null {
  const none = { partition: "", row: "", more: false, open: false, all: false };
  if (meantBy(r)) return null;
  if (!r.take("WHERE")) return { ...none, all: r.done };
  const gaps = new Set<Gap>();
  const found = { ...none };
  do {
    const part = term(r, columns, gaps);
    if (part === null) return null;
    const [, key, value = ""] = /^(PartitionKey|RowKey) eq ('(?:[^']|'')*'|…)$/.exec(part) ?? [];
    found.open ||= value === OPEN;
    if (key === "PartitionKey" && !found.partition) found.partition = value;
    else if (key === "RowKey" && !found.row) found.row = value;
    else found.more = true;
  } while (r.take("AND"));
  if (!r.sees("OR")) return found;
  r.end();
  return none;
}

type Field = [name: string, value: string];

/** A property as JSON has it, with its type if that cannot be seen. Keys are texts, whatever the column was. */
function fieldsOf(name: string, word: Word | undefined, columns: Columns): Field[] {
  if (!word) return [[name, '""']];
  if (word.text === OPEN) return [[name, OPEN]];
  if (isKeyName(name)) return [[name, JSON.stringify(word.text)]];
  if (word.kind === "call") return withType(name, word.text, typeOfHelper(word.text));
  const text = word.kind === "name" ? word.text.toLowerCase() : word.text;
  const [type = "", ...others] = word.type ? [word.type] : typesOf(columns.properties ?? [], name);
  const typed = others.length || isNull(word) ? null : typedField(name, text, type);
  return typed ?? [[name, word.kind === "text" ? JSON.stringify(text) : text]];
}

const withType = (name: string, text: string, type: string): Field[] => [
  [`${name}@odata.type`, `"Edm.${type}"`],
  [name, JSON.stringify(text)],
];

/** A property of the type that it has in other rows, null if the text is no such value. */
function typedField(name: string, text: string, type: string): Field[] | null {
  const literal = type && literalOf(text, [type]);
  if (!literal) return null;
  if (/^(?:DateTime|Guid|Int64)$/.test(type)) return withType(name, literal.replace(/^[a-z]+'|'$|L$/g, ""), type);
  if (type === "String") return [[name, JSON.stringify(text)]];
  return [[name, type === "Double" && !literal.includes(".") ? `${literal}.0` : literal]];
}
