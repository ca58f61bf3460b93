// What of the playground may go into a link: the script, other documents, settings, and rows that the samples do not
// have.
import { Control } from "../../engine/control.ts";
import { Fixture } from "../../engine/fixture.ts";
import { openEngine } from "../../engine/page-data.ts";
import { rowOf, type SharedRow } from "../../share/data.ts";
import type { Shared, SharedScript } from "../../share/link.ts";
import { Drafts } from "../../ui/drafts.ts";
import { MadeTable } from "../data/made-table.ts";
import { rowPages } from "../data/read-rows.ts";
import { DRAFT, type PlayDocument } from "../documents/documents.ts";
import type { LinkState, Sample } from "../documents/sample.ts";
import type { Data, Tabs } from "../workspace/workspace.ts";
import { noRows, type ReadTable, type RowsPart, takeRows } from "./share-rows.ts";

const MOST = 2000; // rows that are read of one table

/** The scripts of the other documents that are open and are no samples as they came. */
export function othersOf(tabs: Tabs): Shared["scripts"] {
  return tabs.documents.list.flatMap((d) => {
    if (d.id === tabs.document.id) return [];
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
export function baseOf(tabs: Tabs): string {
  const { setup, makes } = tabs.document.sample;
  const same = (s: Sample) => (makes ? s.makes === makes : setup && s.setup === setup);
  return tabs.documents.samples.find(same)?.name ?? "";
}

/** Reads the rows of the store, without those that the sample of the document has as well. */
export async function rowsPart(workspace: Data & Tabs): Promise<RowsPart> {
  const { link } = workspace.document.sample;
  if (link && !link.ran) return broughtBy(link);
  await workspace.store.load();
  if (workspace.store.asMade) return noRows(true);
  const base = baseOf(workspace);
  const [now, before] = [
    await storeOf(workspace.engine.fetch, workspace.control),
    base ? await freshOf(workspace) : new Map(),
  ];
  const part = noRows(!!base);
  for (const [name, table] of now) takeRows(part, name, table, before.get(name) ?? null);
  part.whole += link ? missingIn(link) : 0; // what the link did not bring, this one does not carry either
  return part;
}

function broughtBy(link: LinkState): RowsPart {
  const { lines, rows } = link.brings;
  return { ...noRows(false), text: lines, rows, of: rows, whole: rows + missingIn(link) };
}

/** Rows that its sender had and the link does not bring. */
const missingIn = ({ brings: { of, rows } }: LinkState): number => Math.max(0, of - rows);

type Stored = Map<string, ReadTable>;

/** The store that the document began with, in an engine of its own. */
async function freshOf(tabs: Tabs): Promise<Stored> {
  const engine = openEngine();
  try {
    engine.start();
    const control = new Control(engine.fetch);
    const { sample } = tabs.document;
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
