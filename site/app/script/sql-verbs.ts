// Words of SQL and of other stores in the place of a method, UPDATE {{table}}/Employees(…), and what does the same.
// Pure.
import { addressAt } from "./address.ts";

export type Verb = "read" | "insert" | "update" | "upsert" | "delete" | "drop" | "create";

const VERBS: readonly (readonly [words: RegExp, verb: Verb, method: string])[] = [
  [/^(?:SELECT|QUERY|READ|FETCH|FIND|LIST|SCAN|SHOW)$/i, "read", "GET"],
  [/^(?:INSERT|ADD)$/i, "insert", "POST"],
  [/^(?:UPDATE|MODIFY|CHANGE|SET)$/i, "update", "PATCH"],
  [/^(?:UPSERT|REPLACE|SAVE|WRITE)$/i, "upsert", "PUT"],
  [/^(?:REMOVE|DEL)$/i, "delete", "DELETE"],
  [/^(?:DROP|TRUNCATE)$/i, "drop", "DELETE"],
  [/^CREATE$/i, "create", "POST"],
];

export interface SqlVerb {
  verb: Verb;
  text: string; // of the line
  at: number;
  meant: string; // the line as it should be, "" if it lacks something that only its author knows
}

/** Reads a line that begins with such a word, null if it does not. */
export function sqlVerb(script: string, line: number): SqlVerb | null {
  const address = addressAt(script, line); // which takes the word for a part of it
  const [, word = "", target = ""] = /^(\w+)\s+((?:'[^']*'|\S)+)\s*$/.exec(address?.text ?? "") ?? [];
  const [, verb, method = ""] =
    VERBS.find(([words]) => words.test(word || (/^\w+/.exec(address?.text ?? "")?.[0] ?? ""))) ?? [];
  if (!address || !verb) return null;
  const { text, at } = address;
  return { verb, text, at, meant: target && meantBy(verb, method, target, headersBelow(script, line)) };
}

function meantBy(verb: Verb, method: string, target: string, headers: string): string {
  const one = /\(.*Key\s*=.*\)$/.test(target);
  if (verb === "read" || (verb === "insert" && !one) || (verb === "upsert" && one)) return `${method} ${target}`;
  if ((verb === "update" || verb === "delete") && one)
    return `${method} ${target}${/^If-Match\s*:/im.test(headers) ? "" : "\nIf-Match: *"}`;
  const [, begin, table] = /^(.*\/)(\w+)(?:\(\))?$/.exec(target) ?? [];
  return verb === "drop" && table ? `${method} ${begin}Tables('${table}')` : "";
}

/** The lines from an address to the first empty one. */
function headersBelow(script: string, line: number): string {
  const below = script.split("\n").slice(line).join("\n");
  return below.split(/\n\s*\n/, 1)[0] ?? "";
}
