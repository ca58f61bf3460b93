// Reads a file of rows: typed CSV as Storage Explorer writes it, any other CSV, or JSON (json-file.ts). All become the
// same table of texts. Pure.

import { type EdmType, typeNamed } from "../engine/edm.ts";
import { FileError, readCsv, separatorOf } from "./csv.ts";
import { headerOf } from "./header.ts";
import { readJson } from "./json-file.ts";
import { checkSize, type TableFile } from "./table-file.ts";

/** Reads a file by what it looks like. Throws FileError. */
export function readTable(text: string): TableFile {
  const start = text.replace(/^\uFEFF/, "").trimStart();
  if (start === "") throw new FileError(1, "the file is empty");
  return /^[[{]/.test(start) ? readJson(text) : readCells(text);
}

/** Tells whether all lines have the same cells between tabs, or the same three or more between semicolons. */
export function hasColumns(text: string): boolean {
  const separator = separatorOf(text);
  let [lines, cells] = [0, 0];
  try {
    for (const row of readCsv(text, separator)) {
      if (lines++ && row.cells.length !== cells) return false;
      cells = row.cells.length;
    }
  } catch {
    return false; // a quote that is none of a table
  }
  return lines > 1 && cells >= { "\t": 2, ";": 3, ",": Number.POSITIVE_INFINITY }[separator];
}

function readCells(text: string): TableFile {
  const rows = readCsv(text, separatorOf(text));
  const head = rows.next().value?.cells ?? [];
  checkSize(1, head.length, 1);
  const { names, values, types: said, renamed } = headerOf(head);
  const typed = said.some((at) => at >= 0);
  const file: TableFile = { format: typed ? "typed-csv" : "csv", names, rows: [], renamed, turned: [] };
  for (const { line, cells } of rows) {
    if (cells.length > head.length)
      throw new FileError(line, `cells in this line: ${cells.length}, in the first line: ${head.length}`);
    checkSize(line, names.length, file.rows.length + 1);
    const types = typed ? said.map((at) => typeOf(cells[at], line)) : [];
    const whole = cells.length === head.length;
    file.rows.push({ line, types, whole, cells: values.map((at, i) => presence(cells[at], types[i] ?? null)) });
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
  if (!type) throw new FileError(line, `${name} is not a property type`);
  return type;
}
