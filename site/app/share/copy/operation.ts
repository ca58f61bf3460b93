// What a request asks of a table, as the libraries have methods for it. Pure.
import { isJson } from "../../ui/json.ts";
import type { HttpRequest } from "./requests.ts";
import { decoded, wordsOf } from "./words.ts";

export type EdmType = "String" | "Int32" | "Int64" | "Double" | "Boolean" | "DateTime" | "Guid" | "Binary" | "Null";

export interface Property {
  name: string;
  type: EdmType;
  value: string;
}

interface Row {
  table: string;
  partition: string;
  row: string;
}

export interface Write extends Row {
  kind: "write";
  properties: Property[];
  replace: boolean; // or merge
  etag: string; // "" for an upsert
}

export interface Query {
  kind: "query";
  table: string;
  filter: string;
  select: string[];
  top: number; // 0: as many as a page holds
  after: string; // name of the answer whose token continues, "" for the beginning
}

export type Operation =
  | { kind: "create-table" | "delete-table"; table: string }
  | { kind: "list-tables"; filter: string }
  | ({ kind: "insert"; properties: Property[] } & Row)
  | ({ kind: "get"; select: string[] } & Row)
  | ({ kind: "delete"; etag: string } & Row)
  | Query
  | Write
  | { kind: "other" }; // no library has a method for it

export interface Call {
  operation: Operation;
  request: HttpRequest;
  unsaid: string[]; // headers that a library does not let one write
}

const OTHER: Operation = { kind: "other" };
/** Headers that a library writes by itself, or has an argument for. */
const BY_ITSELF = new Set(
  wordsOf(`
    accept accept-charset authorization content-length content-type dataserviceversion date host if-match
    maxdataserviceversion prefer x-http-method x-ms-date x-ms-version`),
);

export function callOf(request: HttpRequest): Call {
  const unsaid = request.headers.filter(([name]) => name && !BY_ITSELF.has(name.toLowerCase()));
  const unnamed = request.headers.find(([name]) => name.toLowerCase() === "if-match")?.[1] ?? "";
  const operation = operationOf(request, unnamed) ?? OTHER;
  return { operation, request, unsaid: unsaid.map(([name, value]) => `${name}: ${value}`) };
}

