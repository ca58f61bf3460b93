// A file of rows: typed CSV as Storage Explorer writes it, any other CSV, a JSON array, an answer of the service, or
// JSON lines. All become the same table of texts. Pure.
import { FileError, readCsv, separatorOf } from "./csv.ts";
import { type EdmType, fits, typeNamed } from "./types.ts";

export type FileFormat = "typed-csv" | "csv" | "json" | "json-lines";

/** Rows of a file. A cell is null where the row has no such property. */
export interface TableFile {
  format: FileFormat;
  names: string[];
  rows: FileRow[];
}

export interface FileRow {
  line: number; // from 1
  cells: (string | null)[]; // in the order of names
  types: (EdmType | null)[]; // that the file says; empty if it says none
}

const MOST_NAMES = 1000; // of properties in a file: each becomes a column of the preview
const MOST_CELLS = 50_000_000; // names times rows

/** The type of a column stands in the column that has its name and this. */
export const TYPE_COLUMN = "@type";

/** Reads a file by what it looks like. Throws FileError. */
export function readTable(text: string): TableFile {
  const start = text.replace(/^\uFEFF/, "").trimStart();
  if (start === "") throw new FileError(1, "the file is empty");
  if (start.startsWith("[") || /^\{\s*"(odata\.metadata|value)"\s*:/.test(start)) return readArray(text);
  if (start.startsWith("{")) return readLines(text);
  return readCells(text);
}

function readCells(text: string): TableFile {
  const rows = readCsv(text, separatorOf(text));
  const head = rows.next().value?.cells ?? [];
  checkNames(head);
  checkSize(1, head.length, 1);
  const typed = head.some((name) => name.endsWith(TYPE_COLUMN));
  const names = head.filter((name) => !name.endsWith(TYPE_COLUMN));
  const at = names.map((name) => [head.indexOf(name), head.indexOf(name + TYPE_COLUMN)] as const);
  const file: TableFile = { format: typed ? "typed-csv" : "csv", names, rows: [] };
  for (const { line, cells } of rows) {
    if (cells.length > head.length)
      throw new FileError(line, `this line has ${cells.length} cells, the first line names ${head.length}`);
    checkSize(line, names.length, file.rows.length + 1);
    const types = typed ? at.map(([, t]) => typeOf(cells[t], line)) : [];
    file.rows.push({ line, types, cells: at.map(([c], i) => presence(cells[c], types[i] ?? null)) });
  }
  return file;
}

/** An empty cell is a property that the row does not have, unless its type says that it is an empty string. */
function presence(cell: string | undefined, type: EdmType | null): string | null {
  return cell === undefined || (cell === "" && type !== "String" && type !== "Binary") ? null : cell;
}

function typeOf(name: string | undefined, line: number): EdmType | null {
  if (!name || name === "Edm.Null") return null;
  const type = typeNamed(name);
  if (!type) throw new FileError(line, `${name} is not a type of a property`);
  return type;
}

function checkNames(names: readonly string[]): void {
  const seen = new Set<string>();
  const again = names.find((name) => seen.size === seen.add(name).size);
  if (again !== undefined) throw new FileError(1, `the first line names ${again || "an empty column"} twice`);
}

/** Refuses what would make the browser run out of memory, such as a name of its own in each of 100,000 rows. */
function checkSize(line: number, names: number, rows: number): void {
  if (names > MOST_NAMES)
    throw new FileError(line, `more than ${MOST_NAMES} different names of properties: import the file in parts`);
  if (names * rows > MOST_CELLS)
    throw new FileError(line, `${rows} rows with ${names} names of properties are too many: import the file in parts`);
}

function readArray(text: string): TableFile {
  const whole = parseJson(text, 1);
  const list = Array.isArray(whole) ? whole : (whole as { value?: unknown }).value;
  if (!Array.isArray(list)) throw new FileError(1, "want an array of entities, or an answer that holds one as value");
  return collect(
    "json",
    list.map((entity, i) => ({ line: i + 1, entity })),
  );
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
  const index = new Map<string, number>();
  const rows = list.map(({ line, entity }) => {
    if (typeof entity !== "object" || entity === null || Array.isArray(entity) || writtenOf(entity) !== undefined)
      throw new FileError(line, "this is not an entity: it must be an object with properties");
    const row: FileRow = { line, cells: [], types: [] };
    for (const [name, value] of Object.entries(entity)) addMember(row, index, name, value, entity);
    checkSize(line, index.size, 1);
    return row;
  });
  const names = [...index.keys()];
  checkSize(1, names.length, rows.length);
  for (const row of rows) {
    for (let i = 0; i < names.length; i++) [row.cells[i], row.types[i]] = [row.cells[i] ?? null, row.types[i] ?? null];
  }
  return { format, names, rows };
}

function addMember(row: FileRow, index: Map<string, number>, name: string, value: unknown, entity: object): void {
  if (value === null || name.startsWith("odata.") || name.includes("@odata.")) return;
  const at = index.get(name) ?? index.size;
  index.set(name, at);
  const said = Object.getOwnPropertyDescriptor(entity, `${name}@odata.type`)?.value;
  [row.cells[at], row.types[at]] = cellOf(row.line, name, value, said);
}

function cellOf(line: number, name: string, value: unknown, said: unknown): [string, EdmType] {
  const number = writtenOf(value);
  if (number === undefined && typeof value === "object")
    throw new FileError(line, `${name} is an object or a list: a property holds one value`);
  const text = number ?? String(value);
  if (typeof said === "string") {
    const type = typeNamed(said);
    if (!type) throw new FileError(line, `${name}: ${said} is not a type of a property`);
    return [text, type];
  }
  if (number !== undefined) return [text, fits(text, "Int32") ? "Int32" : "Double"];
  return [text, typeof value === "boolean" ? "Boolean" : "String"];
}
