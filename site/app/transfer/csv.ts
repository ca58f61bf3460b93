// Comma separated values as RFC 4180 describes them, and as spreadsheets write them: also with semicolons or tabs.
// Pure.

export interface CsvRow {
  line: number; // of the file, from 1, where the row begins
  cells: string[];
}

/** A text that is not a table; the message names the line. */
export class FileError extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

const SEPARATORS = [",", ";", "\t"] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Returns the separator that the first line has most of; a comma if it has none. */
export function separatorOf(text: string): Separator {
  const first = text.slice(0, text.search(/\r|\n|$/)).replaceAll(/"[^"]*"/g, "");
  const counts = SEPARATORS.map((s) => first.split(s).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/**
 * Yields the rows of a text. Quotes hold separators, line ends and doubled quotes; empty lines are left out.
 * Throws FileError at a quote that is never closed, or that ends before its cell does.
 */
export function* readCsv(text: string, separator: Separator = separatorOf(text)): Generator<CsvRow, undefined> {
  const reader = new Reader(text, separator);
  for (let row = reader.row(); row; row = reader.row()) yield row;
  return undefined;
}

class Reader {
  private at = 0;
  private line = 1;

  constructor(
    private readonly text: string,
    private readonly separator: string,
  ) {
    if (text.startsWith("\uFEFF")) this.at = 1;
  }

  row(): CsvRow | null {
    while (this.at < this.text.length && this.lineEnd()) this.newLine();
    if (this.at >= this.text.length) return null;
    const row: CsvRow = { line: this.line, cells: [this.cell()] };
    while (this.text[this.at] === this.separator) {
      this.at++;
      row.cells.push(this.cell());
    }
    if (this.at < this.text.length) this.newLine();
    return row;
  }

  private cell(): string {
    return this.text[this.at] === '"' ? this.quoted() : this.bare();
  }

  private bare(): string {
    const from = this.at;
    while (this.at < this.text.length && this.text[this.at] !== this.separator && !this.lineEnd()) this.at++;
    return this.text.slice(from, this.at);
  }

  private quoted(): string {
    const began = this.line;
    let cell = "";
    for (let from = this.at + 1; ; from = this.at + 1) {
      const end = this.text.indexOf('"', from);
      if (end < 0) throw new FileError(began, "a quote that begins here is never closed");
      const part = this.text.slice(from, end);
      this.line += lineEndsIn(part);
      cell += part;
      this.at = end + 1;
      if (this.text[this.at] !== '"') break;
      cell += '"';
    }
    if (this.at < this.text.length && this.text[this.at] !== this.separator && !this.lineEnd())
      throw new FileError(this.line, "text follows a closing quote: double the quotes inside a cell");
    return cell;
  }

  private lineEnd(): boolean {
    const c = this.text.charCodeAt(this.at);
    return c === 10 || c === 13;
  }

  private newLine(): void {
    this.at += this.text.startsWith("\r\n", this.at) ? 2 : 1;
    this.line++;
  }
}

function lineEndsIn(text: string): number {
  let n = 0;
  for (let at = text.search(/[\r\n]/); at >= 0 && at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === 10 || (c === 13 && text.charCodeAt(at + 1) !== 10)) n++;
  }
  return n;
}

/** Returns a row as a line with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** Semicolons and tabs part cells in some spreadsheets, and some programs drop spaces that are not in quotes. */
function csvCell(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Tells whether a spreadsheet may run a cell as a formula. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text) && !NUMBER.test(text);
}

/** Returns a cell as a text for every spreadsheet: with an apostrophe, if it would be run without one. */
export function asText(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}
