// Texts from before "Start over": the last five of each document.
import { dropText, keepText, objectOf, readJSON, type Trouble } from "../../ui/storage.ts";

export interface Earlier {
  text: string;
  at: number; // milliseconds since 1970
}

const PREFIX = "rowkey/earlier/";
const MOST = 5;

/** Returns the earlier texts of a document, the newest first. */
export function earlierOf(id: string): Earlier[] {
  return listOf(readJSON(PREFIX + id));
}

/** Reads a list of any origin; what is no text is left out. */
export function listOf(x: unknown): Earlier[] {
  if (!Array.isArray(x)) return [];
  return x
    .flatMap((item) => {
      const { text, at } = objectOf(item);
      return typeof text === "string" && typeof at === "number" ? [{ text, at }] : [];
    })
    .slice(0, MOST);
}

/** Keeps a text as the newest; an equal one is not kept twice. Returns why not. */
export function keepEarlier(id: string, text: string, at: number): Trouble | null {
  if (!text.trim()) return null;
  const others = earlierOf(id).filter((e) => e.text !== text);
  return keepText(PREFIX + id, JSON.stringify([{ text, at }, ...others].slice(0, MOST)));
}

export function forgetEarlier(id: string): void {
  dropText(PREFIX + id);
}
