// What of the playground may go into a link: the script, other documents, settings, and rows that the samples do not have.
import { Control } from "../engine/control.ts";
import { Fixture } from "../engine/fixture.ts";
import { openEngine } from "../engine/page-data.ts";
import { lineOf, rowOf, type SharedRow } from "../share/data.ts";
import type { Shared, SharedScript } from "../share/link.ts";
import { Drafts } from "../ui/drafts.ts";
import type { Desk } from "./desk.ts";
import { DRAFT, type PlayDocument } from "./documents.ts";
import { MadeTable } from "./made-table.ts";
import { rowPages } from "./read-rows.ts";
import type { Sample } from "./sample.ts";

export interface RowsPart {
  text: string; // lines
  rows: number;
  of: number; // rows of the store
  changed: boolean; // only what differs from the sample
  cut: boolean; // more than a link carries
}

const MOST = 2000; // rows that are read of one table
const LARGEST = 400_000; // characters

/** The scripts of the other documents that are open and are no samples as they came. */
export function othersOf(desk: Desk): Shared["scripts"] {
  return desk.documents.list.flatMap((d) => {
    if (d.id === desk.document.id) return [];
    const drafts = new Drafts(DRAFT + d.id, "", () => undefined);
    const text = drafts.load()?.text ?? "";
    drafts.close();
    return text.trim() ? [sharedOf(d, text)] : [];
  });
}

/** A document as a link carries it. */
export function sharedOf({ title, language }: PlayDocument, text: string): SharedScript {
  return { name: title, text, ...(language === "js" ? { language } : {}) };
}

/** The sample whose data the store began with, "" if it began empty. */
export function baseOf(desk: Desk): string {
  const { setup, makes } = desk.document.sample;
  const same = (s: Sample) => (makes ? s.makes === makes : setup && s.setup === setup);
  return desk.documents.samples.find(same)?.name ?? "";
}

/** Reads the rows of the store, without those that the sample of the document has as well. */
export async function rowsPart(desk: Desk): Promise<RowsPart> {
  if (desk.document.sample.link && !desk.document.sample.link.ran) {
    const { lines, rows } = desk.document.sample.link.brings;
    return { text: lines, rows, of: rows, changed: false, cut: false };
  }
  await desk.store.load();
  if (desk.store.asMade) return { text: "", rows: 0, of: 0, changed: true, cut: false };
  const base = baseOf(desk);
  const [now, before] = [await storeOf(desk.engine.fetch, desk.control), base ? await freshOf(desk) : new Map()];
  const part: RowsPart = { text: "", rows: 0, of: 0, changed: !!base, cut: false };
  for (const [table, { rows, all }] of now) {
    part.of += all;
    part.cut ||= rows.length < all;
    take(part, table, rows, before.get(table)?.rows ?? null);
  }
  return part;
}

type Stored = Map<string, { rows: SharedRow[]; all: number }>;

function take(part: RowsPart, table: string, rows: readonly SharedRow[], before: readonly SharedRow[] | null): void {
  const known = new Set(before?.map((r) => r.json));
  const lines = rows.filter((r) => !known.has(r.json));
  if (!lines.length && !before) part.text += lineOf(table);
  for (const row of lines) {
    const line = lineOf(table, row);
    if (part.text.length + line.length > LARGEST) {
      part.cut = true;
      return;
    }
    part.text += line;
    part.rows++;
  }
}

/** The store that the document began with, in an engine of its own. */
async function freshOf(desk: Desk): Promise<Stored> {
  const engine = openEngine();
  try {
    engine.start();
    const control = new Control(engine.fetch);
    const { sample } = desk.document;
    await new Fixture(control, sample).restore();
    if (sample.makes) await new MadeTable(sample.makes).fill(control, () => undefined);
    return await storeOf(engine.fetch, control);
  } finally {
    engine.stop();
  }
}

async function storeOf(ask: typeof fetch, control: Control): Promise<Stored> {
  const stored: Stored = new Map();
  for (const { name, entities } of await control.tables())
    stored.set(name, { rows: await firstRows(ask, name), all: entities });
  return stored;
}

/** The first rows of a table. */
async function firstRows(ask: typeof fetch, table: string): Promise<SharedRow[]> {
  const rows: SharedRow[] = [];
  for await (const page of rowPages(ask, table, MOST)) {
    const flat = page.match(/\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/g) ?? [];
    rows.push(...flat.flatMap((json) => rowOf(json) ?? []));
  }
  return rows;
}
