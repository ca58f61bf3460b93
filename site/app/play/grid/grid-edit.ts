// What the reader is about to change in the grid, and the requests that it stands for. No drawing.
import { cellText, propertyOf } from "../../answer/entities.ts";
import { type EdmType, fits } from "../../engine/edm.ts";
import type { Entity } from "../../engine/types.ts";
import { num, t } from "../../ui/i18n.ts";
import {
  deleteRows,
  dropProperty,
  type Edit,
  insertCopy,
  moveRow,
  placeOf,
  setProperty,
  typedOf,
  typeOf,
} from "./grid-requests.ts";

export type Kind = "cell" | "new" | "duplicate" | "move" | "property" | "drop" | "delete";

/** A change that has not been sent. */
export interface Draft {
  kind: Kind;
  row: number; // of the cell, -1 if it is none
  entities: Entity[]; // that it is about; of most kinds one
  partition: string;
  key: string; // the RowKey
  name: string; // of a property
  type: string;
  text: string; // the value
  column: string; // the type that the property has in other rows, "" if the row has it already
  chosen: boolean; // the reader has chosen the type
}

const BLANK: Entity = {};

export function draftOf(kind: Kind, entities: Entity[], row = -1, name = ""): Draft {
  const [e = BLANK] = entities;
  const of = (property: string) => cellText(propertyOf(e, property));
  return {
    kind,
    row,
    entities,
    partition: of("PartitionKey"),
    key: of("RowKey"),
    name,
    type: typeOf(e, name) || "String",
    text: name ? of(name) : "",
    column: "",
    chosen: false,
  };
}

/** Gives a property that the row does not have the type that its column has, if the text is such a value. */
export function settleType(d: Draft, columnType: (name: string) => string): void {
  if (d.chosen || !isValued(d)) return;
  const own = typeOf(d.entities[0] ?? BLANK, d.name);
  d.column = own ? "" : columnType(d.name);
  d.type = own || (d.text === "" || fits(d.text, d.column as EdmType) ? d.column : "String");
}

const isValued = (d: Draft): boolean => d.name !== "" && ["cell", "property", "new"].includes(d.kind);

/** Names a change, for the journal and as the title of its request. */
export function labelOf(d: Draft): string {
  const [e] = d.entities;
  const key = e ? cellText(propertyOf(e, "RowKey")) : d.key;
  if (d.kind === "delete" && d.entities.length > 1) return t("grid.label.deletes", { n: num(d.entities.length) });
  return t(`grid.label.${d.kind}`, { key, name: d.name, to: d.key });
}

/** Returns the requests of a change; none while something is missing. */
export function editsOf(table: string, d: Draft): Edit[] {
  const [e = BLANK] = d.entities;
  const title = labelOf(d);
  const from = placeOf(table, e);
  const to = { table, partition: d.partition, row: d.key };
  switch (d.kind) {
    case "cell":
    case "property":
      return d.name ? [setProperty(title, from, e, d.name, typedOf(d.text, d.type))] : [];
    case "drop":
      return d.name ? [dropProperty(title, from, e, d.name)] : [];
    case "new":
    case "duplicate":
      return [insertCopy(title, to, d.kind === "new" ? propertyAlone(d) : e)];
    case "move":
      return moveRow(title, from, to, e);
    case "delete":
      return deleteRows(title, table, d.entities);
  }
}

/** A new entity may have one property at once. */
function propertyAlone({ name, type, text }: Draft): Entity {
  return name ? { [name]: typedOf(text, type).value, [`${name}@odata.type`]: `Edm.${type}` } : BLANK;
}

/** How a value of a type is written. */
const WRITTEN: Partial<Record<EdmType, string>> = {
  Int32: "35",
  Int64: "35",
  Double: "35.5",
  Boolean: "true",
  DateTime: "2026-12-31T23:59:00Z",
  Guid: "6f9619ff-8b86-d011-b42d-00cf4fc964ff",
  Binary: "AQID",
};

/** Tells how a value of a type is written, "" if this text is one. */
export function misfit(text: string, type: string): string {
  const like = WRITTEN[type as EdmType];
  return like && !fits(text, type as EdmType) ? t("grid.means.type", { type, like }) : "";
}

/** Says what the requests of a change mean: how many, and whether they hold together; or that a value is no such
 * value. */
export function meaningOf(d: Draft, edits: readonly Edit[]): string {
  const odd = isValued(d) ? misfit(d.text, d.type) : "";
  if (odd) return odd;
  if (isValued(d) && !d.chosen && d.column && d.column !== d.type)
    return t("grid.means.column", { name: d.name, column: d.column, like: WRITTEN[d.column as EdmType] ?? "" });
  if (d.kind === "move" && edits.length > 1) return t("grid.means.apart");
  if (d.kind === "move") return t("grid.means.together");
  if (d.kind === "delete") return t("grid.means.delete", { n: num(d.entities.length), batches: num(edits.length) });
  if (d.kind === "new" || d.kind === "duplicate") return t("grid.means.insert");
  return d.kind === "drop" ? t("grid.means.replace") : t("grid.means.one");
}
