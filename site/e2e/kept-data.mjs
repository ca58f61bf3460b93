// What the playground keeps of its store in IndexedDB, see app/play/keep-data.ts.

/** Waits until a snapshot is kept for some document: it is written after the results of a run are shown. */
export function keptData(page) {
  return page.waitForFunction(
    () =>
      new Promise((done, fail) => {
        const request = indexedDB.open("keyval-store");
        request.onerror = () => fail(request.error);
        request.onsuccess = () => {
          const db = request.result;
          const keys = db.transaction("keyval").objectStore("keyval").getAllKeys();
          keys.onsuccess = () => {
            db.close();
            done(keys.result.some((key) => key.startsWith("rowkey/data/")));
          };
        };
      }),
    null,
    { polling: 50 },
  );
}
