// Values as a console shows them, much as Node does. It never throws: what is shown is anybody's object. Pure.

import { failureOf } from "./failure.ts";

const DEEPEST = 3; // levels of objects
const MOST = 50; // members of one
const LONGEST = 10_000; // characters of a line

/** Joins the arguments of console.log. */
export function textOf(values: readonly unknown[]): string {
  const text = values.map((v) => (typeof v === "string" ? v : inspect(v))).join(" ");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}

/** One value: { partitionKey: 'ada', n: 3n }. */
export function inspect(value: unknown, above: readonly object[] = []): string {
  try {
    if (typeof value !== "object" || value === null) return simple(value);
    if (above.includes(value)) return "[Circular]";
    return objectText(value, above);
  } catch {
    return "[it cannot be shown]";
  }
}

function simple(value: unknown): string {
  if (typeof value === "string")
    return `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `[Function ${value.name || "(anonymous)"}]`;
  return Object.is(value, -0) ? "-0" : String(value);
}

function objectText(value: object, above: readonly object[]): string {
  if (value instanceof Error) return errorText(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (value instanceof Promise) return "Promise";
  if (above.length >= DEEPEST) return Array.isArray(value) ? "[Array]" : `[${nameOf(value) || "Object"}]`;
  const inner = (x: unknown) => inspect(x, [...above, value]);
  if (Array.isArray(value)) return list("[", value.map(inner), "]");
  const name = nameOf(value);
  const before = name && name !== "Object" ? `${name} ` : "";
  if (ArrayBuffer.isView(value) && !(value instanceof DataView))
    return list(`${before}[`, [...(value as Uint8Array)].map(inner), "]");
  if (value instanceof Map)
    return list(
      `${before}{`,
      [...value].map(([k, v]) => `${inner(k)} => ${inner(v)}`),
      "}",
    );
  if (value instanceof Set) return list(`${before}{`, [...value].map(inner), "}");
  return list(`${before}{`, membersOf(value, inner), "}");
}

function membersOf(value: object, inner: (x: unknown) => string): string[] {
  return Object.entries(Object.getOwnPropertyDescriptors(value)).flatMap(([key, d]) => {
    if (!d.enumerable) return [];
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : simple(key);
    return [`${name}: ${"value" in d ? inner(d.value) : "[Getter]"}`];
  });
}

function list(open: string, items: readonly string[], close: string): string {
  if (!items.length) return open + close;
  const shown = items.slice(0, MOST);
  if (items.length > MOST) shown.push(`… ${items.length - MOST} more`);
  const space = open.endsWith("[") ? "" : " ";
  return `${open}${space}${shown.join(", ")}${space}${close}`;
}

function nameOf(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null) return "[Object: null prototype]";
  const { constructor: made } = prototype as { constructor?: unknown };
  return typeof made === "function" ? made.name : "";
}

/** An error in a line: the frames of its stack are those of the client, which say nothing to the reader. */
function errorText(e: Error): string {
  const { name, status, code, message } = failureOf(e);
  return `${[name, status || "", code].filter(Boolean).join(" ")}: ${message}`;
}
