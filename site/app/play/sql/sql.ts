// SQL as requests: what CREATE TABLE, INSERT, SELECT, UPDATE, DELETE and DROP TABLE are in this store, and what has no
// counterpart.

import type { Named } from "../../engine/types.ts";
import { boundsPartition, type Columns, condition, type Gap, isKeyOrder, nameIn } from "../../script/sql-filter.ts";
import { Reader, statementsIn, wordsOf } from "../../script/sql-words.ts";
import {
  columnsOf,
  DIRECT,
  isKey,
  JSON_HEAD,
  type Keys,
  listOf,
  meantBy,
  type Translation,
  titled,
  without,
} from "./sql-tables.ts";
import { insert, single } from "./sql-write.ts";

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
  ["DESCRIBE", "columns"],
  ["SHOW COLUMNS", "columns"],
  ["MERGE INTO", "conflict"],
  ["REPLACE INTO", "conflict"],
  ["UPSERT INTO", "conflict"],
];

/** Returns the requests that do the same, or what is not understood. A part that has not been read is in the
 * translation. A row that must be read before it is changed gets the name. */
export function translate(sql: string, keys: Keys, name = "read"): Translation {
  const [first, ...others] = statementsIn(wordsOf(sql) ?? []);
  if (!first)
    return { ...without("quote"), unread: /'[^'\n]*'\w[^'\n]*'/.exec(sql)?.[0].replace(INNER, "''") ?? "'O''Neil'" };
  const found = one(new Reader(first), keys, name);
  if (!others.length) return found;
  const all = [found, ...others.map((words, i) => one(new Reader(words), keys, `${name}${i + 2}`))];
  const gaps = [...new Set(all.flatMap((t) => t.gaps))];
  const { unread, meant } = all.find((t) => t.unread) ?? found;
  if (all.some((t) => !t.request)) return { ...without(...gaps, "several"), unread, meant };
  const request = all.map((t) => t.request).join("\n\n###\n");
  return { request, columns: all.flatMap((t) => t.columns), gaps, unread };
}

const INNER = /(?<=.)'(?=.)/g; // a quote that is not at an end

function one(r: Reader, keys: Keys, name: string): Translation {
  const explains = r.take("EXPLAIN");
  if (explains && !r.take("QUERY PLAN FOR")) while (r.take("ANALYZE") || r.take("VERBOSE") || r.take("QUERY PLAN"));
  const gap = WITHOUT.find(([statement]) => r.take(statement))?.[1];
  if (gap) return without(gap);
  if (r.hasNested()) return without("nested");
  const found = statement(r, keys, name);
  const meant = meantBy(r);
  if (!found || meant)
    return { ...without(r.done ? "end" : meant ? "typo" : "unread"), unread: restOf(r, meant), meant };
  const gaps: Gap[] = explains ? [...found.gaps, "explain"] : found.gaps;
  if (!found.request || r.done) return { ...found, gaps };
  return { ...found, gaps: [...gaps, "rest"], unread: r.rest() };
}

const LONG = 60; // characters of what is shown of it

/** What is not understood: the one word if another is meant. */
function restOf(r: Reader, meant: string): string {
  if (meant) return r.peek()?.text ?? "";
  const rest = r.rest();
  return rest.length > LONG ? `${rest.slice(0, LONG)}…` : rest;
}

function statement(r: Reader, keys: Keys, name: string): Translation | null {
  if (r.take("CREATE TABLE")) return create(r);
  if (r.take("DROP TABLE")) return drop(r);
  if (r.take("SHOW TABLES")) return { request: "GET {{table}}/Tables", columns: [], gaps: [], unread: "" };
  if (r.take("INSERT INTO") || r.take("INSERT")) return insert(r, keys);
  if (r.take("SELECT")) return select(r, keys);
  if (r.take("DELETE FROM") || r.take("DELETE")) return single(r, keys, "DELETE", name);
  return r.take("UPDATE") ? single(r, keys, "PATCH", name) : null;
}

/** Returns the columns of the tables that are created. */
export function keysOf(sql: string): [table: string, columns: Columns][] {
  return statementsIn(wordsOf(sql) ?? []).flatMap((words) => {
    const r = new Reader(words);
    if (!r.take("CREATE TABLE")) return [];
    r.take("IF NOT EXISTS");
    const table = r.name();
    const { columns, primary, properties } = declared(r);
    return table ? [[titled(table).toLowerCase(), { ...keyColumns(columns, primary), properties }]] : [];
  });
}

