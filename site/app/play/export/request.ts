// One request of an export: what the script says where the other tool can say it, else what was sent. Pure.
import type { Field, Message } from "../../engine/types.ts";
import { bracesEscaped } from "../../transfer/braces.ts";
import { isJson } from "../../ui/json.ts";
import type { BlockText } from "./block-text.ts";
import type { Operation } from "./multipart.ts";
import { rewrite, type Scope } from "./tools.ts";

/** The addresses of the services in the sandbox, by the variable that stands for them. */
const BASES: readonly (readonly [address: string, name: string])[] = [
  ["http://127.0.0.1:10002/devstoreaccount1", "table"],
  ["http://127.0.0.1:10001/devstoreaccount1", "queue"],
  ["http://127.0.0.1:10000/devstoreaccount1", "blob"],
];
const OMITTED = /^(?:authorization|x-ms-date|date|host|content-length)$/i; // each tool writes its own

/** A request as it was sent, with variables for the addresses. What looks like a variable in it is escaped. */
export function literal(sent: Pick<Message, "method" | "url" | "body"> & { headers: readonly Field[] }): Operation {
  const headers = sent.headers.filter(([name]) => !OMITTED.test(name)).map(([n, v]): [string, string] => [n, v]);
  const body = sent.body.replaceAll("\r\n", "\n").trimEnd();
  return { method: sent.method, url: withBase(sent.url), headers, body: bracesEscaped(body) };
}

function withBase(sent: string): string {
  const url = bracesEscaped(sent, "%7B");
  const base = BASES.find(([address]) => url.startsWith(address) && /^[/?]|^$/.test(url.slice(address.length)));
  return base ? `{{${base[1]}}}${url.slice(base[0].length)}` : url;
}

/** Begins of lines that a tool obeys: files to read and to write, code, checks, definitions and comments. */
const OBEYED = /^\s*(?:<(?:@\w*)?\s|<>|<\s*\{|>|\?\?|@|#|\/\/|\{\{)/m;

/** Tells whether a tool would do more with a request than send it. No line of JSON is one that a tool obeys. */
export function isObeyed({ headers, body }: { headers: readonly Field[]; body: string }): boolean {
  if (headers.some(([, value]) => value.includes("{{"))) return true;
  return body !== "" && !isJson(body) && (OBEYED.test(body) || body.includes("{{"));
}

/** Puts the words of the script in the place of what was sent, part by part. */
export function symbolic(sent: Operation, block: BlockText | null, scope: Scope): Operation {
  if (!block || block.method !== sent.method) return sent;
  const body = bodyOf(block, scope);
  return {
    method: sent.method,
    url: urlOf(block.target, sent.url, scope),
    headers: sent.headers.map(([name, value]) => [name, headerOf(name, value, block, scope)]),
    body: body !== null && within(body, sent.body) ? body : sent.body,
  };
}

/** The REST Client looks for names of files after it has filled in variables: none may begin a line. */
function bodyOf(block: BlockText, scope: Scope): string | null {
  const body = rewrite(block.body, scope);
  return scope.tool === "restclient" && body !== null && /^\s*(?:<(?:@\w*)?)?\{\{/m.test(body) ? null : body;
}

function urlOf(target: string, sent: string, scope: Scope): string {
  const url = rewrite(target.startsWith("/") ? `{{table}}${target}` : target, scope);
  if (url === null || /[#+%]/.test(target)) return sent; // such signs are easily read in another way
  return within(url, decoded(sent)) ? url : sent;
}

function headerOf(name: string, sent: string, block: BlockText, scope: Scope): string {
  const said = block.headers.find(([n]) => n.toLowerCase() === name.toLowerCase())?.[1];
  const text = said === undefined ? null : rewrite(said, scope);
  return text !== null && within(text, sent) ? text : sent;
}

/** Tells whether a text with expressions can have become what was sent: its own letters are there, in their order. */
export function within(text: string, sent: string): boolean {
  let at = 0;
  return text.split(/\{\{.*?\}\}/).every((piece, i) => {
    const found = sent.indexOf(piece, at);
    if (found < 0 || (i === 0 && found > 0)) return i === 0 && piece === "";
    at = found + piece.length;
    return true;
  });
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
