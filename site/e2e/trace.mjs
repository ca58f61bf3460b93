// What Chromium's trace says of the work of a page: how long its main thread had to do between two moments.

/** Traces a page while work is done, and returns the events of its main thread in their order; times in
 * milliseconds. */
export async function traced(browser, page, work) {
  await browser.startTracing(page, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] });
  await work();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const main = traceEvents.find((e) => e.name === "EventDispatch" || e.name === "FireAnimationFrame");
  return traceEvents
    .filter((e) => e.pid === main.pid && e.tid === main.tid && e.ts)
    .map((e) => ({ ...e, at: e.ts / 1000, wall: (e.dur ?? 0) / 1000, cpu: (e.tdur ?? e.dur ?? 0) / 1000 }))
    .sort((a, b) => a.at - b.at);
}

const endOf = (e) => e.at + e.wall;

/** How long the tasks took that ended after one moment and not after another: on the clock of the wall, and of the
 * processor. */
export function busy(events, from, to) {
  const tasks = events.filter((e) => e.name === "RunTask" && endOf(e) > from && endOf(e) <= to);
  const sum = (what) => tasks.reduce((all, e) => all + e[what], 0);
  return { wall: sum("wall"), cpu: sum("cpu") };
}

/** When the tasks ended that brought a frame to the screen. */
export function framesOf(events) {
  const tasks = events.filter((e) => e.name === "RunTask");
  const commits = events.filter((e) => e.name === "Commit");
  return commits.flatMap((c) => tasks.find((t) => t.at <= c.at && endOf(t) >= c.at) ?? []).map(endOf);
}

/** The least number that so large a share of a list does not exceed. */
export const quantile = (list, share) => list.toSorted((a, b) => a - b)[Math.ceil(list.length * share) - 1];
