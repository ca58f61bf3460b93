// The types of a property, as text that a file holds and as JSON that the service reads. Pure.
// Source: "Understanding the Table service data model", "Payload format for Table service operations".
import { momentIn } from "./moment.ts";

export const TYPES = ["String", "Int32", "Int64", "Double", "Boolean", "DateTime", "Guid", "Binary"] as const;
export type EdmType = (typeof TYPES)[number];

/** A value of a file: its text, and its type if the file says it. */
export interface Cell {
  text: string;
  type: EdmType | null;
}

/** Reads "Edm.Int64" or "Int64"; null if it is no type of a property. */
export function typeNamed(name: string): EdmType | null {
  const bare = name.replace(/^Edm\./, "");
  return TYPES.find((t) => t === bare) ?? null;
}

const INTEGER = /^-?\d+$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const NOT_FINITE = ["NaN", "Infinity", "-Infinity"];
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Tells whether a text is a value of a type. */
export function fits(text: string, type: EdmType): boolean {
  return FITS[type](text);
}

const FITS: Record<EdmType, (text: string) => boolean> = {
  String: () => true,
  Int32: (s) => INTEGER.test(s) && Number(s) >= -(2 ** 31) && Number(s) < 2 ** 31,
  Int64: (s) => INTEGER.test(s) && s.length <= 20 && BigInt.asIntN(64, BigInt(s)) === BigInt(s),
  Double: (s) => NOT_FINITE.includes(s) || (NUMBER.test(s) && Number.isFinite(Number(s))),
  Boolean: (s) => /^(true|false)$/i.test(s),
  DateTime: (s) => momentIn(s) !== null,
  Guid: (s) => GUID.test(s),
  Binary: (s) => BASE64.test(s),
};

/** Returns the members that a property takes in the JSON of an entity: its annotation if it needs one, and its
 * value. */
export function member(name: string, text: string, type: EdmType): string {
  const key = JSON.stringify(name);
  const value = VALUES[type]?.(text) ?? JSON.stringify(text);
  return annotated(text, type)
    ? `${JSON.stringify(`${name}@odata.type`)}:"Edm.${type}",${key}:${value}`
    : `${key}:${value}`;
}

const VALUES: Partial<Record<EdmType, (text: string) => string>> = {
  Int32: (s) => String(Number(s)),
  Double: (s) => (NOT_FINITE.includes(s) ? JSON.stringify(s) : doubleOf(s)),
  Boolean: (s) => s.toLowerCase(),
  DateTime: (s) => JSON.stringify(momentIn(s) ?? s),
};

/** JSON says string, integer, other number and truth value by itself. */
function annotated(text: string, type: EdmType): boolean {
  return type === "Double" ? NOT_FINITE.includes(text) : !["String", "Int32", "Boolean"].includes(type);
}

/** A number with a point or an exponent, so that it is not taken for an integer. */
function doubleOf(text: string): string {
  const n = String(Number(text));
  return /[.e]/.test(n) ? n : `${n}.0`;
}
