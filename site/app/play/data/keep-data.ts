// The playground's store between visits: one snapshot per document in IndexedDB, written under a Web Lock. Nothing
// here throws or waits without end: IndexedDB may be missing, blocked, full, or never answer.
import { del, delMany, get, set } from "idb-keyval";
import { objectOf, type Trouble, troubleOf } from "../../ui/storage.ts";

export interface Kept {
  data: ArrayBuffer;
  seed: number;
  setups: string[]; // scripts that have filled it already
  byHand?: boolean; // it holds something that no script has made; not known of what older pages have kept
}

/** What was found: null if nothing was kept, "unreadable" if it is not a store, or why nothing can be said. */
export type Found = { kept: Kept | "unreadable" | null } | { trouble: Trouble };

const PREFIX = "rowkey/data/";
const ASIDE = "rowkey~data/";
const LOCK = "rowkey/data";
const LARGEST = 32e6; // bytes; a larger store is rebuilt by running the script again
const PAUSE = 200; // ms
const PATIENCE = 25; // pauses until the browser counts as silent

/** Keeps a snapshot, or returns why not; the one before is gone if the new one is too large. */
export async function keepData(id: string, kept: Kept): Promise<Trouble | null> {
  const large = kept.data.byteLength > LARGEST;
  return (await locked(() => (large ? del(PREFIX + id) : set(PREFIX + id, kept)))) ?? (large ? "large" : null);
}

export async function keptData(id: string): Promise<Found> {
  let found: unknown;
  const trouble = await quiet(async () => (found = await get(PREFIX + id)));
  return trouble ? { trouble } : { kept: found === undefined ? null : (keptOf(found) ?? "unreadable") };
}

/** Moves what cannot be read out of the way of the next snapshot, or returns why not. */
export function setAsideData(id: string): Promise<Trouble | null> {
  return locked(async () => {
    await set(ASIDE + id, await get(PREFIX + id));
    await del(PREFIX + id);
  });
}

/** Removes all data of a document, or returns why not. */
export function forgetData(id: string): Promise<Trouble | null> {
  return locked(() => delMany([PREFIX + id, ASIDE + id]));
}

export function keptOf(x: unknown): Kept | null {
  const { data, seed, setups, byHand } = objectOf(x);
  const known =
    data instanceof ArrayBuffer &&
    typeof seed === "number" &&
    Number.isSafeInteger(seed) &&
    seed >= 0 &&
    Array.isArray(setups);
  if (!known || !setups.every((s) => typeof s === "string")) return null;
  return { data, seed, setups, ...(typeof byHand === "boolean" ? { byHand } : {}) };
}

/** Two tabs never write at the same time. */
function locked(work: () => Promise<unknown>): Promise<Trouble | null> {
  return quiet(() => (navigator.locks ? navigator.locks.request(LOCK, work) : work()));
}

/** Does work, or returns why it did not end well. */
async function quiet(work: () => Promise<unknown>): Promise<Trouble | null> {
  const over = new AbortController();
  try {
    return await Promise.race([work().then(() => null), silence(over.signal)]);
  } catch (e) {
    return troubleOf(e, false);
  } finally {
    over.abort();
  }
}

/** Waits in short pauses: a page that was held up itself, or asleep, hears first what the browser has said. */
async function silence(over: AbortSignal): Promise<Trouble> {
  for (let n = 0; n < PATIENCE && !over.aborted; n++) await new Promise((done) => setTimeout(done, PAUSE));
  return "silent";
}
