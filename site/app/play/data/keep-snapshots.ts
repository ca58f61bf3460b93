// Snapshots with names: copies of the data of a document, in IndexedDB beside the data themselves.
import { del, get, update } from "idb-keyval";
import { objectOf, type Trouble, troubleOf } from "../../ui/storage.ts";
import { type Kept, keptOf } from "./keep-data.ts";

export interface Snapshot extends Kept {
  name: string;
  at: number; // milliseconds since 1970
}

const PREFIX = "rowkey/snapshots/";
const MOST = 20; // of a document
const LONGEST = 60; // characters of a name

/** Reads a list of any origin; what is no snapshot is left out. */
export function snapshotsOf(x: unknown): Snapshot[] {
  if (!Array.isArray(x)) return [];
  return x.flatMap((item) => {
    const { name, at } = objectOf(item);
    const kept = keptOf(item);
    return kept && typeof name === "string" && typeof at === "number"
      ? [{ ...kept, name: name.slice(0, LONGEST), at }]
      : [];
  });
}

/** Returns the snapshots of a document, the newest first, or why they cannot be read. */
export async function readSnapshots(id: string): Promise<Snapshot[] | Trouble> {
  try {
    return snapshotsOf(await get(PREFIX + id));
  } catch (e) {
    return troubleOf(e, false);
  }
}

/** Keeps a snapshot; one of the same name is replaced, and of too many the oldest goes. Returns why not. */
export function keepSnapshot(id: string, s: Snapshot): Promise<Trouble | null> {
  return change(id, (list) => [s, ...list.filter((o) => o.name !== s.name)].slice(0, MOST));
}

export function dropSnapshot(id: string, name: string): Promise<Trouble | null> {
  return change(id, (list) => list.filter((s) => s.name !== name));
}

/** Removes all snapshots of a document. A browser that keeps nothing has none. */
export async function forgetSnapshots(id: string): Promise<void> {
  await del(PREFIX + id).catch(() => undefined);
}

async function change(id: string, how: (list: Snapshot[]) => Snapshot[]): Promise<Trouble | null> {
  try {
    await update(PREFIX + id, (old: unknown) => how(snapshotsOf(old)));
    return null;
  } catch (e) {
    return troubleOf(e, false);
  }
}
