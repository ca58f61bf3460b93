// What the playground keeps of its store in IndexedDB, see app/play/data/keep-data.ts.
import { becomes } from "./becomes.mjs";

/**
 * Waits until what is kept of the document is what its store holds, and nothing if that is made again anyway: a
 * snapshot is written after the results of a run are shown.
 */
export const keptData = (page) => becomes(() => page.evaluate(isKept), true);

/** Runs in the page: tells whether it is so. */
export async function isKept() {
  const { store, control } = document.querySelector("play-ground");
  const kept = await new Promise((done, fail) => {
    const request = indexedDB.open("keyval-store");
    request.onerror = () => fail(request.error);
    request.onsuccess = () => {
      const db = request.result;
      const entry = db.transaction("keyval").objectStore("keyval").get(`rowkey/data/${store.id}`);
      entry.onsuccess = () => {
        db.close();
        done(entry.result);
      };
    };
  });
  if (!kept || store.asMade) return !kept && store.asMade;
  const rows = (snapshot) => {
    const bytes = new Uint8Array(snapshot);
    return bytes.subarray(bytes.indexOf(10, bytes.indexOf(10) + 1)); // the lines before have the clock
  };
  const [then, now] = [rows(kept.data), rows(await control.snapshot())];
  return then.length === now.length && then.every((b, i) => b === now[i]);
}
