// What a finding of the linter is in numbers, and what the cheaper form is in a script. Pure.
import type { Finding, FindingCost, FindingStep, RuleName } from "../engine/types.ts";

/** Where to read more about what a rule proposes: a card, and a lesson. */
export const LINT_READING: Readonly<Record<RuleName, readonly [card: string, lesson: string]>> = {
  "scan-known-key": ["", "query-classes"],
  "or-of-keys": ["", "query-classes"],
  "open-range": ["compound-key", "query-classes"],
  "scan-not-copy": ["intra-partition-index", "intra-partition-index"],
  "newest-by-scan": ["log-tail", "log-tail"],
  "scan-then-filter": ["intra-partition-index", "intra-partition-index"],
  "client-join": ["denormalization", "denormalization"],
  "one-by-one": ["", "async-and-parallel"],
  "same-again": ["", "capacity-and-cost"],
  "single-writes": ["", "entity-group-transactions"],
  "delete-loop": ["high-volume-delete", "high-volume-delete"],
  "hot-partition": ["inter-partition-index", "partitions-and-scale"],
  "append-key": ["prepend-append", "prepend-append"],
  "no-select": ["", "projection"],
  "replace-little": ["", "modification-and-concurrency"],
  "busy-entity": ["data-series", "data-series"],
  "near-limit": ["wide-entities", "large-entities"],
  "star-after-read": ["", "modification-and-concurrency"],
  "upsert-over": ["", "modification-and-concurrency"],
  "retry-not-safe": ["eventually-consistent-transactions", "eventually-consistent-transactions"],
  "token-dropped": ["", "continuation-and-paging"],
  unpadded: ["compound-key", "sorting"],
};

/** The counters that are compared, in the order in which they are shown. */
export const COUNTERS = ["read", "requests", "roundtrips", "bytes", "stored", "refused"] as const;
export type Counter = (typeof COUNTERS)[number];

/** The counter that says what a finding saves. */
export function counterOf(f: Finding): Exclude<Counter, "stored"> {
  if (f.rule === "hot-partition" || f.rule === "append-key") return "refused";
  if (f.rule === "no-select" || f.rule === "replace-little") return "bytes";
  if (f.rule === "one-by-one") return "roundtrips";
  return f.before.read > f.after.read ? "read" : "requests";
}

/** The counters that say something: what is zero before and after is left out. */
export function countersOf(f: Finding): Counter[] {
  return COUNTERS.filter((c) => f.before[c] > 0 || f.after[c] > 0);
}

export interface Saved {
  read: number;
  roundtrips: number;
}

/** What all findings that were tried would save together; nothing counts twice, because a request has one cost. */
export function savedBy(findings: readonly Finding[]): Saved {
  const sum = (c: keyof FindingCost): number =>
    findings.reduce((n, f) => n + (f.wrong || !f.tried ? 0 : Math.max(0, f.before[c] - f.after[c])), 0);
  return { read: sum("read"), roundtrips: sum("roundtrips") };
}

/** Writes the cheaper form as blocks of a script. */
export function stepsText(form: readonly FindingStep[], title: string): string {
  return form.map((step, i) => stepText(step, form.length > 1 ? `${title} ${i + 1}` : title)).join("\n\n");
}

function stepText(step: FindingStep, title: string): string {
  const [path = "", query = ""] = step.target.split(/\?(.*)/s, 2);
  const options = query ? query.split("&").map((option, i) => `    ${i ? "&" : "?"}${readable(option)}`) : [];
  const head = [
    `### ${title}`,
    ...step.head.map((line) => `# @${line}`),
    `${step.method} {{table}}/${path}`,
    ...options,
  ];
  const fields = step.fields.map(([name, value]) => `${name}: ${value}`);
  return [...head, ...fields, ...(step.body ? ["", step.body] : [])].join("\n");
}

/** An option of a query as a person writes it: escapes that a script does not need are gone. */
function readable(option: string): string {
  return option.replaceAll("%20", " ").replaceAll("%27", "'");
}

/** How many entities the cheaper form stores besides; writing them for the first time is part of its numbers. */
export function extraOf(f: Pick<Finding, "before" | "after">): number {
  return Math.max(0, f.after.stored - f.before.stored);
}
