// SQL as requests: what CREATE TABLE, INSERT, SELECT, UPDATE, DELETE and DROP TABLE are in this store, and what has no
// counterpart.
import { type Columns, condition, type Gap, textOf } from "../../script/sql-filter.ts";
import { Reader, type Word, wordsOf } from "../../script/sql-words.ts";

export interface Translation {
  request: string; // "" if there is none
  columns: [name: string, becomes: "PartitionKey" | "RowKey" | "property"][]; // of a CREATE TABLE
  gaps: Gap[];
}

/** The key columns of tables, by table: from CREATE TABLE statements of the same text. */
export type Keys = ReadonlyMap<string, Columns>;

const DIRECT: Columns = { partition: "PartitionKey", row: "RowKey" };
const JSON_HEAD = "Content-Type: application/json";

/** Statements that no request stands for. */
const WITHOUT: readonly (readonly [string, Gap])[] = [
  ["BEGIN", "transaction"],
  ["START TRANSACTION", "transaction"],
  ["COMMIT", "transaction"],
  ["ROLLBACK", "transaction"],
  ["ALTER TABLE", "columns"],
  ["CREATE INDEX", "index"],
  ["CREATE UNIQUE INDEX", "index"],
  ["TRUNCATE TABLE", "truncate"],
];

/** Returns the request that does the same, null if the text is no SQL that is understood. */
export function translate(sql: string, keys: Keys): Translation | null {
  const words = wordsOf(sql);
  if (!words) return null;
  const r = new Reader(words);
  const gap = WITHOUT.find(([statement]) => r.take(statement))?.[1];
  if (gap) return { request: "", columns: [], gaps: [gap] };
  if (r.take("CREATE TABLE")) return create(r);
  if (r.take("DROP TABLE")) return drop(r);
  if (r.take("INSERT INTO")) return insert(r, keys);
  if (r.take("SELECT")) return select(r, keys);
  if (r.take("DELETE FROM")) return single(r, keys, "DELETE");
  return r.take("UPDATE") ? single(r, keys, "PATCH") : null;
}

/** Returns the key columns of a CREATE TABLE, null for anything else. */
export function keysOf(sql: string): [table: string, columns: Columns] | null {
  const words = wordsOf(sql);
  const r = new Reader(words ?? []);
  if (!r.take("CREATE TABLE")) return null;
  r.take("IF NOT EXISTS");
  const table = r.name();
  const [columns, primary] = columnsOf(r);
  return table ? [titled(table), keyColumns(columns, primary)] : null;
}

function create(r: Reader): Translation | null {
  r.take("IF NOT EXISTS");
  const name = r.name();
  if (!name) return null;
  const [columns, primary] = columnsOf(r);
  const keys = keyColumns(columns, primary);
  return {
    request: `POST {{table}}/Tables\n${JSON_HEAD}\n\n{ "TableName": "${titled(name)}" }`,
    columns: columns.map((c) => [c, c === keys.partition ? "PartitionKey" : c === keys.row ? "RowKey" : "property"]),
    gaps: primary.length === 2 ? [] : columns.length ? ["keys"] : [],
  };
}

/** Reads the columns and the primary key of a CREATE TABLE. */
function columnsOf(r: Reader): [columns: string[], primary: string[]] {
  const columns: string[] = [];
  const primary: string[] = [];
  if (!r.take("(")) return [columns, primary];
  for (let depth = 1, column = "", begins = true; depth > 0 && !r.done; ) {
    if (r.take("PRIMARY KEY")) {
      if (column && !begins) primary.push(column);
      else primary.push(...(listOf(r, () => r.name()) ?? []));
      begins = false;
      continue;
    }
    const word = r.next();
    if (word?.text === "(") depth++;
    else if (word?.text === ")") depth--;
    else if (word?.text === "," && depth === 1) begins = true;
    else if (begins && word?.kind === "name") {
      begins = false;
      column = /^(FOREIGN|UNIQUE|CONSTRAINT|CHECK|INDEX|KEY)$/i.test(word.text) ? "" : word.text;
      if (column) columns.push(column);
    }
  }
  return [columns, primary];
}

/** A primary key of two columns is the two keys; of one, it is the RowKey. */
function keyColumns(columns: readonly string[], primary: readonly string[]): Columns {
  const [first, second] = primary;
  if (first && second) return { partition: first, row: second };
  return { partition: "PartitionKey", row: first ?? columns[0] ?? "RowKey" };
}

function drop(r: Reader): Translation | null {
  r.take("IF EXISTS");
  const name = r.name();
  return name ? { request: `DELETE {{table}}/Tables('${titled(name)}')`, columns: [], gaps: [] } : null;
}

function insert(r: Reader, keys: Keys): Translation | null {
  const table = titled(r.name() ?? "");
  const names = listOf(r, () => r.name());
  if (!table || !names || !r.take("VALUES")) return null;
  const values = listOf(r, () => r.value());
  if (!values || values.length !== names.length) return null;
  const columns = keys.get(table) ?? DIRECT;
  const fields = new Map(names.map((name, i) => [nameIn(name, columns), jsonOf(values[i], isKey(name, columns))]));
  const gaps: Gap[] = fields.has("PartitionKey") && fields.has("RowKey") ? [] : ["autokey"];
  const all = new Map([["PartitionKey", '""'], ["RowKey", '""'], ...fields]);
  const body = [...all].map(([name, value]) => `"${name}": ${value}`).join(", ");
  return { request: `POST {{table}}/${table}\n${JSON_HEAD}\n\n{ ${body} }`, columns: [], gaps };
}

