// The site is kept for a reader without a network once it is used: who only looks at a page loads nothing more.

const SIGNS = ["pointerdown", "keydown", "wheel", "touchstart"] as const;
const LATER = 15_000; // milliseconds: who stays that long reads

export function watchOffline(): void {
  const stop = new AbortController();
  const keep = () => {
    stop.abort();
    clearTimeout(timer);
    requestIdle(() => void import("./offline.ts").then((m) => m.keepForOffline()));
  };
  const timer = setTimeout(keep, LATER);
  for (const sign of SIGNS) addEventListener(sign, keep, { signal: stop.signal, passive: true });
}

/** What the reader has touched goes first. */
function requestIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 5000 });
  else setTimeout(work, 1000);
}
