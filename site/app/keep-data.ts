// The playground's store between visits: one snapshot a document in IndexedDB, written under a Web Lock.
import { del, get, set } from "idb-keyval";

export interface Kept {
  data: ArrayBuffer;
  seed: number;
  setups: string[]; // scripts that have filled it already
}

const PREFIX = "rowkey/data/";
const LOCK = "rowkey/data";
const LARGEST = 5e6; // bytes; a larger store is rebuilt by running the script again

/** Keeps a snapshot. A browser that keeps nothing, or a store that is too large, is no error. */
export async function keepData(id: string, kept: Kept): Promise<void> {
  await locked(() => (kept.data.byteLength > LARGEST ? del(PREFIX + id) : set(PREFIX + id, kept)));
}

export async function keptData(id: string): Promise<Kept | null> {
  return (await get<Kept>(PREFIX + id).catch(() => undefined)) ?? null;
}

export async function forgetData(id: string): Promise<void> {
  await locked(() => del(PREFIX + id));
}

/** Two tabs never write at the same time. */
async function locked(work: () => Promise<void>): Promise<void> {
  const quiet = () => work().catch(() => undefined);
  if (navigator.locks) await navigator.locks.request(LOCK, quiet);
  else await quiet();
}