function select(r: Reader, keys: Keys): Translation | null {
  const gaps = new Set<Gap>();
  if (r.take("DISTINCT")) gaps.add("group");
  const names: string[] = [];
  for (; !r.sees("FROM") && !r.done; r.take(",")) {
    if (r.take("*")) continue;
    const name = r.name();
    if (!name) return null;
    if (r.take("(")) {
      gaps.add("group");
      while (!r.done && !r.take(")")) r.next();
    } else names.push(name);
  }
  if (!r.take("FROM")) return null;
  const table = titled(r.name() ?? "");
  if (!table) return null;
  return asked(r, table, names, keys.get(table) ?? DIRECT, gaps);
}

/** The clauses behind the table of a SELECT. */
function asked(r: Reader, table: string, names: string[], columns: Columns, gaps: Set<Gap>): Translation | null {
  let filter = "";
  let top = "";
  while (!r.done) {
    if (r.take("WHERE")) {
      const found = condition(r, columns, gaps);
      if (found === null) return null;
      filter = found;
    } else if (r.take("ORDER BY")) order(r, columns, gaps);
    else if (r.take("LIMIT")) top = r.next()?.text ?? "";
    else if (r.take("OFFSET")) gaps.add("offset");
    else if (r.take("GROUP BY") || r.take("HAVING")) gaps.add("group");
    else if (r.sees("JOIN", ",")) gaps.add("join");
    if (gaps.has("join") || gaps.has("group")) break;
    if (!r.sees("WHERE", "ORDER", "LIMIT", "OFFSET", "GROUP", "HAVING", "JOIN", ",")) r.next();
  }
  if (!/\bPartitionKey\b/.test(filter)) gaps.add("nokey");
  const options = [
    filter && `$filter=${filter}`,
    names.length ? `$select=${names.map((n) => nameIn(n, columns)).join(",")}` : "",
    top && `$top=${top}`,
  ].filter(Boolean);
  const query = options.map((o, i) => `\n    ${i ? "&" : "?"}${o}`).join("");
  return { request: gaps.has("join") ? "" : `GET {{table}}/${table}()${query}`, columns: [], gaps: [...gaps] };
}

/** Rows come in the order of their keys: only that order needs no word. */
function order(r: Reader, columns: Columns, gaps: Set<Gap>): void {
  const names: string[] = [];
  for (; !r.done && !r.sees("LIMIT", "OFFSET"); r.take(",")) {
    const name = r.name();
    if (!name) return;
    names.push(nameIn(name, columns));
    if (r.take("DESC")) gaps.add("order");
    r.take("ASC");
  }
  const text = names.join();
  if (!["PartitionKey", "PartitionKey,RowKey", "RowKey"].includes(text)) gaps.add("order");
}

/** UPDATE and DELETE of one entity, which both keys name. */
function single(r: Reader, keys: Keys, method: "PATCH" | "DELETE"): Translation | null {
  const table = titled(r.name() ?? "");
  const columns = keys.get(table) ?? DIRECT;
  const fields: string[] = [];
  if (method === "PATCH") {
    if (!r.take("SET")) return null;
    do {
      const name = r.name();
      const value = r.take("=") ? r.value() : null;
      if (!name || !value) return null;
      fields.push(`"${nameIn(name, columns)}": ${jsonOf(value, false)}`);
    } while (r.take(","));
  }
  const where = r.take("WHERE") ? condition(r, columns, new Set()) : "";
  if (!table || where === null) return null;
  const both = /^(PartitionKey|RowKey) eq ('(?:[^']|'')*') and (PartitionKey|RowKey) eq ('(?:[^']|'')*')$/.exec(where);
  if (!both || both[1] === both[3]) return { request: "", columns: [], gaps: ["keys"] };
  const [partition, row] = both[1] === "PartitionKey" ? [both[2], both[4]] : [both[4], both[2]];
  const body = fields.length ? `\n${JSON_HEAD}\n\n{ ${fields.join(", ")} }` : "";
  const request = `${method} {{table}}/${table}(PartitionKey=${partition},RowKey=${row})\nIf-Match: *${body}`;
  return { request, columns: [], gaps: [] };
}

function listOf<T>(r: Reader, item: () => T | null): T[] | null {
  if (!r.take("(")) return null;
  const list: T[] = [];
  do {
    const found = item();
    if (found === null) return null;
    list.push(found);
  } while (r.take(","));
  return r.take(")") ? list : null;
}

const isKey = (name: string, columns: Columns): boolean => name === columns.partition || name === columns.row;

export function nameIn(name: string, columns: Columns): string {
  if (name === columns.partition) return "PartitionKey";
  return name === columns.row ? "RowKey" : name;
}

function jsonOf(word: Word | undefined, key: boolean): string {
  if (!word) return '""';
  if (word.kind === "text" || key) return JSON.stringify(textOf(word));
  return word.kind === "name" ? word.text.toLowerCase() : word.text;
}

/** Names of tables have letters and digits only. */
function titled(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, "");
}
