// The text of a file: UTF-8, or UTF-16 that says so with its first two bytes. Spreadsheets also save in the code page
// of a country; read as UTF-8, every umlaut of such a file would become the same replacement character.
import { FileError } from "./csv.ts";

const NEW_LINE = 10;
const RETURN = 13;

/** A file as UTF-8: itself, or what becomes of UTF-16. Rejects with FileError if that is not its encoding. */
export async function asUtf8(file: Blob): Promise<Blob> {
  const encoding = encodingOf(new Uint8Array(await file.slice(0, 2).arrayBuffer()));
  if (encoding === "utf-8") return file;
  const text = file.stream().pipeThrough(new TextDecoderStream(encoding, { fatal: true }));
  try {
    return await new Response(text.pipeThrough(new TextEncoderStream())).blob();
  } catch {
    throw new FileError(1, "this is not UTF-16: save the file as UTF-8");
  }
}

/** Returns the text of a file. Rejects with FileError that names the first line with other bytes. */
export async function textOf(file: Blob): Promise<string> {
  return utf8Text(new Uint8Array(await (await asUtf8(file)).arrayBuffer()));
}

export function utf8Text(bytes: Uint8Array<ArrayBuffer>): string {
  const text = decoded(bytes);
  if (text !== null) return text;
  throw new FileError(wrongLine(bytes), "this is not UTF-8: save the file as UTF-8");
}

function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function decoded(bytes: Uint8Array<ArrayBuffer>): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The first line that is not UTF-8 by itself: in UTF-8 no part of a character looks like the end of a line. */
function wrongLine(bytes: Uint8Array<ArrayBuffer>): number {
  let line = 1;
  for (let from = 0, to = 0; from < bytes.length; from = to, line++) {
    to = endOfLine(bytes, from);
    if (decoded(bytes.subarray(from, to)) === null) break;
  }
  return line;
}

/** Where the next line begins. */
function endOfLine(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== NEW_LINE && bytes[at] !== RETURN) at++;
  return at + (bytes[at] === RETURN && bytes[at + 1] === NEW_LINE ? 2 : 1);
}
