// What an edit in the grid stands for, as blocks of a script. Pure: the text that is shown is the text that is sent.
import { isAnnotation, propertyOf } from "../../answer/entities.ts";
import { momentIn } from "../../engine/moment.ts";
import type { Entity } from "../../engine/types.ts";

/** Where an entity is. */
export interface Place {
  table: string;
  partition: string;
  row: string;
}

/** A request or a transaction, as text. */
export interface Edit {
  title: string;
  text: string; // blocks of a script
  operations: number;
}

/** A value of a property, with the type that it is sent with. */
export interface Typed {
  type: string; // "String", "Int32" and so on
  value: unknown; // as JSON has it
}

export const TYPES = ["String", "Int32", "Int64", "Double", "Boolean", "DateTime", "Guid", "Binary"] as const;
export const BATCH = 100; // operations of a transaction

const KEYS = new Set(["PartitionKey", "RowKey", "Timestamp"]);
const SAID = new Set(["Int64", "DateTime", "Guid", "Binary", "Double"]); // what JSON alone does not tell

/** Returns the type of a property of an entity as the service has it, "" if it has none. */
export function typeOf(e: Entity, name: string): string {
  const said = propertyOf(e, `${name}@odata.type`);
  if (typeof said === "string") return said.replace(/^Edm\./, "");
  const value = propertyOf(e, name);
  if (name === "Timestamp") return "DateTime";
  if (typeof value === "number") return Number.isInteger(value) ? "Int32" : "Double";
  if (typeof value === "boolean") return "Boolean";
  return value === undefined ? "" : "String";
}

/** Reads what was typed as a value of a type. What does not fit is sent as it is: the service says what is wrong. */
export function typedOf(text: string, type: string): Typed {
  if (type === "Int32" && /^-?\d{1,10}$/.test(text)) return { type, value: Number(text) };
  if (type === "Double" && text.trim() !== "" && Number.isFinite(Number(text))) return { type, value: Number(text) };
  if (type === "Boolean" && /^(true|false)$/i.test(text)) return { type, value: text.toLowerCase() === "true" };
  if (type === "DateTime") return { type, value: momentIn(text) ?? text };
  return { type, value: text };
}

/** Returns the ETag of a stored entity. */
export function etagOf(e: Entity): string {
  return `W/"datetime'${String(propertyOf(e, "Timestamp") ?? "").replaceAll(":", "%3A")}'"`;
}

/** Changes or adds one property, unless somebody has changed the row meanwhile. */
export function setProperty(title: string, p: Place, e: Entity, name: string, v: Typed): Edit {
  return one(title, `MERGE {{table}}${address(p)}\nIf-Match: ${etagOf(e)}`, membersOf(name, v));
}

/** Removes a property: the row is replaced by one without it. */
export function dropProperty(title: string, p: Place, e: Entity, name: string): Edit {
  return one(title, `PUT {{table}}${address(p)}\nIf-Match: ${etagOf(e)}`, propertiesOf(e, name));
}

/** Inserts an entity with the properties of another one. */
export function insertCopy(title: string, to: Place, e: Entity): Edit {
  return one(title, `POST {{table}}/${to.table}`, entityOf(to, e));
}

export function writeBack(p: Place, e: Entity, title = `${p.partition} ${p.row}`): Edit {
  return insertCopy(title, p, e);
}

/** A key cannot be changed: the row is inserted under the new one, and deleted. In one partition that is one
 * transaction. */
export function moveRow(title: string, from: Place, to: Place, e: Entity): Edit[] {
  const insert = insertCopy(title, to, e);
  const drop = deleteRow(title, from, e);
  if (from.partition !== to.partition) return [insert, drop];
  return [batch(title, [insert, drop])];
}

export function deleteRow(title: string, p: Place, e: Entity): Edit {
  return { title, text: `### ${line(title)}\nDELETE {{table}}${address(p)}\nIf-Match: ${etagOf(e)}\n`, operations: 1 };
}

/** Deletes entities in transactions: each of one partition, with 100 operations at most. */
export function deleteRows(title: string, table: string, entities: readonly Entity[]): Edit[] {
  const partitions = new Map<string, Edit[]>();
  for (const e of entities) {
    const p = placeOf(table, e);
    const list = partitions.get(p.partition) ?? [];
    list.push(deleteRow(title, p, e));
    partitions.set(p.partition, list);
  }
  return [...partitions.values()].flatMap((list) =>
    list.length === 1 ? list : chunks(list).flatMap((some) => (some.length === 1 ? some : [batch(title, some)])),
  );
}

export function placeOf(table: string, e: Entity): Place {
  return { table, partition: String(propertyOf(e, "PartitionKey")), row: String(propertyOf(e, "RowKey")) };
}

/** The path of an entity: quotes are doubled, the rest is escaped as URLs want it. */
export function address(p: Place): string {
  return `/${p.table}(PartitionKey='${keyText(p.partition)}',RowKey='${keyText(p.row)}')`;
}

function keyText(key: string): string {
  return encodeURIComponent(key.replaceAll("'", "''")).replace(/[()!*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
}

function chunks<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / BATCH) }, (_, i) => list.slice(i * BATCH, (i + 1) * BATCH));
}

/** One transaction of several requests. */
function batch(title: string, edits: readonly Edit[]): Edit {
  const name = "grid";
  const text = edits.map((e) => e.text.replace(/^(### .*\n)/, `$1# @batch ${name}\n`)).join("\n");
  return { title, text, operations: edits.length };
}

function one(title: string, head: string, members: string[]): Edit {
  return { title, text: `### ${line(title)}\n${head}\n\n${bodyOf(members)}\n`, operations: 1 };
}

/** A title is one line, without what a script would read as a reference. */
function line(title: string): string {
  return title.replaceAll(/\s+/g, " ").replaceAll("{{", "{ {").slice(0, 100);
}

/** A body as a script can hold it: braces that begin a reference are escaped. */
function bodyOf(members: readonly string[]): string {
  const text = members.join(", ").replaceAll("{{", "\\u007b\\u007b");
  return `{${text}}`;
}

function membersOf(name: string, { type, value }: Typed): string[] {
  const unlike = type !== "String" && typeof value === "string"; // than its type: the service says so
  const said =
    SAID.has(type) || unlike ? [`${JSON.stringify(`${name}@odata.type`)}: ${JSON.stringify(`Edm.${type}`)}`] : [];
  return [`${JSON.stringify(name)}: ${JSON.stringify(value)}`, ...said];
}

function propertiesOf(e: Entity, without = ""): string[] {
  return Object.keys(e)
    .filter((name) => !KEYS.has(name) && !isAnnotation(name) && name !== without)
    .flatMap((name) => membersOf(name, { type: typeOf(e, name), value: propertyOf(e, name) }));
}

function entityOf(p: Place, e: Entity): string[] {
  return [`"PartitionKey": ${JSON.stringify(p.partition)}`, `"RowKey": ${JSON.stringify(p.row)}`, ...propertiesOf(e)];
}
