// The sheets of one's own that this browser keeps: each is a draft, and its name is in its text.
import { objectOf, readJSON } from "./storage.ts";

export const KEPT = "design/"; // of the ids of drafts
const PREFIX = `rowkey/draft/${KEPT}`;

export interface KeptName {
  key: string;
  name: string;
  at: number;
}

/** Lists them, the newest first. */
export function keptSheets(): KeptName[] {
  try {
    const keys = Object.keys(localStorage).filter((k) => k.startsWith(PREFIX));
    return keys.map(nameOf).sort((a, b) => b.at - a.at);
  } catch {
    return []; // storage is blocked
  }
}

function nameOf(stored: string): KeptName {
  const { text, at } = objectOf(readJSON(stored));
  const key = stored.slice(PREFIX.length);
  const name = /^#\s*@sheet\s+([^,\n]+)/m.exec(typeof text === "string" ? text : "")?.[1]?.trim();
  return { key, name: name || key, at: typeof at === "number" ? at : 0 };
}
