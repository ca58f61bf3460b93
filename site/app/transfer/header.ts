// The first line of a table: a name for each column. A name that is there already gets a number, and a column without
// one is called by its place, as spreadsheets and notebooks write their own column of numbers. Pure.

/** A column that is called otherwise than in the file. */
export interface Renamed {
  column: number; // from 1
  from: string; // "" for none
  to: string;
}

export interface Header {
  names: string[]; // of the columns with values
  values: number[]; // their places in a line
  types: number[]; // the places of the columns that say their types, -1 for none
  renamed: Renamed[];
}

/** The type of a column is in the column that has its name and this. */
export const TYPE_COLUMN = "@type";

/** Reads the names of a line. */
export function headerOf(cells: readonly string[]): Header {
  const header: Header = { names: [], values: [], types: [], renamed: [] };
  const taken = new Set(cells);
  cells.forEach((name, i) => {
    const typed = name.endsWith(TYPE_COLUMN) ? untyped(header, cells, name.slice(0, -TYPE_COLUMN.length)) : -1;
    if (typed >= 0) header.types[typed] = i;
    else addColumn(header, taken, name, i);
  });
  return header;
}

/** The column of a name whose type is not known yet. */
function untyped({ values, types }: Header, cells: readonly string[], name: string): number {
  return values.findIndex((at, j) => cells[at] === name && types[j] === -1);
}

function addColumn(header: Header, taken: Set<string>, name: string, i: number): void {
  const first = name !== "" && !header.names.includes(name);
  const to = first ? name : free(taken, name || `Column${i + 1}`);
  if (!first) header.renamed.push({ column: i + 1, from: name, to });
  header.names.push(to);
  header.values.push(i);
  header.types.push(-1);
}

/** The name itself if nothing has it, else with the next number. */
function free(taken: Set<string>, name: string): string {
  let to = name;
  for (let n = 2; taken.has(to); n++) to = `${name}_${n}`;
  taken.add(to);
  return to;
}
