// What the other tools understand of the expressions between two pairs of braces. Pure.

export type Tool = "restclient" | "httpyac";

/** What is known at a point of the run. */
export interface Scope {
  tool: Tool;
  variables: ReadonlyMap<string, string>; // of the file
  names: ReadonlyMap<string, string>; // of answers: the name of the script, and the one in the export
  values: ReadonlyMap<string, string | null>; // of @set, as an expression of the tool; null if it has none
}

const BASES = new Set(["table", "queue", "blob"]);
const DYNAMIC = /^\$(?:guid|timestamp|randomInt -?\d+ -?\d+|datetime (?:iso8601|rfc1123)(?: -?\d+ (?:ms|[smhdwMy]))?)$/;
const ANSWER = /^(\w[\w-]*)\.response\.(status|headers\.([\w-]+)|body\.(\S+))$/;

/** Writes a text with its expressions for a tool, null if one of them has no counterpart there. */
export function rewrite(text: string, scope: Scope, depth = 0): string | null {
  if (depth > 9) return null; // a variable that names itself
  const pieces = text.split(/\{\{(.*?)\}\}/);
  // httpyac would run the lines below as code
  if (pieces.some((piece, i) => i % 2 === 0 && piece.includes("{{"))) return null;
  const out = pieces.map((piece, i) => (i % 2 ? expression(piece.trim(), scope, depth) : piece));
  return out.includes(null) ? null : out.join("");
}

function expression(x: string, scope: Scope, depth: number): string | null {
  const value = scope.values.get(x);
  if (value !== undefined) return value;
  const variable = scope.variables.get(x);
  if (variable !== undefined) return rewrite(variable, scope, depth + 1) === null ? null : `{{${variableName(x)}}}`;
  if (BASES.has(x) || DYNAMIC.test(x)) return `{{${x}}}`;
  return answer(ANSWER.exec(x), scope);
}

/** A part of an earlier answer. */
function answer(found: RegExpExecArray | null, { tool, names }: Scope): string | null {
  const [, from = "", part = "", header, path] = found ?? [];
  const name = names.get(from);
  if (!name) return null;
  if (header) return headerOf(name, header, tool);
  // it reads files that a line of the filled in text names, and answers have lines
  if (tool === "restclient") return null;
  if (part === "status") return `{{${name}Response.statusCode}}`;
  return path === "*" ? `{{${name}Response.body}}` : `{{${name}${property(path ?? "")}}}`;
}

/** A header of an earlier answer; httpyac has their names in small letters. */
export function headerOf(name: string, header: string, tool: Tool): string {
  if (tool === "restclient") return `{{${name}.response.headers.${header}}}`;
  return `{{${name}Response.headers["${header.toLowerCase()}"]}}`;
}

/** "value[0].Age" as JavaScript that any name survives. */
function property(path: string): string {
  return path
    .split(".")
    .map((step) => {
      const [, name = "", index = ""] = /^([^[]*)((?:\[\d+\])*)$/.exec(step) ?? ["", step];
      return `${name ? `[${JSON.stringify(name)}]` : ""}${index}`;
    })
    .join("");
}

/** A name that both tools take: letters, digits and low lines. The name of the token is that of the reader. */
export function variableName(name: string): string {
  return name.replace(/\W/g, "_").replace(/^(?=\d|sas$)/, "_");
}