function create(r: Reader): Translation | null {
  r.take("IF NOT EXISTS");
  const name = r.name();
  if (!name) return null;
  const { columns, primary, rules } = declared(r);
  const keys = keyColumns(columns, primary);
  const gaps: Gap[] = primary.length === 2 || !columns.length ? [] : ["keys"];
  return {
    request: `POST {{table}}/Tables\n${JSON_HEAD}\n\n{ "TableName": "${titled(name)}" }`,
    columns: columns.map((c) => [c, becomes(nameIn(c, keys))]),
    gaps: rules ? [...gaps, "rules"] : gaps,
    unread: "",
  };
}

const becomes = (name: string): "PartitionKey" | "RowKey" | "property" =>
  name === "PartitionKey" || name === "RowKey" ? name : "property";

/** Reads the columns and the primary key of a CREATE TABLE. */
function declared(r: Reader): { columns: string[]; primary: string[]; properties: Named[]; rules: boolean } {
  const columns: string[] = [];
  const properties: Named[] = [];
  const primary: string[] = [];
  let rules = false; // which the service does not check
  if (!r.take("(")) return { columns, primary, properties, rules };
  for (let depth = 1, column = "", begins = true; depth > 0 && !r.done; ) {
    if (r.take("PRIMARY KEY")) {
      if (column && !begins) primary.push(column);
      else primary.push(...(listOf(r, () => r.name()) ?? []));
      begins = false;
      continue;
    }
    rules ||= r.sees(...RULES);
    const word = r.next();
    if (word?.text === "(") depth++;
    else if (word?.text === ")") depth--;
    else if (word?.text === "," && depth === 1) begins = true;
    else if (begins && word?.kind === "name") {
      begins = false;
      column = /^(FOREIGN|UNIQUE|CONSTRAINT|CHECK|INDEX|KEY)$/i.test(word.text) ? "" : word.text;
      if (column) columns.push(column);
      const type = TYPES.find(([names]) => names.test(r.peek()?.text ?? ""))?.[1];
      if (column && type) properties.push({ name: column, type: `Edm.${type}` });
    }
  }
  return { columns, primary, properties, rules };
}

/** What is of these types in SQL is of those here. */
const TYPES: readonly (readonly [names: RegExp, type: string])[] = [
  [/^(?:DATE|(?:SMALL)?DATETIME2?|TIMESTAMP(?:TZ)?)$/i, "DateTime"],
  [/^(?:BIGINT|BIGSERIAL|INT8)$/i, "Int64"],
  [/^(?:INT|INTEGER|INT4|SERIAL|SMALLINT|TINYINT)$/i, "Int32"],
  [/^(?:DOUBLE|FLOAT|REAL|NUMERIC|DECIMAL|MONEY)$/i, "Double"],
  [/^(?:BOOL|BOOLEAN|BIT)$/i, "Boolean"],
  [/^(?:UUID|UNIQUEIDENTIFIER)$/i, "Guid"],
  [/^(?:TEXT|N?VARCHAR2?|N?CHAR|CHARACTER)$/i, "String"],
];

const RULES = ["UNIQUE", "CHECK", "REFERENCES", "FOREIGN", "DEFAULT", "AUTO_INCREMENT", "AUTOINCREMENT", "IDENTITY"];

/** A primary key of two columns is the two keys; of one, it is the RowKey. */
function keyColumns(columns: readonly string[], primary: readonly string[]): Columns {
  const [first, second] = primary;
  if (first && second) return { partition: first, row: second };
  if (columns.some((c) => isKey(c, DIRECT)) && (!first || isKey(first, DIRECT))) return DIRECT;
  return { partition: "PartitionKey", row: first ?? columns[0] ?? "RowKey" };
}

function drop(r: Reader): Translation | null {
  r.take("IF EXISTS");
  const name = r.name();
  return name ? { request: `DELETE {{table}}/Tables('${titled(name)}')`, columns: [], gaps: [], unread: "" } : null;
}

function select(r: Reader, keys: Keys): Translation | null {
  const gaps = new Set<Gap>();
  if (r.take("DISTINCT")) gaps.add("distinct");
  const top = r.take("TOP") ? rowsOf(r, gaps) : "";
  if (top === null) return null;
  const names: string[] = [];
  do {
    if (!item(r, names, gaps)) return null;
  } while (r.take(","));
  if (!r.take("FROM")) return null;
  const table = titled(r.name() ?? "");
  if (!table) return null;
  const short = r.take("AS") || !meantBy(r); // name, which the columns may begin with
  if (short && !r.sees(...CLAUSES)) r.name();
  return asked(r, { table, names, top }, columnsOf(table, keys), gaps);
}

/** One of the things that a SELECT asks for: the names of its columns, "*" for all. */
function item(r: Reader, names: string[], gaps: Set<Gap>): boolean {
  if (!operand(r, names, gaps)) return false;
  while (r.sees(...SIGNS)) {
    gaps.add("sum");
    while (r.sees(...SIGNS)) r.next();
    if (!operand(r, names, gaps)) return false;
  }
  const ends = r.sees("FROM") || !/^(?:FROM|,)$/i.test(r.peek(1)?.text ?? "");
  if (!r.take("AS") && (r.peek()?.kind !== "name" || ends)) return true;
  gaps.add("alias");
  return r.next() !== null;
}

