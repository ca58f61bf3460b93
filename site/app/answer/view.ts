// What the views of an answer are given: what to show, how much of it, and what a reader can do with it.
import type { Entity, Exchange, KeyLine } from "../engine/types.ts";
import type { Arrangement } from "./arrange.ts";

/** What can be done about a refusal. */
export interface Repair {
  text: string; // "" if the code says it all
  ways: readonly Way[];
  versions?: Versions; // of the entity, once they are asked for
  line?: number; // of the script that it is about, which may have been answered all the same
}

export interface Way {
  label: string;
  go: () => void;
}

/** An entity as a client has read it, and as it is now. */
export interface Versions {
  read: Entity | null; // null: nobody knows any more
  now: Entity | null;
}

/** What a result may ask of the place it stands in; what is missing is not offered. */
export interface OutputActions {
  stop?: () => void;
  restart?: () => void;
  report?: () => string;
  follow?: (x: Exchange) => void;
  jump?: (line: number) => void;
  copyAs?: (x: Exchange) => void;
  next?: (x: Exchange) => void; // asks for the page that a token leads to
  line?: boolean; // the key line stands above the lenses, and moves as the request reads
  arrange?: boolean; // rows can be sorted and filtered; the sheet "arrange" is there
  cheaper?: (x: Exchange) => HTMLElement | null; // a row of Explain: what would read less
}

/** How much of an answer is in the document. */
export interface Limits {
  rows: number; // of a table of entities, at first
  body: number; // characters of a body
  changes: number; // rows of changed properties
  listed: number; // requests of a run
}

/** Limits of what is drawn in the page. */
export const LIVE: Limits = { rows: 200, body: 20_000, changes: 400, listed: 200 };

/** What the lenses see. A page that is built has no handlers, and so no buttons. */
export interface OutputView {
  title: string;
  keyline: KeyLine | null;
  repair: Repair | null;
  rows: number; // of the table of entities
  limits: Limits;
  scale: number; // index into FACTORS
  actions: OutputActions;
  more?: () => void; // shows more rows
  arrangement?: Arrangement; // of the table of entities
  rearrange?: (a: Arrangement) => void;
  rescale?: (scale: number) => void;
}

/** Whether the key line of an answer is above its lenses. A page that has more to read draws its own. */
export function lineIsAbove({ record, code }: Exchange, { actions }: OutputView): boolean {
  return actions.line === true && !!record?.plan && !code && !record.token;
}
