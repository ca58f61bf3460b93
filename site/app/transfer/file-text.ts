// The bytes of a file as text: UTF-8, or UTF-16 that says so with its first two bytes. Spreadsheets also save in the
// code page of a country; read as UTF-8, every umlaut of such a file would become the same replacement character.
// Pure.
import { FileError } from "./csv.ts";

const NEW_LINE = 10;
const RETURN = 13;

/** Returns the text of a file. Throws FileError that names the first line with other bytes. */
export function textOf(bytes: Uint8Array<ArrayBuffer>): string {
  const encoding = encodingOf(bytes);
  const text = decoded(bytes, encoding);
  if (text !== null) return text;
  if (encoding !== "utf-8") throw new FileError(1, "this is not UTF-16: save the file as UTF-8");
  throw new FileError(wrongLine(bytes), "this is not UTF-8: save the file as UTF-8");
}

function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function decoded(bytes: Uint8Array<ArrayBuffer>, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The first line that is not UTF-8 by itself: in UTF-8 no part of a character looks like the end of a line. */
function wrongLine(bytes: Uint8Array<ArrayBuffer>): number {
  let line = 1;
  for (let from = 0, to = 0; from < bytes.length; from = to, line++) {
    to = endOfLine(bytes, from);
    if (decoded(bytes.subarray(from, to), "utf-8") === null) break;
  }
  return line;
}

/** Where the next line begins. */
function endOfLine(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== NEW_LINE && bytes[at] !== RETURN) at++;
  return at + (bytes[at] === RETURN && bytes[at + 1] === NEW_LINE ? 2 : 1);
}
