// The change that a finding asks for, as lines of the script. Pure.
import type { Finding } from "../../engine/types.ts";
import { elsewhere, insert, type LineChange, merge, split } from "./lint-rewrite.ts";

/** Returns what to change in a script, none if it has to be written by hand. */
export function changesOf(f: Finding, text: string): LineChange[] {
  const lines = text.split("\n");
  const make = CHANGES[f.rule];
  if (!make) return [];
  const found = f.lines.map((line) => (isRequest(lines[line - 1]) ? make(f, lines, line) : null));
  return found.every((c) => c !== null) ? found : [];
}

/** Puts changes into a script. */
export function applied(changes: readonly LineChange[], text: string): string {
  const lines = text.split("\n");
  for (const c of [...changes].sort((a, b) => b.line - a.line)) lines.splice(c.line - 1, c.gone.length, ...c.come);
  return lines.join("\n");
}

type Make = (f: Finding, lines: readonly string[], line: number) => LineChange | null;

const CHANGES: Partial<Record<Finding["rule"], Make>> = {
  "token-dropped": above(() => "# @follow"),
  "one-by-one": above(() => "# @parallel reads"),
  "single-writes": above(() => "# @batch together"),
  "same-again": above(() => "# @cache"),
  "no-select": (f, lines, line) => option(lines, line, (url) => `${url}${url.includes("?") ? "&" : "?"}${selected(f)}`),
  "scan-known-key": (f, lines, line) => filter(lines, line, (x) => `PartitionKey eq '${quoted(f.names[0])}' and ${x}`),
  "open-range": (f, lines, line) => filter(lines, line, (x) => `${x} and ${upper(f)}`),
  "star-after-read": guarded,
  "or-of-keys": split,
  "scan-not-copy": elsewhere,
  "replace-little": merge,
  "upsert-over": insert,
};

/** Rules whose change nobody can make for the writer of a script: lint.<rule>.hand says why. */
export const BY_HAND = [
  "newest-by-scan",
  "scan-then-filter",
  "client-join",
  "delete-loop",
  "hot-partition",
  "append-key",
  "busy-entity",
  "near-limit",
  "retry-not-safe",
  "unpadded",
] as const satisfies readonly Finding["rule"][];

type Hand = (typeof BY_HAND)[number];

/** Why there is no change to show: that of the rule, or that the script says it in a way of its own. */
export function reasonOf(rule: Finding["rule"]): Hand | "here" {
  return BY_HAND.find((r) => r === rule) ?? "here";
}

function isRequest(line: string | undefined): boolean {
  return /^(GET|POST|PUT|PATCH|MERGE|DELETE)\s/.test(line ?? "");
}

function above(what: () => string): Make {
  return (_, lines, line) => (lines[line - 2]?.startsWith(what()) ? null : { line, gone: [], come: [what()] });
}

const quoted = (name = ""): string => name.replaceAll("'", "''");

const selected = (f: Finding): string => `$select=${/\$select=([^&]*)/.exec(f.form[0]?.target ?? "")?.[1] ?? ""}`;

const upper = (f: Finding): string => /RowKey lt '(?:[^']|'')*'/.exec(f.form[0]?.target ?? "")?.[0] ?? "";

/** Changes the end of an address, which may go on in the lines below. */
function option(lines: readonly string[], line: number, how: (text: string) => string): LineChange | null {
  let last = line;
  while (/^\s*[?&]/.test(lines[last] ?? "")) last++;
  const text = lines[last - 1] ?? "";
  if (last === line) return { line, gone: [text], come: [how(text)] };
  return { line: last, gone: [text], come: [text, `    &${how("?").slice(2)}`] };
}

/** Changes a filter that has no "or", wherever in the address it is. */
function filter(lines: readonly string[], line: number, how: (filter: string) => string): LineChange | null {
  for (let at = line; at === line || /^\s*[?&]/.test(lines[at - 1] ?? ""); at++) {
    const text = lines[at - 1] ?? "";
    const found = /\$filter=((?:'(?:[^']|'')*'|[^&'])*)/.exec(text);
    if (!found?.[1]) continue;
    const inside = found[1].trimEnd();
    if (/\bor\b/.test(inside)) return null;
    return { line: at, gone: [text], come: [text.replace(inside, () => how(inside))] };
  }
  return null;
}

/** Puts the ETag of the read in the place of the star. */
function guarded(f: Finding, lines: readonly string[], line: number): LineChange | null {
  const etag = f.form.at(-1)?.fields.find(([name]) => name === "If-Match")?.[1];
  for (let at = line + 1; etag && (lines[at - 1] ?? "").trim(); at++) {
    const text = lines[at - 1] ?? "";
    if (/^if-match:\s*\*\s*$/i.test(text)) return { line: at, gone: [text], come: [`If-Match: ${etag}`] };
  }
  return null;
}
