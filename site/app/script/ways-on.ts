// What a script lacks where the service has refused a request: the table that it names, the version that it knows.
// Pure.
import { propertyOf } from "../answer/entities.ts";
import type { Diagnostic, Entity, Exchange, FilterTerm, Key, Named, Rec } from "../engine/types.ts";

/** The entity that a conditional write is about, and the version that it expects. */
export interface Condition {
  table: string;
  key: Key;
  etag: string;
  path: string; // as it was sent, below the account
}

const TABLE = /^[A-Za-z][A-Za-z0-9]{2,62}$/;
const ENTITY = /\/devstoreaccount1(\/(\w+)\(PartitionKey='((?:[^']|'')*)',\s*RowKey='((?:[^']|'')*)'\))$/;

/** The table that a request needs, "" if it does not lack one or no table could have that name. */
export function lackedTable(x: Exchange): string {
  const { table = "", op = "" } = x.record ?? {};
  return x.code === "TableNotFound" && op !== "DeleteTable" && TABLE.test(table) ? table : "";
}

/** A place of the script that names another account than that of this page, and what to write there; null for none. */
export function otherAccount(x: Exchange, script: string): { at: number; written: string; meant: string } | null {
  const host = x.hidden ? "" : otherHost(x);
  if (!host) return null;
  const [, service = "table"] = /^[^.]*\.(queue|blob)\./.exec(host) ?? [];
  const place = new RegExp(
    `https?://${host.replace(/[^\w-]/g, "\\$&")}(?:/devstoreaccount1)?(?:-secondary)?(?![^/?\\s])`,
    "gi",
  );
  const places = [...script.matchAll(place)];
  const found = places.find(({ index }) => script.slice(0, index).split("\n").length === x.line) ?? places[0];
  return { at: found?.index ?? -1, written: found?.[0] ?? host, meant: `{{${service}}}` };
}

/** The host of a request, with an account that is a part of its path; "" if that is the account of this page. */
function otherHost({ wire, problem }: Exchange): string {
  const [{ code = "", params = [] } = {}] = problem?.sentences ?? [];
  if (/^(?:host|url)-without-account$/.test(code)) return (params[0] ?? "").replace(/^"(?:https?:\/\/)?|\/?"$/g, "");
  const [, host = "", local, name] =
    /^https?:\/\/((?:[^/?]+:1000[0-2](\/[\w-]*)|([^./?]+)\.(?:table|queue|blob)\.[^/?]*))/i.exec(
      wire.at(-1)?.request.url ?? "",
    ) ?? [];
  const account = (local ?? name ?? "").replace(/^\/|-secondary$/g, "");
  return account === "devstoreaccount1" ? "" : host;
}

/** What the parser says about what the service has refused, null if it was something else. */
export function refusedPiece({ code, message }: Exchange, remarks: readonly Diagnostic[]): Diagnostic | null {
  const [own, filters] = WHY[code] ?? [];
  const piece = remarks.find(({ sentences: [of, place] }) => {
    if (of?.code === "in-filter") return !!filters && place?.code === "at-character";
    return !!of && !!own?.test(of.code);
  });
  const lacks = code === "InvalidInput" && /^(?:\d+:)?One of the request inputs/.test(message); // not which
  if (piece || !lacks) return piece ?? null;
  return remarks.find(({ sentences: [of] }) => of?.code === "delete-without-if-match") ?? null;
}

/** The remarks that say why a request is refused with a code, and whether those on its filter do. */
const WHY: Readonly<Record<string, readonly [remarks: RegExp, filters: boolean]>> = {
  InvalidInput: [/^(?:json-|key-(?:not-text|in-other-case)$|one-key-in|top-out-of-range$|typographic-quote-in-)/, true],
  NotImplemented: [/^$/, true],
  OutOfRangeInput: [/^key-character$/, false],
  PropertiesNeedValue: [/^key-in-other-case$/, false],
};

/** Tells whether a request may have been refused for what its address has, or has below it. */
export function refusesAddress({ code, ops, problem }: Exchange): boolean {
  if (problem) return problem.sentences[0]?.code === "sql-clause";
  return /^(?:InvalidInput|MethodNotAllowed|NotImplemented|OutOfRangeInput|TableNotFound)$/.test(code) && !ops.length;
}

/** The options of the last request, decoded. */
function optionsOf({ wire }: Exchange): URLSearchParams {
  return new URLSearchParams(wire.at(-1)?.request.url.split("?").slice(1).join("?") ?? "");
}

const KNOWN = /^\$(?:filter|select|top|format)$/;

/** An option that the service does not have and has refused, "" if it was something else. */
export function refusedOption(x: Exchange): string {
  if (x.code !== "NotImplemented" || x.ops.length) return "";
  return [...optionsOf(x).keys()].find((name) => name.startsWith("$") && !KNOWN.test(name)) ?? "";
}

/** Tells whether a query was refused for a sum or a count among the properties that it wants. */
export function selectsSum(x: Exchange): boolean {
  return x.code === "InvalidInput" && /\b(?:count|sum|avg|min|max)\s*\(/i.test(optionsOf(x).get("$select") ?? "");
}

/** Options of other services, as those of this one. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  limit: "$top",
  take: "$top",
  where: "$filter",
  fields: "$select",
};

/** Options without a $ that the service has: its own, the tokens of pages, and the parts of a signature. */
const OWN = /^(?:timeout|api-version|comp|Next\w+|s[psetvir]|srt|spr|sig|sip|tn|[se][pr]k|sk(?:oid|tid|[tesv])|_\w*)$/i;

/** An option that the service ignores, and the one that is meant, "" if there is none; null if there is no such one. */
export function undollared(x: Exchange): { name: string; meant: string } | null {
  if (!hasOtherOptions(x)) return null;
  for (const name of optionsOf(x).keys()) {
    if (KNOWN.test(`$${name.toLowerCase()}`)) return { name, meant: `$${name.toLowerCase()}` };
    const meant = ELSEWHERE[name.toLowerCase()];
    if (meant || (name.trim() && !name.startsWith("$") && !OWN.test(name))) return { name, meant: meant ?? "" };
  }
  return null;
}

/** Tells whether a query that was answered has options that the service may have passed over. */
export function hasOtherOptions(x: Exchange): boolean {
  return isAnswered(x) && [...optionsOf(x).keys()].some((name) => !name.startsWith("$"));
}

/** Tells whether a query that was answered has an option more than once. */
export function repeatsOptions(x: Exchange): boolean {
  const names = [...optionsOf(x).keys()];
  return isAnswered(x) && new Set(names).size < names.length;
}

const isAnswered = (x: Exchange): boolean => x.record?.op === "QueryEntities" && !x.code && !x.ops.length;

/** What a query has asked, and whether there is nothing. */
export interface Filtered {
  table: string;
  filter: string;
  nothing: boolean;
}

/** The filter of a query that was answered, null if it was another request. */
export function filterOf(x: Exchange): Filtered | null {
  const { table = "", returned = 0, token = null } = x.record ?? {};
  const filter = optionsOf(x).get("$filter") ?? "";
  return filter && isAnswered(x) ? { table, filter, nothing: !returned && !token } : null;
}

/** A comparison whose result does not depend on the value that a row has. */
export interface Miss {
  term: FilterTerm;
  types: string[]; // that the property has in the table, without "Edm."; none if no row has it
  names: string[]; // of all properties
  literal: string; // the value, as the type wants it; "" if it has no such form
}

const KEYS: readonly Named[] = ["PartitionKey", "RowKey"].map((name) => ({ name, type: "Edm.String" }));

/** The types of values that the service converts to the type of a property; it never converts what is stored. */
const CONVERTED: Readonly<Record<string, readonly string[]>> = { Int64: ["Int32"], Double: ["Int32", "Int64"] };

/** The first comparison with values of other types than any row of a table has, or with a property that no row has,
 * which is of interest only where nothing was found. */
export function missOf(terms: readonly FilterTerm[], properties: readonly Named[], nothing: boolean): Miss | null {
  if (!properties.length) return null;
  const known = [...KEYS, { name: "Timestamp", type: "Edm.DateTime" }, ...properties];
  const names = [...new Set(known.map((p) => p.name))];
  for (const term of terms) {
    const types = typesOf(known, term.name);
    const fits = (type: string) => type === term.type || !!CONVERTED[type]?.includes(term.type);
    if (types.length ? !types.some(fits) : nothing)
      return { term, types, names, literal: literalOf(term.value, types) };
  }
  return null;
}

/** The types that values of a property have in the rows of a table, without "Edm."; none if no row has it. */
export function typesOf(properties: readonly Named[], name: string): string[] {
  const found = properties.filter((p) => p.name === name).flatMap((p) => [p.type, ...(p.others ?? [])]);
  return found.map((type) => type.replace(/^Edm\./, ""));
}

/** The first comparison with a property of several types, which passes over the rows of other types than its own. */
export function mixedIn(
  terms: readonly FilterTerm[],
  properties: readonly Named[],
): Omit<Miss, "names" | "literal"> | null {
  for (const term of terms) {
    const types = typesOf(properties, term.name);
    if (types.some((type) => type !== term.type && !CONVERTED[type]?.includes(term.type))) return { term, types };
  }
  return null;
}

/** A value as a filter writes it for the only type of a property, "" if it cannot be one. */
export function literalOf(value: string, [type = "", ...others]: readonly string[]): string {
  if (others.length) return "";
  if (type === "String") return `'${value.replaceAll("'", "''")}'`;
  if (type === "Double") return /^-?\d+(?:\.\d+)?$/.test(value) ? value : "";
  if (type === "Int32" || type === "Int64") return integerOf(value, type);
  if (type === "Boolean") return /^(?:true|false)$/.test(value) ? value : "";
  if (type === "DateTime") return momentOf(value);
  return type === "Guid" && /^[\da-f-]{36}$/i.test(value) ? `guid'${value}'` : "";
}

/** A value as an integer; larger ones have to say that they are Int64. */
function integerOf(value: string, type: string): string {
  const [, whole = ""] = /^(-?\d+)(?:\.0+)?$/.exec(value) ?? [];
  if (Math.abs(Number(whole)) < 2 ** 31) return whole;
  return type === "Int64" ? `${whole}L` : "";
}

/** The least value of each type: a comparison with ge finds all that have one. */
const LEAST: Readonly<Record<string, string>> = {
  String: "''",
  DateTime: "datetime'1601-01-01T00:00:00Z'",
  Int32: String(-(2 ** 31)),
  Int64: "-9223372036854775808L",
  Double: "-INF",
  Boolean: "false",
  Guid: "guid'00000000-0000-0000-0000-000000000000'",
  Binary: "X''",
};

const NULL = /'(?:[^']|'')*'|\b(\w+)(?:\s*(?:=|==|<>|!=)|\s+(?:eq|ne|is(?:\s+not)?)(?=\s))\s*(?:null|none|nil)\b/gi;

