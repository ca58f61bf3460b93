// Writes lit's templates as HTML where there is no document: while pages are built. Listeners ("@") and
// properties (".") are for live elements and left out. Templates write no "<" or ">" into attribute values.
import { nothing, type TemplateResult } from "lit";

interface Attribute {
  sigil: string; // "?", "@", "." or none
  name: string;
  texts: string[]; // around the values
}

/** A part of a template: finished markup, an attribute with values, or a child (null). */
type Part = string | Attribute | null;

interface Directive {
  _$litDirective$: new (part: { type: number; name?: string }) => { render(...values: unknown[]): unknown };
  values: unknown[];
}

const ATTRIBUTE = 1; // lit's numbers of the places where a directive may stand
const CHILD = 2;
const IN_TAG = /<[a-z][^<>]*$/i;
const VALUE =
  // \0 is a value
  /(?<=<[a-z][^<>]*)\s+([?@.]?)([^\s"'>=/\0]+)=(?:"([^"]*\0[^"]*)"|'([^']*\0[^']*)'|([^\s"'>]*\0[^\s>]*))|\0/gi;
const known = new WeakMap<readonly string[], Part[]>();

/** Writes what may stand between two tags of a template. */
export function toHtml(value: unknown): string {
  if (value === null || value === undefined || typeof value === "symbol") return ""; // nothing, noChange
  if (isTemplate(value)) return written(value);
  if (isDirective(value)) return toHtml(resolved(value, CHILD));
  if (typeof value === "object" && Symbol.iterator in value)
    return Array.from(value as Iterable<unknown>, toHtml).join("");
  return escaped(String(value));
}

function written({ strings, values }: TemplateResult): string {
  let at = 0;
  return partsOf(strings)
    .map((part) => {
      if (typeof part === "string") return part;
      if (part === null) return toHtml(values[at++]);
      const from = at;
      at += part.texts.length - 1;
      return attribute(part, values.slice(from, at));
    })
    .join("");
}

function attribute({ sigil, name, texts }: Attribute, given: unknown[]): string {
  if (sigil === "@" || sigil === ".") return "";
  const values = given.map((v) => (isDirective(v) ? resolved(v, ATTRIBUTE, name) : v));
  if (sigil === "?") return values[0] && values[0] !== nothing ? ` ${name}=""` : "";
  if (values.includes(nothing)) return "";
  return ` ${name}="${escaped(texts.map((text, i) => text + String(values[i] ?? "")).join(""))}"`;
}

function partsOf(strings: readonly string[]): Part[] {
  const parts = known.get(strings) ?? parse(strings);
  known.set(strings, parts);
  return parts;
}

/** Finds out where each value of a template stands. */
function parse(strings: readonly string[]): Part[] {
  const text = strings.join("\0");
  const parts: Part[] = [];
  let at = 0;
  for (const found of text.matchAll(VALUE)) {
    const [whole, sigil = "", name, ...quoted] = found;
    const before = text.slice(at, found.index);
    if (!name && IN_TAG.test(text.slice(0, found.index)))
      throw new Error(`a value stands in a tag, but not as an attribute: ${before}`);
    parts.push(before, name ? { sigil, name, texts: quoted.join("").split("\0") } : null);
    at = found.index + whole.length;
  }
  return [...parts, text.slice(at)];
}

function resolved({ _$litDirective$: Kind, values }: Directive, type: number, name = ""): unknown {
  return new Kind({ type, name }).render(...values);
}

function isTemplate(value: unknown): value is TemplateResult {
  return typeof value === "object" && value !== null && "_$litType$" in value;
}

function isDirective(value: unknown): value is Directive {
  return typeof value === "object" && value !== null && "_$litDirective$" in value;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** Escapes text and quoted values alike; a carriage return would be read as a line feed. */
function escaped(text: string): string {
  return text.replace(/[&<>"\r]/g, (c) => ENTITIES[c] ?? c);
}
