// What is at a place of a script, and what it means: a reference and its value, a header, an option of a query. Pure
// but for the value, which is asked of the engine.
import { isKey, t } from "../ui/i18n.ts";
import { inHeaders } from "./completion.ts";

/** Says what a text with references stands for; the problem is "" if there is a value. */
export type Peek = (of: string) => Promise<{ value: string; problem: string }>;

/** Looks at a place of a text. */
export type Meanings = (text: string, at: number) => Promise<Meaning | null>;

/** What is said of a piece of the text. */
export interface Meaning {
  from: number;
  to: number;
  name: string;
  value: string | null; // null if it has none
  text: string;
}

const LONGEST = 500; // characters of a value that are shown

/** Returns what is said of the thing at an offset, null if there is nothing to say. */
export async function meaningAt(text: string, at: number, peek: Peek): Promise<Meaning | null> {
  const begin = text.lastIndexOf("\n", at - 1) + 1;
  const end = text.indexOf("\n", at);
  const line = text.slice(begin, end < 0 ? text.length : end);
  const found = reference(line, at - begin) ?? explained(line, at - begin, inHeaders(text, begin));
  if (!found) return null;
  const place = { from: begin + found.from, to: begin + found.to, name: found.name };
  if (!found.ref) return { ...place, value: null, text: found.text };
  if (helper(found.name)) return { ...place, value: null, text: t("hover.helper") };
  const { value, problem } = await peek(`{{${found.name}}}`);
  if (problem) return { ...place, value: null, text: problem };
  return { ...place, value: shortened(value), text: origin(text, found.name) };
}

/** What a meaning is in one sentence, for assistive technology. */
export function sentence({ name, value, text }: Meaning): string {
  return value === null ? `${name}: ${text}` : `${name} = ${value}. ${text}`;
}

interface Found {
  from: number; // in the line
  to: number;
  name: string;
  ref: boolean;
  text: string; // of what is no reference
}

/** A reference in braces, or the name that a line defines. */
function reference(line: string, at: number): Found | null {
  const found = [...line.matchAll(/\{\{(.*?)\}\}/g)].find((m) => m.index <= at && at <= m.index + m[0].length);
  if (found) {
    const name = (found[1] ?? "").trim().replace(/^%\s*/, "");
    return { from: found.index, to: found.index + found[0].length, name, ref: true, text: "" };
  }
  const [whole = "", name = ""] = /^@([\p{L}\p{N}_-]+)(?=\s*=)/u.exec(line) ?? [];
  return name && at <= whole.length ? { from: 0, to: whole.length, name, ref: true, text: "" } : null;
}

/** A header by its name, or an option of a query. */
function explained(line: string, at: number, headers: boolean): Found | null {
  const head = headers ? /^([A-Za-z][\w-]*)\s*:/.exec(line) : null;
  const key = `hover.header.${head?.[1]?.toLowerCase()}`;
  if (head?.[1] && at <= head[1].length && isKey(key))
    return { from: 0, to: head[1].length, name: head[1], ref: false, text: t(key) };
  const option = [...line.matchAll(/[?&](\$?\w+)=/g)].find((m) => m.index < at && at <= m.index + m[0].length - 1);
  const name = option?.[1] ?? "";
  const text = `hover.option.${name.replace("$", "").toLowerCase()}`;
  if (!option || !isKey(text)) return null;
  return { from: option.index + 1, to: option.index + 1 + name.length, name, ref: false, text: t(text) };
}

function helper(name: string): boolean {
  return name.startsWith("$");
}

/** Where a value comes from. */
function origin(text: string, name: string): string {
  const request = /^([^.]+)\.response\./.exec(name)?.[1];
  if (request) return t("hover.answer", { name: request });
  const lines = text.split("\n");
  const line = lines.findLastIndex(
    (l) => l.startsWith("@") && l.slice(1).split("=", 1)[0]?.trim() === name && l.includes("="),
  );
  return line >= 0 ? t("hover.variable", { line: line + 1 }) : t("hover.given");
}

function shortened(value: string): string {
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
}