/** A filter whose comparisons with null ask whether a row has the property, as its types in the table tell. */
export function withoutNull(filter: string, properties: readonly Named[]): string {
  return filter.replace(NULL, (written: string, name?: string) => {
    const least = typesOf(properties, name ?? "").flatMap((type) => LEAST[type] ?? []);
    if (!least.length) return written;
    const has = least.map((value) => `${name} ge ${value}`).join(" or ");
    const found = /^\w+(?:\s*(?:<>|!=)|\s+(?:ne|is\s+not)\b)/i.test(written); // those that have it
    if (found) return least.length > 1 ? `(${has})` : has;
    return `not (${has})`;
  });
}

/** A moment as a filter writes it, of a text as SQL has it: with a space, without seconds or Z. */
function momentOf(value: string): string {
  const [, day, time = "00:00", seconds = ":00"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,7})?)?Z?)?$/.exec(value) ?? [];
  return day ? `datetime'${day}T${time}${seconds}Z'` : "";
}

const STRAY = /^(no-body|no-separator|indented|header-in-body|after-json|sql-\w+)$/;

/** The first line that is sent with a request, but is none of it. What cannot be read is not sent. */
export function strayLine(remarks: readonly Diagnostic[]): Diagnostic | null {
  return remarks.find((d) => d.severity === "warning" && STRAY.test(d.sentences[0]?.code ?? "")) ?? null;
}

