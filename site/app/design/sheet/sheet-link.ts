// What a link to the workbench carries: a sheet in its JSON form, after "#d1=".
import { BrokenLink, packText, unpackText } from "../../share/packed.ts";
import { parseJson } from "../../ui/json.ts";

const PREFIX = "#d1=";
const LARGEST = 64 << 10; // bytes of a sheet, as engine/sheet

/** Returns the part of an address that carries a sheet. */
export async function sheetLink(sheet: object): Promise<string> {
  return PREFIX + (await packText(JSON.stringify(sheet)));
}

/** Reads it; the engine checks what it says. Rejects with BrokenLink. */
export async function linkedSheet(hash: string): Promise<object> {
  if (!hash.startsWith(PREFIX)) throw new BrokenLink("version");
  const sheet = parseJson(await unpackText(hash.slice(PREFIX.length), LARGEST));
  if (typeof sheet !== "object" || sheet === null) throw new BrokenLink("content");
  return sheet;
}
