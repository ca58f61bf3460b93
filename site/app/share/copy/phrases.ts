// What a language says for each thing that a script does: the table that program.ts fills in. Pure.
import type { EdmType, Operation, Property } from "./operation.ts";
import type { Capture, Plan } from "./plan.ts";

/** A call, in code of the language. What the call does not have is "" or 0. */
export interface Parts {
  kind: CallKind | "other";
  table: string; // the variable of its client; the name of a table that is made or deleted
  partition: string;
  row: string;
  entity: string; // keys and properties
  etag: string; // of the version that has to be stored; "" if any may be
  replace: boolean; // or merge
  filter: string;
  select: string; // a list
  top: number;
  after: string; // the variable of the answer whose token continues
  result: string; // the variable of the answer, if a later step needs it
  properties: boolean; // a later step needs properties of the answer
  expects: string; // status or code of an error
  fresh: (wanted: string) => string; // a new variable
}

export type CallKind = Exclude<Operation["kind"], "write" | "query" | "other"> | "upsert" | "update" | "page" | "pages";

/** An error that a script expects: its status or its code, the other one is "". */
export interface Refusal {
  status: string;
  code: string; // a string of the language
  batch: boolean;
  note: string;
}

/** The client of a table. */
export interface Client {
  variable: string;
  table: string; // a string of the language
}

/** Writes a string, with values of earlier answers where it names them. */
export type Text = (s: string) => string;

export interface Phrases {
  title: string; // of the language
  library: string; // with its version
  taken: readonly string[]; // what no variable may be called
  naming: (words: string[]) => string;
  comment: string;
  literal: (text: string) => string; // a string: nothing that a script says becomes code
  list: (words: readonly string[]) => string;
  captured: (variable: string, of: Capture) => string; // a value of an earlier answer
  etag: (text: string) => string;
  values: Record<EdmType, (value: string, text: Text) => string>;
  member: (p: Property, value: string) => string;
  entity: (partition: string, row: string, members: readonly string[]) => string;
  calls: Record<CallKind, (p: Parts) => string>;
  actions: Record<"insert" | "upsert" | "update" | "delete", (p: Parts) => string>; // of a transaction
  transaction: (p: Parts, actions: readonly string[]) => string;
  expecting: (code: string, refusal: Refusal) => string;
  program: (steps: readonly string[], clients: readonly Client[], plan: Plan) => string;
}

/** Numbers and booleans that are written alike in JSON and elsewhere. */
export const INTEGER = /^-?\d+$/;
export const INTEGER_OR_BOOLEAN = /^(-?\d+|true|false)$/;
export const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
