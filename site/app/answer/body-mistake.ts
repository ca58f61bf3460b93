// Why the service cannot read a body as an entity; it does not say so itself. Pure.
// Source: Payload format for Table service operations, "JSON format".
import { fits, typeNamed } from "../engine/edm.ts";
import { t } from "../ui/i18n.ts";
import { parseJson } from "../ui/json.ts";
import { objectOf } from "../ui/storage.ts";

/** Names the first mistake, "" if none is found. */
export function bodyMistake(body: string): string {
  if (!body.trim()) return t("error.body.empty");
  const entity = parseJson(body);
  if (entity === undefined) return t("error.body.json");
  if (typeof entity !== "object" || entity === null || Array.isArray(entity)) return t("error.body.object");
  const nested = nestedProperty(body);
  if (nested) return t("error.nested", { name: nested });
  return keyMistake(entity) || typeMistake(entity);
}

/** Returns the name of the first property whose value is not single, null if there is none. */
export function nestedProperty(body: string): string | null {
  const entity = parseJson(body);
  if (Array.isArray(entity)) return null;
  const found = Object.entries(objectOf(entity)).find(
    ([name, value]) => !isPassedOver(name) && typeof value === "object" && value !== null,
  );
  return found?.[0] ?? null;
}

/** The service does not look at the value of such a member. */
function isPassedOver(name: string): boolean {
  return name.includes("@") || name.startsWith("odata.") || name === "Timestamp";
}

function keyMistake(entity: object): string {
  const own = objectOf(entity);
  const name = ["PartitionKey", "RowKey"].find((key) => typeof (own[key] ?? "") !== "string");
  return name ? t("error.body.key", { name }) : "";
}

/** The first value that is not of the type beside it. */
function typeMistake(entity: object): string {
  const own = objectOf(entity);
  for (const [annotation, named] of Object.entries(own)) {
    const name = /^(.+)@odata\.type$/.exec(annotation)?.[1] ?? "";
    const value = own[name] ?? null;
    if (!name || value === null || isOf(value, String(named))) continue;
    const example = EXAMPLES[String(named)];
    if (!example) return t("error.body.notype", { name, type: String(named), types: Object.keys(EXAMPLES).join(", ") });
    return t("error.body.type", { name, type: String(named), value: JSON.stringify(value), example });
  }
  return "";
}

/** A value of each type as JSON has it. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "Edm.String": '"text"',
  "Edm.Int32": "34",
  "Edm.Int64": '"9007199254740993"',
  "Edm.Double": "1.5",
  "Edm.Boolean": "true",
  "Edm.DateTime": '"2026-01-05T08:00:00Z"',
  "Edm.Guid": '"c9da6455-213d-42c9-9a79-3e9149a57833"',
  "Edm.Binary": '"AQID"',
};

/** A number of more than 32 bits has lost digits before its type is looked at, so the service does not take it. */
function isOf(value: unknown, named: string): boolean {
  const type = named in EXAMPLES ? typeNamed(named) : null;
  if (!type) return false;
  if (typeof value === "string") return fits(value, type) && !(type === "DateTime" && value.includes(" "));
  if (typeof value === "boolean") return type === "Boolean";
  return type === "Double" || (/^Int/.test(type) && fits(String(value), "Int32"));
}
