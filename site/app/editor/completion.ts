// What may stand at a place of a script: words by context. Pure, both editors could use it.

/** What is known about the store. */
export interface Knowledge {
  files(): string[]; // that @setup may name
  tables(): Promise<string[]>;
  partitions(table: string): Promise<string[]>;
  properties(table: string): Promise<string[]>;
}

export interface Option {
  label: string;
  detail?: string;
}

export interface Completion {
  from: number; // offset where the completed word begins
  options: Option[];
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const HEADERS = ["Accept", "Content-Type", "If-Match", "Prefer", "x-ms-version", "DataServiceVersion"];
const VALUES: ReadonlyMap<string, string[]> = new Map([
  [
    "accept",
    [
      "application/json;odata=nometadata",
      "application/json;odata=minimalmetadata",
      "application/json;odata=fullmetadata",
    ],
  ],
  ["content-type", ["application/json"]],
  ["if-match", ["*"]],
  ["prefer", ["return-no-content", "return-content"]],
]);
const META = [
  "@name",
  "@title",
  "@setup",
  "@batch",
  "@follow",
  "@loop for",
  "@loop while",
  "@loop each",
  "@ref",
  "@sleep",
  "@client",
  "@if",
  "@fault throttle",
  "@fault timeout",
  "@fault lost",
  "@fault crash",
  "@fault crash after",
  "@retry",
  "@restart",
  "@parallel",
  "@cache",
  "@load",
  "@run",
  "@trial crash",
  "@always",
  "@disabled",
  "@set",
  "@type",
  "@as",
  "@resolve",
  "@encrypt",
  "@decrypt",
];
const QUERIES = [
  "status",
  "header",
  "body",
  "error",
  "count",
  "pages",
  "plan",
  "scanned",
  "returned",
  "partitions",
  "transactions",
  "roundtrips",
  "bytes",
  "rolledBack",
  "type",
  "size",
  "elapsed",
  "attempts",
  "throttled",
  "hits",
  "skipped",
  "failed",
  "rate",
  "p50",
  "p95",
  "p99",
  "hottest",
  "nodes",
  "run",
  "item",
];
const PREDICATES = [
  "==",
  "!=",
  ">",
  ">=",
  "<",
  "<=",
  "startsWith",
  "endsWith",
  "includes",
  "exists",
  "isTrue",
  "isFalse",
  "isNumber",
  "isString",
];
const CLASSES = ["point", "rowRange", "partitionScan", "partitionRange", "tableScan"];
const HELPERS = [
  "$guid",
  "$index",
  "$pad",
  "$mod",
  "$pick",
  "$hash",
  "$add",
  "$mul",
  "$div",
  "$randomInt",
  "$timestamp",
  "$datetime",
  "$ticks",
  "$invertedTicks",
  "$eq",
  "$ne",
  "$gt",
  "$ge",
  "$lt",
  "$le",
  "$and",
  "$or",
  "$not",
  "$sas",
  "$replace",
  "$item",
  "$client",
];
const OPTIONS = ["$filter=", "$top=", "$select="];
const OPERATORS = ["eq", "ne", "gt", "ge", "lt", "le", "and", "or", "not"];
const KEYS = ["PartitionKey", "RowKey", "Timestamp"];

/** Returns what may stand at an offset, null if nothing is known. */
export async function complete(text: string, at: number, know: Knowledge | null): Promise<Completion | null> {
  const begin = text.lastIndexOf("\n", at - 1) + 1;
  const line = text.slice(begin, at);
  return (
    reference(text, line, at) ??
    comment(line, at, know) ??
    (await target(text, line, at, know)) ??
    header(text, line, begin, at) ??
    (await member(text, line, at, know))
  );
}

/** Inside {{…}}: variables, helpers, names of requests. */
function reference(text: string, line: string, at: number): Completion | null {
  const open = /\{\{%?([\w$.]*)$/.exec(line);
  if (!open) return null;
  const word = open[1] ?? "";
  const variables = [...text.matchAll(/^@(\w+)\s*=/gm)].map((m) => m[1] ?? "");
  const names = [...text.matchAll(/^\s*(?:#|\/\/)\s*@name\s+(\w+)/gm)].map((m) => m[1] ?? "");
  const captures = names.flatMap((n) => [`${n}.response.headers.ETag`, `${n}.response.body.`, `${n}.response.status`]);
  return options(at - word.length, [...new Set(["table", "queue", ...variables, ...captures, ...HELPERS])]);
}

/** Metadata and assertions. */
function comment(line: string, at: number, know: Knowledge | null): Completion | null {
  const setup = /^\s*(?:#|\/\/)\s*@(?:setup|run)\s+(\S*)$/.exec(line);
  if (setup) return options(at - (setup[1] ?? "").length, know?.files() ?? []);
  const meta = /^\s*(?:#|\/\/)\s*(@[\w ]*)$/.exec(line);
  if (meta) return options(at - (meta[1] ?? "").length, META);
  const ask = /^\s*(?:(?:#|\/\/)\s*)?\?\?\s+(.*)$/.exec(line);
  if (!ask) return null;
  const words = (ask[1] ?? "").split(/\s+/);
  const word = words.at(-1) ?? "";
  if (words.length === 1) return options(at - word.length, QUERIES);
  if (words[0] === "plan" && words.length === 3) return options(at - word.length, CLASSES);
  if (words[0] === "run" && words.length === 2) return options(at - word.length, QUERIES);
  return words.length === 2 || (words.length === 3 && /^(header|body|run)$/.test(words[0] ?? ""))
    ? options(at - word.length, PREDICATES)
    : null;
}

/** The request line and its continuations: method, table, keys, options, filter. */
async function target(text: string, line: string, at: number, know: Knowledge | null): Promise<Completion | null> {
  if (/^[A-Z]{1,6}$/.test(line)) return options(at - line.length, METHODS);
  if (!/^(?:[A-Z]+ |\s+[?&])/.test(line)) return null;
  const table = /^[A-Z]+ .*\/(\w*)$/.exec(line);
  if (table) return options(at - (table[1] ?? "").length, know ? await know.tables() : []);
  const option = /[?&](\$\w*)$/.exec(line);
  if (option) return options(at - (option[1] ?? "").length, OPTIONS);
  const partition = /PartitionKey(?: \w\w )?=?'([^']*)$/.exec(line);
  const name = tableBefore(text, at);
  if (partition) return options(at - (partition[1] ?? "").length, know && name ? await know.partitions(name) : []);
  const word = /[(\s=]([A-Za-z]\w*)?$/.exec(line);
  if (!/\$(filter|select)=/.test(line) || !word || quoted(line)) return null;
  return options(at - (word[1] ?? "").length, [
    ...KEYS,
    ...(know && name ? await know.properties(name) : []),
    ...OPERATORS,
  ]);
}

/** A header, on the lines between the request and the first empty line. */
function header(text: string, line: string, begin: number, at: number): Completion | null {
  if (!inHeaders(text, begin)) return null;
  const value = /^([A-Za-z][\w-]*):\s*(\S*)$/.exec(line);
  if (value) return options(at - (value[2] ?? "").length, VALUES.get((value[1] ?? "").toLowerCase()) ?? []);
  return /^[A-Za-z][\w-]*$/.test(line)
    ? options(
        at - line.length,
        HEADERS.map((h) => `${h}: `),
      )
    : null;
}

/** A name inside a JSON body. */
async function member(text: string, line: string, at: number, know: Knowledge | null): Promise<Completion | null> {
  const name = /[{,]\s*"(\w*)$/.exec(line) ?? /^\s*"(\w*)$/.exec(line);
  if (!name || line.startsWith("#")) return null;
  const table = tableBefore(text, at);
  return options(at - (name[1] ?? "").length, [
    ...KEYS.slice(0, 2),
    ...(know && table ? await know.properties(table) : []),
  ]);
}

function inHeaders(text: string, begin: number): boolean {
  for (const l of text.slice(0, begin).split("\n").slice(0, -1).reverse()) {
    if (/^[A-Z]+ \S/.test(l)) return true;
    if (l.trim() === "" || l.startsWith("###")) return false;
  }
  return false;
}

/** The table of the nearest request line at or above an offset. */
function tableBefore(text: string, at: number): string | null {
  const end = text.indexOf("\n", at);
  const lines = text
    .slice(0, end < 0 ? text.length : end)
    .split("\n")
    .reverse();
  const request = lines.find((l) => /^[A-Z]+ \S/.test(l));
  return request ? (/\/([A-Za-z]\w*)(?:\(|\?|\s|$)/.exec(request.replace(/\{\{\w+\}\}/, ""))?.[1] ?? null) : null;
}

function quoted(line: string): boolean {
  return line.split("'").length % 2 === 0;
}

function options(from: number, labels: readonly string[]): Completion | null {
  const unique = [...new Set(labels)];
  return unique.length ? { from, options: unique.map((label) => ({ label })) } : null;
}
