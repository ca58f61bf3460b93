// The words of a script that a reader on a phone would type again: what it refers to, its tables, and the properties
// that it asks for. Pure.

const REFERENCE = /\{\{\s*(\w+)\s*\}\}/g;
const VARIABLE = /^@(\w+)\s*=/gm;
const TABLE = /\{\{table\}\}\/(\w+)/g;
const COMPARED = /\b([A-Za-z_]\w*)\s+(?:eq|ne|gt|ge|lt|le)\s/g;
const KEYS = ["PartitionKey", "RowKey"];
const MOST = 3; // of each kind

/** What a key shows, and what it writes; the cursor goes behind the writing, or back into it by so many characters. */
export type WordKey = readonly [shown: string, writes: string, back?: number];

/** Returns keys for the words of a script, the ones that every request needs first. */
export function wordKeys(script: string): WordKey[] {
  const found = (pattern: RegExp) => [...script.matchAll(pattern)].map((m) => m[1] ?? "");
  const names = unique(["table", ...found(VARIABLE), ...found(REFERENCE)]).slice(0, MOST + 1);
  const tables = unique(found(TABLE).filter((name) => name !== "Tables")).slice(0, MOST);
  const properties = unique(found(COMPARED).filter((name) => !KEYS.includes(name))).slice(0, MOST);
  return [
    ...names.map((name): WordKey => [`{{${name}}}`, `{{${name}}}`]),
    ...tables.map((name): WordKey => [`/${name}`, `/${name}`]),
    ["$filter=", "$filter="],
    ...KEYS.map((name): WordKey => [`${name} eq ''`, `${name} eq ''`, 1]),
    ...properties.map((name): WordKey => [name, name]),
  ];
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
