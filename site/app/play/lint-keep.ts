// The findings that a reader has dismissed, with the reason; kept in this browser for each document.
import { dropText, keepText, readJSON } from "../ui/storage.ts";

const KEY = "rowkey/dismissed/";
const MOST = 100; // of a document

export type Dismissed = ReadonlyMap<string, string>;

/** Returns what was dismissed in a document: reasons by id of the finding. */
export function dismissedIn(document: string): Map<string, string> {
  const kept = readJSON(KEY + document);
  if (!Array.isArray(kept)) return new Map();
  return new Map(kept.filter(isPair).slice(-MOST));
}

export function keepDismissed(document: string, dismissed: Dismissed): void {
  if (dismissed.size) keepText(KEY + document, JSON.stringify([...dismissed].slice(-MOST)));
  else dropText(KEY + document);
}

function isPair(x: unknown): x is [string, string] {
  return Array.isArray(x) && x.length === 2 && x.every((text) => typeof text === "string");
}
