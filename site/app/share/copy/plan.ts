// What the code of all languages is made from: the calls of a script, which answers later ones need, and what has to
// be said beside them. Pure.
import { t } from "../../ui/i18n.ts";
import { type Call, callOf, type Operation } from "./operation.ts";
import type { Step } from "./requests.ts";
import { oneLine } from "./words.ts";

export interface CodeStep {
  title: string;
  calls: Call[];
  batch: boolean;
  follow: boolean;
  expects: string; // status or code of an error, "" if none
  result: string; // name of the answer if a later step needs it
  remarks: string[];
  n: number; // from 1
}

export interface Plan {
  tables: string[]; // those that need a client
  steps: CodeStep[];
  properties: ReadonlySet<string>; // names of answers whose properties are named
}

/** A value of an earlier answer. */
export interface Capture {
  of: string; // name of the request
  kind: Operation["kind"];
  header: boolean; // or a property
  name: string;
}

const REFERENCE = /\{\{\s*([\w-]+)\.response\.(headers|body)\.([^{}\s]+)\s*\}\}/g;

export function planOf(list: readonly Step[]): Plan {
  const needed = new Set([...JSON.stringify(list).matchAll(REFERENCE)].map((m) => m[1]));
  const steps = list.map((s, i): CodeStep => {
    const calls = s.requests.map(callOf);
    const result = s.name && needed.has(s.name) ? s.name : "";
    return { ...s, title: oneLine(s.title), calls, result, remarks: remarksOf(s, calls), n: i + 1 };
  });
  const tables = steps.flatMap((s) =>
    s.calls.flatMap(({ operation: o }) => ("row" in o || o.kind === "query" ? [o.table] : [])),
  );
  const bodies = JSON.stringify(steps).matchAll(/\{\{\s*([\w-]+)\.response\.body\./g);
  return { tables: [...new Set(tables)], steps, properties: new Set(Array.from(bodies, (m) => m[1] ?? "")) };
}

/** Tells whether no library can do what a step does. */
export function isOther(s: CodeStep): boolean {
  const alone = ["insert", "write", "delete"];
  return s.calls.some(({ operation: o }) => o.kind === "other" || (s.batch && !alone.includes(o.kind)));
}

function remarksOf(s: Step, calls: readonly Call[]): string[] {
  const unsaid = calls.flatMap((c) => c.unsaid);
  const open =
    JSON.stringify(s.requests).match(/\{\{(?!table\}\})(?!\s*[\w-]+\.response\.[^{}\s]+\s*\}\})[^{}]*\}\}/g) ?? [];
  return [
    ...unsaid.map((header) => t("code.header", { header: oneLine(header) })),
    ...s.meta.map((key) => t("code.meta", { key })),
    ...[...new Set(open)].map((what) => t("code.open", { what: oneLine(what) })),
    ...(s.left > 0 ? [t("code.left", { n: s.left })] : []),
  ];
}

/** The lines of a request as it is sent, for a comment. */
export function wireLines(c: Call): string[] {
  const { method, url, headers, body } = c.request;
  return [`${method} ${url}`, ...headers.map(([name, value]) => `${name}: ${value}`), ...body.split("\n")]
    .map(oneLine)
    .filter(Boolean);
}

/** A text as an expression: pieces of it are literals, others values of earlier answers. */
export function expression(
  text: string,
  plan: Plan,
  literal: (s: string) => string,
  value: (c: Capture) => string,
): string {
  const parts = text.split(REFERENCE); // literal, name, "headers" or "body", member, literal …
  const out: string[] = [];
  for (let i = 0; i < parts.length; i += 4) {
    if (parts[i] || parts.length === 1) out.push(literal(parts[i] ?? ""));
    if (i + 3 < parts.length) out.push(captured(parts.slice(i + 1, i + 4), plan, literal, value));
  }
  return out.join(" + ");
}

function captured(
  [of = "", part = "", name = ""]: string[],
  plan: Plan,
  literal: (s: string) => string,
  value: (c: Capture) => string,
): string {
  const kind = plan.steps.find((s) => s.result === of)?.calls[0]?.operation.kind;
  const header = part === "headers";
  const etag = header && /^etag$/i.test(name) && (kind === "get" || kind === "insert" || kind === "write");
  const property = !header && kind === "get" && /^\w+$/.test(name);
  return kind && (etag || property) ? value({ of, kind, header, name }) : literal(`{{${of}.response.${part}.${name}}}`);
}
