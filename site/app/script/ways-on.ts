// What a script lacks where the service has refused a request: the table that it names, the version that it knows.
// Pure.
import { propertyOf } from "../answer/entities.ts";
import type { Diagnostic, Entity, Exchange, Key, Rec } from "../engine/types.ts";

/** The entity that a conditional write is about, and the version that it expects. */
export interface Condition {
  table: string;
  key: Key;
  etag: string;
  path: string; // as it was sent, below the account
}

const TABLE = /^[A-Za-z][A-Za-z0-9]{2,62}$/;
const ENTITY = /\/devstoreaccount1(\/(\w+)\(PartitionKey='((?:[^']|'')*)',\s*RowKey='((?:[^']|'')*)'\))$/;

/** The table that a request needs, "" if it does not lack one or no table could have that name. */
export function lackedTable(x: Exchange): string {
  const { table = "", op = "" } = x.record ?? {};
  return x.code === "TableNotFound" && op !== "DeleteTable" && TABLE.test(table) ? table : "";
}

/** What the parser says about the filter that the service has refused, null if it was something else. */
export function refusedFilter({ code }: Exchange, remarks: readonly Diagnostic[]): Diagnostic | null {
  if (code !== "NotImplemented" && code !== "InvalidInput") return null;
  return remarks.find((d) => d.sentences[0]?.code === "in-filter" && d.sentences[1]?.code === "at-character") ?? null;
}

const STRAY = /^(no-body|no-separator|after-json|sql-\w+)$/;

/** The first line that is sent with a request, but is none of it. What cannot be read is not sent. */
export function strayLine(remarks: readonly Diagnostic[]): Diagnostic | null {
  return remarks.find((d) => d.severity === "warning" && STRAY.test(d.sentences[0]?.code ?? "")) ?? null;
}

export function createTable(table: string, title: string): string {
  return `### ${title}\nPOST {{table}}/Tables\nContent-Type: application/json\n\n{ "TableName": "${table}" }\n`;
}

/** Returns what a refused write expected, null if it had no condition or was a part of a transaction. */
export function conditionOf(x: Exchange): Condition | null {
  const request = x.wire.at(-1)?.request;
  if (x.code !== "UpdateConditionNotSatisfied" || x.ops.length || !request) return null;
  const [, path = "", table = "", partition = "", row = ""] = ENTITY.exec(request.url.split("?")[0] ?? "") ?? [];
  const etag = request.headers.find(([name]) => name.toLowerCase() === "if-match")?.[1] ?? "";
  return path ? { table, key: { partition: keyOf(partition), row: keyOf(row) }, etag, path } : null;
}

const keyOf = (sent: string): string => decodeURIComponent(sent).replaceAll("''", "'");

/** The request that reads an entity again, below a name that the script does not use for anything else. */
export function readAgain(
  { path }: Condition,
  client: string,
  script: string,
  words: { title: string; how: (header: string) => string },
): string {
  const block = (name: string) =>
    [
      `### ${words.title}`,
      `# ${words.how(`If-Match: {{${name}.response.headers.ETag}}`)}`,
      ...(client ? [`# @client ${client}`] : []),
      `# @name ${name}`,
      `GET {{table}}${path.replaceAll("{{", "%7B%7B")}`,
      "",
    ].join("\n");
  for (let n = 1; ; n++) {
    const name = n === 1 ? "again" : `again${n}`;
    if (script.includes(block(name)) || !new RegExp(`@name\\s+${name}\\b`).test(script)) return block(name);
  }
}

/** Looks in the log for the version that an ETag names: a write has made it, or has replaced it. */
export function versionOf({ table, key, etag }: Condition, records: readonly Rec[]): Entity | null {
  const time = /^W\/"datetime'(.*)'"$/.exec(etag)?.[1] ?? "";
  for (const c of records.flatMap((r) => r.changes)) {
    if (c.table.toLowerCase() !== table.toLowerCase() || c.key.partition !== key.partition || c.key.row !== key.row)
      continue;
    const found = [c.before, c.after].find((e) => e && stampOf(e) === time);
    if (found) return found;
  }
  return null;
}

/** A version is named by its time, in which colons are escaped. */
const stampOf = (e: Entity): string => String(propertyOf(e, "Timestamp") ?? "").replaceAll(":", "%3A");
