// A program as text, made ready to run inside of a function: what it imports becomes constants before its first line.
// No line changes its number. Pure.
import { parser } from "@lezer/javascript";

interface Import {
  from: number;
  to: number;
  keyword: boolean; // import("…"), of which only the word is replaced
}

/** The function that programs are given for require() and import(). */
const LOAD = "require";

/** Returns the code of an asynchronous function without arguments that does what the program does. */
export function asFunction(text: string): string {
  const imports = importsOf(text);
  const head = imports.filter((i) => !i.keyword).map((i) => constants(text.slice(i.from, i.to)));
  return `(async () => {"use strict";${head.join("")}${without(text, imports)}\n})`;
}

/** The statements that import, at the top of the program alone, and every call of import(). */
function importsOf(text: string): Import[] {
  const found: Import[] = [];
  parser.parse(text).iterate({
    enter: (node) => {
      if (node.name === "ImportDeclaration") found.push({ from: node.from, to: node.to, keyword: false });
      if (node.name === "DynamicImport")
        found.push({ from: node.from, to: node.from + "import".length, keyword: true });
    },
  });
  return found;
}

function without(text: string, imports: readonly Import[]): string {
  let at = 0;
  let rest = "";
  for (const i of imports) {
    rest += text.slice(at, i.from) + (i.keyword ? `(async (name) => ${LOAD}(name))` : blank(text.slice(i.from, i.to)));
    at = i.to;
  }
  return rest + text.slice(at);
}

/** As many lines with nothing in them. */
const blank = (text: string): string => text.replaceAll(/[^\n]/g, "");

/** "import { A as B } from 'x'" as "const {A: B} = require('x');". */
function constants(statement: string): string {
  const text = statement.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, " ").replaceAll(/\s+/g, " ");
  const [, clause = "", name = ""] = /^import\s*(.*?)\s*(?:from\s*)?("[^"]*"|'[^']*')/.exec(text) ?? [];
  const load = `${LOAD}(${name})`;
  const [, first, second] = /^(?:([\w$]+)\s*,?)?\s*(\{.*\}|\*\s*as\s+[\w$]+)?$/.exec(clause) ?? [];
  const parts = [
    first ? `${first} = ${load}.default ?? ${load}` : "",
    second?.startsWith("*") ? `${second.replace(/^\*\s*as\s+/, "")} = ${load}` : "",
    second?.startsWith("{")
      ? `${second.replaceAll(/\bas\b/g, ":").replaceAll(/\btype\s+(?=[\w$])/g, "")} = ${load}`
      : "",
  ].filter(Boolean);
  return parts.length ? `const ${parts.join(", ")};` : `${load};`;
}