const SIGNS = ["+", "-", "*", "/", "%", "|"];

function operand(r: Reader, names: string[], gaps: Set<Gap>): boolean {
  if (r.sees("(")) gaps.add("sum");
  if (r.sees("(")) return r.skip() > 0;
  const name = r.take("*") ? "*" : r.name();
  if (!name) gaps.add("sum");
  if (!name) return r.value() !== null;
  if (r.sees("(")) gaps.add("group");
  if (r.sees("(")) return r.skip() > 0;
  const whole = r.take("."); // of a table: t.*
  names.push(whole ? "*" : name);
  return !whole || r.take("*");
}

const JOINS = ["JOIN", "INNER", "LEFT", "RIGHT", "FULL", "CROSS", "NATURAL", ","];
const READ = ["WHERE", "ORDER", "LIMIT", "OFFSET", "GROUP", "HAVING", ...JOINS];
const CLAUSES = [...READ, "UNION", "EXCEPT", "INTERSECT", "FETCH", "FOR", "WITH", "WINDOW", "TABLESAMPLE"];

interface Asked {
  table: string;
  names: string[];
  top: string; // of a TOP
}

/** The clauses behind the table of a SELECT. */
function asked(r: Reader, { table, names, top }: Asked, columns: Columns, gaps: Set<Gap>): Translation | null {
  let filter = "";
  let by = "";
  while (!r.done) {
    if (!filter && r.take("WHERE")) {
      const found = condition(r, columns, gaps);
      if (found === null) return null;
      filter = found;
    } else if (r.take("ORDER BY")) by = order(r, columns);
    else if (!top && r.take("LIMIT")) {
      const found = limit(r, gaps);
      if (found === null) return null;
      top = found;
    } else if (r.take("OFFSET")) {
      gaps.add("offset");
      r.next();
      if (!r.take("ROWS")) r.take("ROW");
    } else if (!top && (r.take("FETCH NEXT") || r.take("FETCH FIRST"))) {
      const found = rowsOf(r, gaps);
      if (found === null) return null;
      top = found;
      if (!r.take("ROWS")) r.take("ROW");
      r.take("ONLY");
    } else if (r.take("GROUP BY") || r.take("HAVING")) {
      gaps.add("group");
      while (!r.done && !r.sees(...CLAUSES.filter((c) => c !== ","))) r.next();
    } else {
      if (r.sees(...JOINS)) gaps.add("join");
      break;
    }
  }
  if (gaps.has("join")) return without(...gaps);
  if (by && !isKeyOrder(by, filter)) gaps.add("order");
  if (gaps.has("order") && top) {
    gaps.add("ordertop");
    top = "";
  }
  if (!boundsPartition(filter) && (filter || !top)) gaps.add(top ? "nokeytop" : "nokey");
  const selected = [...new Set(names.map((n) => nameIn(n, columns)))];
  const options = [
    filter && `$filter=${filter}`,
    selected.length && !selected.includes("*") ? `$select=${selected.join(",")}` : "",
    top && `$top=${top}`,
  ].filter(Boolean);
  const query = options.map((o, i) => `\n    ${i ? "&" : "?"}${o}`).join("");
  return { request: `GET {{table}}/${table}()${query}`, columns: [], gaps: [...gaps], unread: "" };
}

const MOST = 1000; // rows of a page, and $top

/** How many rows are wanted, "" if $top cannot say so; null if that is no number. */
function rowsOf(r: Reader, gaps: Set<Gap>): string | null {
  const nested = r.take("(");
  const word = r.peek();
  if (word?.kind !== "number" || !/^\d+$/.test(word.text)) return null;
  if (r.next() && nested && !r.take(")")) return null;
  if (Number(word.text) <= MOST) return word.text;
  gaps.add("most");
  return "";
}

/** The number after LIMIT, the second of two: LIMIT 20, 10. */
function limit(r: Reader, gaps: Set<Gap>): string | null {
  const first = r.peek();
  const own = new Set<Gap>();
  const found = rowsOf(r, own);
  if (found === null || !r.take(",")) {
    for (const gap of own) gaps.add(gap);
    return found;
  }
  if (first?.text !== "0") gaps.add("offset");
  return rowsOf(r, gaps);
}

/** The order that is wanted, in the names of this store. */
function order(r: Reader, columns: Columns): string {
  const names: string[] = [];
  do {
    const name = nameIn(r.name() ?? "", columns);
    const down = r.take("DESC");
    if (!down) r.take("ASC");
    names.push(down ? `${name} desc` : name);
  } while (r.take(","));
  return names.join();
}