const ACCOUNT =
  /^(?:\{\{table\}\}|https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/[\w-]+|https?:\/\/[^/?#]+)\//;

/** Splits an address below the account: "Orders(PartitionKey='a',RowKey='b')", and what stands behind "?". */
function partsOf(url: string): { path: string; query: Map<string, string> } | null {
  const [account] = ACCOUNT.exec(url) ?? [];
  if (account === undefined) return null;
  const [path = "", ...rest] = url.slice(account.length).split("?");
  const pairs = rest
    .join("?")
    .split(/&(?=\$|Next|timeout=|comp=|restype=|sv=|sig=)/)
    .filter(Boolean);
  const query = pairs.map((p): [string, string] => {
    const at = p.indexOf("=");
    return at < 0 ? [decoded(p), ""] : [decoded(p.slice(0, at)), decoded(p.slice(at + 1))];
  });
  return { path: decoded(path), query: new Map(query) };
}

const KEYS = /^PartitionKey='((?:[^']|'')*)'\s*,\s*RowKey='((?:[^']|'')*)'$/;

function operationOf(r: HttpRequest, etag: string): Operation | null {
  const parts = partsOf(r.url);
  const [, table = "", inner] = /^([A-Za-z][A-Za-z0-9]{2,62})(?:\((.*)\))?$/s.exec(parts?.path ?? "") ?? [];
  if (!parts || !table || parts.query.has("comp")) return null;
  const keys = KEYS.exec(inner ?? "")
    ?.slice(1)
    .map((key) => key.replaceAll("''", "'"));
  if (table === "Tables") return ofTables(r, inner, parts.query);
  if (keys) return ofRow(r, { table, partition: keys[0] ?? "", row: keys[1] ?? "" }, etag, parts.query);
  if (inner) return null;
  if (r.method === "GET") return queryOf(table, parts.query);
  return r.method === "POST" ? insertOf(table, r.body) : null;
}

function ofTables(r: HttpRequest, inner: string | undefined, query: ReadonlyMap<string, string>): Operation | null {
  const [, table] = /^'(\w+)'$/.exec(inner ?? "") ?? [];
  if (r.method === "DELETE" && table) return { kind: "delete-table", table };
  if (r.method === "GET" && !inner) return { kind: "list-tables", filter: query.get("$filter") ?? "" };
  const [name] = r.method === "POST" && !inner ? (propertiesOf(r.body) ?? []) : [];
  return name?.name === "TableName" ? { kind: "create-table", table: name.value } : null;
}

function ofRow(r: HttpRequest, row: Row, etag: string, query: ReadonlyMap<string, string>): Operation | null {
  const select = listOf(query.get("$select"));
  const properties = r.body ? propertiesOf(r.body)?.filter((p) => !isKey(p)) : undefined;
  switch (r.method) {
    case "GET":
      return { kind: "get", ...row, select };
    case "DELETE":
      return etag ? { kind: "delete", ...row, etag } : null;
    case "PUT":
    case "PATCH":
    case "MERGE":
      return properties ? { kind: "write", ...row, properties, replace: r.method === "PUT", etag } : null;
  }
  return null;
}

function queryOf(table: string, query: ReadonlyMap<string, string>): Operation | null {
  const tokens = [query.get("NextPartitionKey"), query.get("NextRowKey")].filter((token) => token !== undefined);
  const [, after = ""] = /^\{\{\s*([\w-]+)\.response\.headers\./i.exec(tokens[0] ?? "") ?? [];
  if (tokens.length && !after) return null; // a token that is written down belongs to one store
  const [filter = "", top] = [query.get("$filter"), query.get("$top")];
  return { kind: "query", table, filter, select: listOf(query.get("$select")), top: Number(top) || 0, after };
}

function insertOf(table: string, body: string): Operation | null {
  const properties = propertiesOf(body);
  const key = (name: string) => properties?.find((p) => p.name === name)?.value;
  const [partition, row] = [key("PartitionKey"), key("RowKey")];
  if (!properties || partition === undefined || row === undefined) return null;
  return { kind: "insert", table, partition, row, properties: properties.filter((p) => !isKey(p)) };
}

const isKey = ({ name }: Property): boolean => name === "PartitionKey" || name === "RowKey";

const listOf = (text = ""): string[] =>
  text
    .split(",")
    .map((s) => s.trim())
    .filter(Boolean);

const MEMBER = /\s*("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|[\w.+-]+)\s*[,}]/y;

/** The properties of a body in JSON, with numbers as they are written; null if it is no flat object. */
export function propertiesOf(body: string): Property[] | null {
  const found = membersOf(body.trim());
  if (!found) return null;
  const types = new Map(found.filter(([name]) => name.endsWith(ANNOTATION)).map(([name, raw]) => [name, textOf(raw)]));
  return found
    .filter(([name]) => !name.includes("odata."))
    .map(([name, raw]) => ({ name, ...typed(raw, types.get(name + ANNOTATION)) }));
}

const ANNOTATION = "@odata.type";

/** The members of a flat object in JSON, with values as they are written; null if it is something else. */
export function membersOf(body: string): [string, string][] | null {
  if (!isJson(body)) return null;
  const members: [string, string][] = [];
  MEMBER.lastIndex = 1;
  for (let m = MEMBER.exec(body); m; m = MEMBER.exec(body)) {
    members.push([textOf(m[1] ?? '""'), m[2] ?? "null"]);
    if (MEMBER.lastIndex === body.length) return body.startsWith("{") ? members : null;
  }
  return /^\{\s*\}$/.test(body) ? [] : null;
}

/** A string of JSON without its quotes and escapes; anything else as it is written. */
function textOf(raw: string): string {
  return raw.startsWith('"') ? (JSON.parse(raw) as string) : raw;
}

const TYPES: readonly string[] = [
  "String",
  "Int32",
  "Int64",
  "Double",
  "Boolean",
  "DateTime",
  "Guid",
  "Binary",
] satisfies EdmType[];

function typed(raw: string, said?: string): { type: EdmType; value: string } {
  const value = textOf(raw);
  if (raw === "null") return { type: "Null", value };
  const name = said?.replace(/^Edm\./, "") ?? "";
  if (TYPES.includes(name)) return { type: name as EdmType, value };
  if (raw.startsWith('"')) return { type: "String", value };
  if (raw === "true" || raw === "false") return { type: "Boolean", value };
  return { type: /^-?\d{1,10}$/.test(raw) && Math.abs(Number(raw)) <= 0x7fffffff ? "Int32" : "Double", value };
}