export function createTable(table: string, title: string): string {
  return `### ${title}\nPOST {{table}}/Tables\nContent-Type: application/json\n\n{ "TableName": "${table}" }\n`;
}

/** Tells whether a write was refused because its condition is none, whatever is stored. */
export function hasNoETag({ code, message }: Exchange): boolean {
  return code === "ConditionNotMet" || (code === "InvalidInput" && message.startsWith("The etag value"));
}

/** Returns what a refused write expected, null if it had no condition or was a part of a transaction. */
export function conditionOf(x: Exchange): Condition | null {
  const request = x.wire.at(-1)?.request;
  if (x.ops.length || !request || !(x.code === "UpdateConditionNotSatisfied" || hasNoETag(x))) return null;
  const [, path = "", table = "", partition = "", row = ""] = ENTITY.exec(request.url.split("?")[0] ?? "") ?? [];
  const etag = request.headers.find(([name]) => name.toLowerCase() === "if-match")?.[1] ?? "";
  return path ? { table, key: { partition: keyOf(partition), row: keyOf(row) }, etag, path } : null;
}

const keyOf = (sent: string): string => decodeURIComponent(sent).replaceAll("''", "'");

/** The request that reads an entity again, below a name that the script does not use for anything else. */
export function readAgain(
  { path }: Condition,
  client: string,
  script: string,
  words: { title: string; how: (header: string) => string },
): string {
  const block = (name: string) =>
    [
      `### ${words.title}`,
      `# ${words.how(`If-Match: {{${name}.response.headers.ETag}}`)}`,
      ...(client ? [`# @client ${client}`] : []),
      `# @name ${name}`,
      `GET {{table}}${path.replaceAll("{{", "%7B%7B")}`,
      "",
    ].join("\n");
  for (let n = 1; ; n++) {
    const name = n === 1 ? "again" : `again${n}`;
    if (script.includes(block(name)) || !new RegExp(`@name\\s+${name}\\b`).test(script)) return block(name);
  }
}

/** Looks in the log for the version that an ETag names: a write has made it, or has replaced it. */
export function versionOf({ table, key, etag }: Condition, records: readonly Rec[]): Entity | null {
  const time = /^W\/"datetime'(.*)'"$/.exec(etag)?.[1] ?? "";
  for (const c of records.flatMap((r) => r.changes)) {
    if (c.table.toLowerCase() !== table.toLowerCase() || c.key.partition !== key.partition || c.key.row !== key.row)
      continue;
    const found = [c.before, c.after].find((e) => e && stampOf(e) === time);
    if (found) return found;
  }
  return null;
}

/** A version is named by its time, in which colons are escaped. */
const stampOf = (e: Entity): string => String(propertyOf(e, "Timestamp") ?? "").replaceAll(":", "%3A");
