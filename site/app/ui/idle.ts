// Work that can wait until the browser has shown what it has to show.

const LONGEST = 200; // ms

/** Waits until the page has nothing to do, though not for long. */
export function idle(): Promise<void> {
  return new Promise((done) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => done(), { timeout: LONGEST });
    else setTimeout(done);
  });
}
