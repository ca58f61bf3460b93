// Whether the service refused a request, with which status, and what that means for this request. Pure.
import type { Exchange, Field, Message, Op } from "../engine/types.ts";
import { isKey, t } from "../ui/i18n.ts";
import { parseJson } from "../ui/json.ts";
import { objectOf } from "../ui/storage.ts";
import { bodyMistake } from "./body-mistake.ts";

/** The status of a refusal, 0 if it is none. That of a transaction is inside its answer, which is 202. */
export function refusedWith({ status, ops }: Pick<Exchange, "status" | "ops">): number {
  const failed = ops.find((o) => o.state === "failed");
  return failed?.status ?? (status >= 400 ? status : 0);
}

/** The same with the code of the service: "409 EntityAlreadyExists"; "" if it is none. */
export function refusal(x: Pick<Exchange, "status" | "ops" | "code">): string {
  return [refusedWith(x) || "", x.code].filter(Boolean).join(" ");
}

/** What was asked: a request, or the operation that made a transaction fail. */
interface Asked {
  code: string;
  message: string; // of the service, without the number of the operation
  method: string;
  path: string; // below the account, decoded
  options: URLSearchParams;
  headers: readonly Field[];
  body: string;
  part: boolean; // of a transaction
}

/** Says what a refusal means, "" if there is nothing to add to the message of the service. */
export function explained(x: Exchange): string {
  const asked = askedOf(x);
  if (!asked) return "";
  const own = BY_CODE[asked.code];
  if (isOther(x) && !SHARED.test(asked.code)) return own === verb ? notTaken(asked) : "";
  if (own) return own(asked);
  const key = `error.${asked.code}`;
  return isKey(key) ? t(key) : "";
}

/** Codes that mean the same in all services. */
const SHARED = /^(?:Auth|Cors|InternalError|InvalidAuth|NoAuth|OperationTimedOut|ResourceNotFound|ServerBusy)/;

/** Tells whether a request went to queues or blobs. */
function isOther({ wire }: Exchange): boolean {
  return /^\w+:\/\/(?:[^/]*:1000[01]\/|[^/.]+\.(?:queue|blob)\.)/.test(wire.at(-1)?.request.url ?? "");
}

function askedOf(x: Exchange): Asked | null {
  const { request: sent, response } = x.wire.at(-1) ?? {};
  if (!sent || !x.code) return null;
  const said = { code: x.code, message: (x.message.split("\n", 1)[0] ?? "").replace(/^\d+:/, "") };
  const at = x.ops.findIndex((o) => o.state === "failed");
  const op = (response?.status ?? 0) < 400 ? x.ops[at] : undefined;
  return op ? { ...said, ...partOf(op, pieceOf(sent.body, at)) } : { ...said, ...requestOf(sent) };
}

