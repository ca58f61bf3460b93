// What a first run needs is fetched while the page has nothing else to do, so that a click finds it there. Nothing of
// it runs, and nothing is fetched on a line that is slow or paid by the megabyte.
import { type FixtureSource, pageData, root, type StepData } from "../engine/page-data.ts";
import { idle } from "../ui/idle.ts";
import { type Line, spares } from "../ui/line.ts";

export function fetchAhead(): void {
  const { connection } = navigator as { connection?: Line };
  if (!document.querySelector("lesson-try, run-cell") || spares(connection ?? {})) return;
  const whenIdle = (): void => void drawn().then(idle).then(fetchAll);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}

/** Waits until the page is seen: a browser that draws late must not wait for the engine before its first frame. */
function drawn(): Promise<void> {
  return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}

function fetchAll(): void {
  const { engine, worker } = document.documentElement.dataset;
  const store = (pageData<StepData>("step") ?? pageData<FixtureSource>("page"))?.store;
  const modules = [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")].map((link) => link.href);
  const files = [engine, worker, store].flatMap((file) => (file ? [new URL(file, root).href] : []));
  for (const href of [...files, ...modules]) {
    const link = document.createElement("link");
    link.rel = "prefetch";
    link.href = href;
    document.head.append(link);
  }
}
