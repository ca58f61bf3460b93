// Entities as JSON: an array, an answer of the service, what its command line prints, or JSON lines. Pure.

import { type EdmType, fits, typeNamed } from "../engine/edm.ts";
import { FileError } from "./csv.ts";
import { checkSize, type FileFormat, type FileRow, type TableFile, type Turned } from "./table-file.ts";

/** Reads a text that begins with a bracket or a brace. Throws FileError. */
export function readJson(text: string): TableFile {
  if (isLines(text)) return readLines(text);
  const whole = parseJson(text, 1);
  const list = listIn(whole) ?? [whole];
  return collect(
    "json",
    list.map((entity, i) => ({ line: i + 1, entity: isPrinted(whole) ? withoutETag(entity) : entity })),
  );
}

/** Each line is an entity: the first one is, and holds no list of them. */
function isLines(text: string): boolean {
  const first = text.trimStart().split(/\r|\n/, 1)[0] ?? "";
  if (!first.startsWith("{")) return false;
  try {
    return listIn(parseJson(first, 1)) === null;
  } catch {
    return !first.trimEnd().endsWith("{") && first.includes("}");
  }
}

/** The entities of an array, of an answer of the service, and of what `az storage entity query` prints. */
function listIn(whole: unknown): unknown[] | null {
  if (Array.isArray(whole)) return whole;
  const { value, items } = (whole ?? {}) as { value?: unknown; items?: unknown };
  return Array.isArray(items) ? items : Array.isArray(value) ? value : null;
}

/** The command line prints a list of items, each with its ETag among the properties. */
const isPrinted = (whole: unknown): boolean => Array.isArray((whole as { items?: unknown } | null)?.items);

function withoutETag(entity: unknown): unknown {
  if (typeof entity !== "object" || entity === null) return entity;
  return Object.fromEntries(Object.entries(entity).filter(([name]) => name !== "etag"));
}

function readLines(text: string): TableFile {
  const list = text.split(/\r\n|\n|\r/).flatMap((line, i) => {
    const bare = line.replace(/^\uFEFF/, "").trim();
    return bare ? [{ line: i + 1, entity: parseJson(bare, i + 1) }] : [];
  });
  return collect("json-lines", list);
}

// JSON.parse forgets whether a number was written 5 or 5.0, which are two types. So each number becomes an object with
// its text as the only member; a property is never an object otherwise.
const WRITTEN = "\u0000";
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

function parseJson(text: string, line: number): unknown {
  const kept = text
    .replace(/^\uFEFF/, "")
    .replaceAll(STRING_OR_NUMBER, (part) => (part.startsWith('"') ? part : JSON.stringify({ [WRITTEN]: part })));
  try {
    return JSON.parse(kept);
  } catch (e) {
    throw new FileError(line, `this is not JSON: ${reasonOf(text) || String(e)}`);
  }
}

/** What JSON.parse says of the text itself; "" if it has nothing against it. */
function reasonOf(text: string): string {
  try {
    JSON.parse(text);
  } catch (e) {
    if (e instanceof Error) return e.message;
  }
  return "";
}

/** The text of a number, undefined if a value is none. */
function writtenOf(value: unknown): string | undefined {
  const own = typeof value === "object" && value ? Object.getOwnPropertyDescriptor(value, WRITTEN)?.value : undefined;
  return typeof own === "string" ? own : undefined;
}

function collect(format: FileFormat, list: { line: number; entity: unknown }[]): TableFile {
  const index: Index = { names: new Map(), turned: new Map() };
  const rows = list.map(({ line, entity }) => {
    if (typeof entity !== "object" || entity === null || Array.isArray(entity) || writtenOf(entity) !== undefined)
      throw new FileError(line, "this is not an entity: it must be an object with properties");
    const row: FileRow = { line, cells: [], types: [], whole: false };
    for (const [name, value] of Object.entries(entity)) addMember(row, index, name, value, entity);
    checkSize(line, index.names.size, 1);
    return row;
  });
  const names = [...index.names.keys()];
  checkSize(1, names.length, rows.length);
  for (const row of rows) {
    for (let i = 0; i < names.length; i++) [row.cells[i], row.types[i]] = [row.cells[i] ?? null, row.types[i] ?? null];
  }
  const turned = [...index.turned].map(([name, into]) => ({ name, into }));
  for (const t of turned) if (t.into === "long") lengthen(rows, names.indexOf(t.name));
  return { format, names, rows, renamed: [], turned };
}

interface Index {
  names: Map<string, number>; // their places
  turned: Map<string, Turned["into"]>;
}

/** One type for all whole numbers of a column, as a filter compares values of one type only. */
function lengthen(rows: readonly FileRow[], at: number): void {
  for (const { cells, types } of rows) {
    const number = types[at] === "Int32" || types[at] === "Double";
    if (number && fits(cells[at] ?? "", "Int64")) types[at] = "Int64";
  }
}

function addMember(row: FileRow, index: Index, name: string, value: unknown, entity: object): void {
  if (name.startsWith("odata.") || name.includes("@odata.")) return;
  const said = Object.getOwnPropertyDescriptor(entity, `${name}@odata.type`)?.value;
  const [of, type] = pairOf(value) ?? [value, said];
  if (of === null) return;
  const at = index.names.get(name) ?? index.names.size;
  index.names.set(name, at);
  const [text, is, turned] = cellOf(row.line, name, of, type);
  if (turned) index.turned.set(name, turned);
  [row.cells[at], row.types[at]] = [text, is];
}

/** The command line prints a value whose type JSON does not say as [5, "Edm.Int64"]. */
function pairOf(value: unknown): [unknown, string] | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [of, type] = value as unknown[];
  return typeof type === "string" && type.startsWith("Edm.") ? [of, type] : null;
}

function cellOf(line: number, name: string, value: unknown, said: unknown): [string, EdmType, Turned["into"]?] {
  const number = writtenOf(value);
  if (number === undefined && typeof value === "object") return [jsonOf(line, name, value), "String", "json"];
  const text = number ?? String(value);
  if (typeof said === "string") {
    const type = typeNamed(said);
    if (!type) throw new FileError(line, `${name}: ${said} is not a property type`);
    return [text, type];
  }
  if (number === undefined) return [text, typeof value === "boolean" ? "Boolean" : "String"];
  if (fits(text, "Int32")) return [text, "Int32"];
  return Math.abs(Number(text)) > Number.MAX_SAFE_INTEGER && fits(text, "Int64")
    ? [text, "Int64", "long"]
    : [text, "Double"];
}

/** An object or a list as text, with its numbers as they are written. */
function jsonOf(line: number, name: string, value: unknown): string {
  try {
    return JSON.stringify(value).replaceAll(/\{"\\u0000":"([^"]*)"\}/g, "$1");
  } catch {
    throw new FileError(line, `${name} is an object or a list with too many others in it`);
  }
}