function partOf({ method, target }: Op, piece: string): Omit<Asked, "code" | "message"> {
  const body = /\n\r?\n(\s*\{[\s\S]*)$/.exec(piece)?.[1] ?? "";
  const lines = /\bHTTP\/1\.1\r?\n((?:[\w-]+:[^\n]*\n)*)/.exec(piece)?.[1]?.split(/\r?\n/) ?? [];
  const headers = lines.flatMap((line): Field[] => {
    const [, name = "", value = ""] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
    return name ? [[name, value]] : [];
  });
  return { method, path: decoded(target), options: new URLSearchParams(), headers, body, part: true };
}

function requestOf({ method, url, headers, body }: Message): Omit<Asked, "code" | "message"> {
  const [address = "", ...query] = url.split("?");
  return {
    method: fieldOf(headers, "X-HTTP-Method") ?? method,
    path: decoded(address.replace(/^\w+:\/\/[^/]*\/?(?:devstoreaccount1(?:\/|$))?/, "")),
    options: new URLSearchParams(query.join("?")),
    headers,
    body,
    part: false,
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What an operation of a transaction sends. */
function pieceOf(body: string, at: number): string {
  return body.split(/^--changeset\S*\r?$/m)[at + 1] ?? "";
}

const BY_CODE: Readonly<Record<string, (a: Asked) => string>> = {
  ConditionNotMet: () => t("error.ConditionNotMet", { etag: ETAG }),
  EntityAlreadyExists: (a) => t("error.EntityAlreadyExists", meantBy(a)),
  InvalidInput: input,
  MediaTypeNotSupported: mediaType,
  MethodNotAllowed: verb,
  NotImplemented: missing,
  OutOfRangeInput: outOfRange,
  PropertiesNeedValue: lacking,
  PropertyNameInvalid: badName,
  PropertyValueTooLarge: tooLarge,
  TableNotFound: noTable,
  UnsupportedHttpVerb: verb,
};

/** One of the inputs is not valid. Which one, the message of the service tells by its kind at most. */
function input(a: Asked): string {
  if (a.message.startsWith("An error occurred")) return unreadable(a);
  if (a.message.includes("query syntax")) return t("error.address");
  if (a.message.startsWith("The etag value")) return noETag(a);
  if (!a.message.startsWith("One of the request inputs")) return "";
  return option(a) || t("error.InvalidInput", { parts: partsOf(a).join(", ") });
}

function unreadable({ path, body, part }: Asked): string {
  if (path.startsWith("$batch")) return t("error.body.batch");
  return (part && !body ? "" : bodyMistake(body)) || t("error.body");
}

/** Where an ETag comes from, in a script. */
const ETAG = "{{row.response.headers.ETag}}";

function noETag({ headers }: Asked): string {
  const name = fieldOf(headers, "If-Match") === null ? "If-None-Match" : "If-Match";
  return t("error.etag.form", { name, etag: ETAG });
}

/** The option, header or name that the service takes no such value of, "" if it is something else. */
function option(a: Asked): string {
  const { options, headers, body, path, method } = a;
  const top = options.get("$top");
  if (top !== null && !(/^\s*\d+\s*$/.test(top) && Number(top) <= MAX_TOP)) return t("error.top", { value: top });
  if ([...options.keys()].some((name) => /^Next(?:PartitionKey|RowKey|TableName)$/.test(name))) return t("error.token");
  const condition = fieldOf(headers, "If-Match");
  if (condition === "") return t("error.etag");
  if (condition === null && method === "DELETE" && kindOf(a) === "entity") return t("error.etag.none");
  if (path.startsWith("$batch")) return t("error.batch.empty");
  const named = String(objectOf(parseJson(body)).TableName ?? "");
  return /^Tables/i.test(path) && /^tables$/i.test(named) ? t("error.tables", { name: named }) : "";
}

const MAX_TOP = 1000; // Query Entities, "Remarks"

/** What a request has that may not be valid, as its author wrote it: but for tokens; the address if there
 * is nothing else. */
function partsOf({ options, headers, body, part }: Asked): string[] {
  const written = headers.map(([name]) => name).filter((name) => /^If-(?:None-)?Match$/i.test(name));
  const sent = body || part ? [t("error.part.body")] : [];
  const asked = [...new Set(options.keys())].filter((name) => /^(?:\$(?!top$)|Next|comp$|restype$)/.test(name));
  const parts = [...asked, ...written, ...sent];
  return parts.length ? parts : [t("error.part.address")];
}

function fieldOf(headers: readonly Field[], name: string): string | null {
  return headers.find(([n]) => n.toLowerCase() === name.toLowerCase())?.[1] ?? null;
}

function mediaType({ options, headers }: Asked): string {
  if (options.has("$format")) return t("error.media.format", { value: options.get("$format") ?? "" });
  if (options.get("comp") === "acl") return t("error.media.acl");
  return t("error.MediaTypeNotSupported", { value: fieldOf(headers, "Content-Type") ?? "" });
}

const KNOWN = /^\$(?:filter|select|top|format)$/;

/** The service does not have it: an option, a part of the address, or something of a filter. */
function missing({ options, path }: Asked): string {
  const name = [...options.keys()].find((n) => n.startsWith("$") && !KNOWN.test(n));
  if (name) return t("state.option", { name });
  const elsewhere = /^\$|^\w*(?:\(.*\))?\/./.test(path);
  return options.has("$filter") && !elsewhere ? t("error.filter") : t("error.NotImplemented", { path });
}

function outOfRange({ message }: Asked): string {
  return t(message.includes("name length") ? "error.InvalidResourceName" : "error.OutOfRangeInput");
}

const NAME = /^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*$/u;

function badName({ body }: Asked): string {
  const name = Object.keys(objectOf(parseJson(body))).find((n) => !n.includes("@") && !NAME.test(n));
  return name === undefined ? "" : t("error.PropertyNameInvalid", { name: JSON.stringify(name) });
}

/** A key has less room than any other value. */
function tooLarge({ path, body }: Asked): string {
  const entity = objectOf(parseJson(body));
  const inPath = [...path.matchAll(/Key='((?:[^']|'')*)'/g)].map(([, key = ""]) => key.replaceAll("''", "'"));
  const keys = [...inPath, entity.PartitionKey, entity.RowKey].map((key) => String(key ?? ""));
  return t(keys.some((key) => key.length > MAX_KEY) ? "error.key" : "error.PropertyValueTooLarge");
}

const MAX_KEY = 512; // UTF-16 code units: Understanding the Table service data model, "Property limitations"

function lacking({ path, body }: Asked): string {
  const has = objectOf(parseJson(body));
  const wanted = /^Tables/i.test(path) ? ["TableName"] : ["PartitionKey", "RowKey"];
  const names = wanted.filter((name) => typeof has[name] !== "string");
  return t("error.PropertiesNeedValue", { names: (names.length ? names : wanted).join(", ") });
}

/** The address of a table, of its entities, or of the table in the list. */
function noTable({ path }: Asked): string {
  const table = /^Tables\('(.*)'\)$/is.exec(path)?.[1] ?? /^[^(/]*/.exec(path)?.[0] ?? "";
  return t("error.TableNotFound", { table });
}

/** The methods that an address takes, and what was probably meant. */
function verb(a: Asked): string {
  const kind = kindOf(a);
  if (kind === "part") return t("error.verb.part");
  const key = `error.verb.${kind}.${a.method}`;
  return [notTaken(a), t(`error.verb.${kind}`), isKey(key) ? t(key, meantBy(a)) : ""].filter(Boolean).join(" ");
}

function notTaken({ code, method }: Asked): string {
  return t(code === "MethodNotAllowed" ? "error.MethodNotAllowed" : "error.UnsupportedHttpVerb", { method });
}

type Kind = "part" | "acl" | "stats" | "service" | "batch" | "tables" | "table" | "entity" | "entities";

function kindOf({ path, options, part, method }: Asked): Kind {
  if (part && (method === "GET" || /^Tables\b|^\$batch/i.test(path))) return "part";
  if (options.get("restype") === "service") return options.get("comp") === "stats" ? "stats" : "service";
  if (options.get("comp") === "acl") return "acl";
  if (path.startsWith("$batch")) return "batch";
  const [, name = "", keys = ""] = /^(\w*)(?:\((.*)\))?/s.exec(path) ?? [];
  if (name.toLowerCase() === "tables") return keys.trim() ? "table" : "tables";
  return keys.trim() ? "entity" : "entities";
}

/** The address that was probably meant: of the entity that the body names, or of the table. */
function meantBy({ path, body }: Asked): { table: string; keys: string } {
  const entity = objectOf(parseJson(body));
  const key = (name: string) => (typeof entity[name] === "string" ? entity[name].replaceAll("'", "''") : "…");
  const keys = `PartitionKey='${key("PartitionKey")}',RowKey='${key("RowKey")}'`;
  const table = /^Tables\('(.*)'\)$/is.exec(path)?.[1] ?? /^\w*/.exec(path)?.[0] ?? "";
  return { table, keys };
}
