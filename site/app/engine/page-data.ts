// What a page tells its scripts: <html> says where things are, <script type="application/json"> holds the rest.
import { Engine, type Port } from "./engine.ts";
import type { Recipe } from "./recipe.ts";
import type { Files, Options } from "./types.ts";

/** What the store of a page begins with. */
export interface FixtureSource {
  setup?: string; // name of the script among the files, "" for an empty store
  store?: string; // what it leaves, as a file below the root; "" if there is none
  files: Files;
  options?: Options;
  table?: string; // that "client" speaks to in the code of the page
  program?: string; // what surrounds that code when it runs in the playground
  makes?: Makes;
}

/** A table that is made by a recipe, beside what the setup leaves. */
export interface Makes {
  table: string;
  question: string; // that its keys answer badly
  recipe: Recipe;
}

/** What the page of a step carries as JSON. */
export interface StepData extends FixtureSource {
  id: string; // "<lesson>/<n>", key of draft and progress
  lesson: string; // title of the lesson
  slug: string;
  step: number;
  steps: number;
  title: string;
  first?: boolean; // of the first part of the course
  start: string;
  solution: string;
  check: string;
  score: string[]; // counters
  par: Record<string, number>;
  hash: string; // of start
  prev: string; // relative to this page, "" if there is none
  next: string;
}

const data = document.documentElement.dataset;

/** The root of the site, absolute; the folder may be hosted below any path. */
export const root = new URL(data.root ?? "./", document.baseURI);

/** The home page in the language of the page, absolute. */
export const home = new URL(data.home ?? root, document.baseURI);

/** Returns an engine that is not started yet. One that shares can have others beside it. */
export function openEngine(share = false, module = data.engine): Engine {
  const worker = new URL(data.worker ?? "", root);
  return new Engine({
    wasm: new URL(module ?? "", root).href,
    version: data.version ?? "",
    share,
    open: (): Port => new Worker(worker, { type: "module" }),
  });
}

/** Returns an engine that tries scripts on copies of the data, null if the page has none. */
export function openLabEngine(): Engine | null {
  return data.labs ? openEngine(true, data.labs) : null;
}

/** Returns the JSON that the page carries in <script id>, null if it carries none. */
export function pageData<T>(id: string): T | null {
  const text = document.querySelector(`script#${id}`)?.textContent; // headings have such ids, too
  return text ? (JSON.parse(text) as T) : null;
}
