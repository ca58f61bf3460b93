// Where a script holds SQL: statements in the place of requests.
import { commentsOf } from "../../script/sql-words.ts";
import { keysOf, translate } from "./sql.ts";
import { type Keys, type Translation, UNCLEAR, without } from "./sql-tables.ts";

export interface Statement {
  firstLine: number;
  lastLine: number;
  from: number;
  to: number;
  below: boolean; // a request, which ends there only if a ### parts them
  comments: string; // of the SQL, as lines of a script
  translation: Translation;
}

const LONGEST = 10_000; // characters of a statement that is read
const MOST = 100; // statements, each of which draws a hint: a script may come with a link
const BEGINS = new RegExp(
  [
    /^\s*(?:(?:CREATE|DROP|ALTER|TRUNCATE)\s+TABLE|CREATE\s+(?:UNIQUE\s+)?INDEX)\b/,
    /^\s*(?:INSERT|SELECT|DELETE\s+FROM|UPDATE|SHOW\s+(?:TABLES|COLUMNS)|DESCRIBE|(?:MERGE|REPLACE|UPSERT)\s+INTO)\b/,
    /^\s*DELETE\s+\w+\s+WHERE\b/,
    /^\s*EXPLAIN\s+(?:\w+\s+){0,3}(?:SELECT|INSERT|UPDATE|DELETE)\b/,
    /^\s*WITH\s+\w+\s+AS\b/,
    /^\s*(?:CREATE|DROP|ALTER)\s+(?:OR\s+REPLACE\s+)?(?:VIEW|DATABASE|SCHEMA|TYPE|FUNCTION|PROCEDURE|TRIGGER|INDEX)\b/,
    /^\s*(?:BEGIN|START\s+TRANSACTION|COMMIT|ROLLBACK)(?:\s+(?:WORK|TRAN|TRANSACTION))?\s*;?\s*$/,
  ]
    .map((beginning) => beginning.source)
    .join("|"),
  "i",
);
const REQUEST = /^(GET|POST|PUT|PATCH|MERGE|DELETE|HEAD|OPTIONS)\s+(\{\{|\/|https?:)/;
const ENDS = /^\s*$|^###/;

/** Returns the statements of a text. A comment holds none, nor does a body that is no JSON. What is known of the tables
 * that are there tells the names and types of columns. */
export function statementsOf(text: string, tables: Keys = new Map()): Statement[] {
  const found = piecesOf(text);
  const keys = new Map(tables);
  for (const [table, columns] of [...commentedOut(text), ...found.map((p) => p.sql)].flatMap(keysOf)) {
    const there = tables.get(table);
    const rows = there?.properties ?? [];
    const others = (columns.properties ?? []).filter((p) => rows.every(({ name }) => name !== p.name));
    keys.set(table, { ...there, ...columns, properties: [...rows, ...others] });
  }
  const name = freeName(text);
  return found.flatMap(({ sql, ...place }) => {
    const translation = sql ? translate(sql.replaceAll("{{table}}/", ""), keys, name) : without("rows");
    if (translation.gaps.some((gap) => UNCLEAR.has(gap)) && !looksLikeSQL(sql)) return [];
    const comments = commentsOf(sql).map((comment) => `# ${comment}\n`);
    return [{ ...place, comments: comments.join(""), translation }];
  });
}

/** Whether a text that is not understood is SQL all the same: a sentence may begin with its words, and a request with
 * a verb of it, which is answered when it runs. */
function looksLikeSQL(sql: string): boolean {
  const [first = ""] = sql.split("\n");
  if (/^\s*\w+\s+(?:\{\{|\/|https?:)(?:'[^']*'|\S)+\s*$/.test(first)) return false;
  return !/^\s*[A-Z][a-z]+\b/.test(sql) || /\b(?:FROM|FORM|INTO|VALUES|SET|TABLE)\b|[*=]/i.test(sql);
}

/** SQL as comments of a script. */
export const commented = (sql: string): string => sql.replaceAll(/^/gm, "# ");

/** What takes the place of a statement in a text, "" if no request does the same. */
export function replacement(s: Statement, text: string): string {
  const { request, columns } = s.translation;
  const blank = /^\n[^\S\n]*\n/.test(text.slice(s.to)) ? "" : "\n"; // between it and what is below
  const before = columns.length ? `${commented(text.slice(s.from, s.to))}\n` : s.comments;
  return request && `${s.below ? "###\n" : ""}${before}${request}${blank}`;
}

/** The CREATE TABLE statements in comments: what they say of keys is true of the statements that are left. */
function commentedOut(text: string): string[] {
  const found = text.matchAll(/^# *CREATE\s+TABLE\b.*(?:(?<!;[ \t]*)\n#(?!#).*)*/gim);
  return [...found].map(([lines]) => lines.replaceAll(/^# ?/gm, "")).filter((sql) => sql.length <= LONGEST);
}

/** A name that no request of the text has. */
function freeName(text: string): string {
  const taken = new Set([...text.matchAll(/@name\s+(\w+)/g)].map(([, name]) => name));
  for (let n = 1; ; n++) {
    const name = n === 1 ? "read" : `read${n}`;
    if (!taken.has(name)) return name;
  }
}

interface Piece extends Omit<Statement, "translation" | "comments"> {
  sql: string; // "" of an INSERT that is longer than what is read
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const lines = text.split("\n");
  let from = 0;
  let below = false; // a request
  let body = false; // which may be any text
  for (let i = 0; i < lines.length && pieces.length < MOST; i++) {
    const line = lines[i] ?? "";
    if (line.startsWith("###")) below = body = false;
    else if (REQUEST.test(line)) [below, body] = [true, !/^(GET|HEAD|DELETE)/.test(line)];
    else if (/^\s*[{[]/.test(line)) body = false;
    else if (!body && BEGINS.test(line)) {
      const last = lastOf(lines, i);
      const sql = lines.slice(i, last + 1).join("\n");
      const read = sql.length <= LONGEST ? sql : "";
      if (read || /^\s*INSERT/i.test(line))
        pieces.push({ firstLine: i + 1, lastLine: last + 1, from, to: from + sql.length, below, sql: read });
      from += sql.length + 1;
      i = last;
      continue;
    }
    from += line.length + 1;
  }
  return pieces;
}

/** A statement ends with ";", before an empty line, or before the next statement or request. */
function lastOf(lines: readonly string[], first: number): number {
  for (let i = first; i < lines.length; i++) {
    if (i > first && [ENDS, REQUEST, BEGINS].some((x) => x.test(lines[i] ?? ""))) return i - 1;
    if (/;\s*$/.test(lines[i] ?? "")) return i;
  }
  return lines.length - 1;
}
