// Where things are: <html> says it, relative to the root of the site.
import { Engine, type Port } from "./engine.ts";

const data = document.documentElement.dataset;

/** The root of the site, absolute; the folder may be hosted below any path. */
export const root = new URL(data.root ?? "./", document.baseURI);

/** Returns an engine that is not started yet. */
export function openEngine(): Engine {
  const worker = new URL(data.worker ?? "", root);
  return new Engine({
    wasm: new URL(data.engine ?? "", root).href,
    version: data.version ?? "",
    open: (): Port => new Worker(worker, { type: "module" }),
  });
}

/** Returns the JSON that the page carries in <script id>, null if it carries none. */
export function pageData<T>(id: string): T | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as T) : null;
}
