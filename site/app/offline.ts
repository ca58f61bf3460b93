// The worker behind the pages: after the first visit the site works without a network. The build writes it as sw.js,
// with the list of what belongs to the shell in front. It never takes over by itself: a new version waits until a page
// says so.
import {
  engineOf,
  isSound,
  kindOf,
  missingPage,
  pageKey,
  type Shell,
  storesOf,
  titleOf,
  unneeded,
} from "./page/kept.ts";

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Asked extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listen: (e: Lasting) => void): void;
  addEventListener(type: "fetch", listen: (e: Asked) => void): void;
  addEventListener(type: "message", listen: (e: MessageEvent & Lasting) => void): void;
}

declare const self: Scope;
declare const shell: Shell; // the build writes it

const root = self.registration.scope;
const FILES = `rowkey files ${root}`;
const PAGES = `rowkey pages ${root}`;
const LIST = `${root}-/files`; // where the list of the build before is kept; no page has this address
const PATIENCE = 4000; // milliseconds for a page that is kept as well
const AT_ONCE = 4; // files that are fetched side by side
const REFRESHED = 60; // pages of earlier visits that a new build brings up to date

self.addEventListener("install", (e) => e.waitUntil(fill()));
self.addEventListener("activate", (e) => e.waitUntil(tidy().then(() => self.clients.claim())));
self.addEventListener("message", (e) => {
  const { take, visited, ahead } = (e.data ?? {}) as { take?: boolean; visited?: unknown; ahead?: unknown };
  if (take === true) e.waitUntil(self.skipWaiting());
  if (isPage(visited)) e.waitUntil(renew(visited).catch(() => undefined));
  if (Array.isArray(ahead)) e.waitUntil(keepAhead(ahead.filter(isPage)).catch(() => undefined));
});
self.addEventListener("fetch", (e) => {
  const kind = kindOf(e.request, root);
  if (kind === "none" || e.request.headers.has("Range")) return;
  if (kind === "file") e.respondWith(fileOf(e.request));
  else e.respondWith(fresh(e.request, kind === "page"));
});

const isPage = (url: unknown): url is string =>
  typeof url === "string" && kindOf({ method: "GET", url, mode: "navigate" }, root) === "page";

/** Keeps the other steps of a lesson of which one was visited, and the data that they begin with. */
async function keepAhead(urls: readonly string[]): Promise<void> {
  const [files, pages] = await Promise.all([caches.open(FILES), caches.open(PAGES)]);
  for (const url of urls) {
    if (await pages.match(pageKey(url))) continue;
    await renew(url);
    const page = (await (await pages.match(pageKey(url)))?.text()) ?? "";
    for (const store of storesOf(page)) await add(files, root + store);
  }
}

/** Fetches the shell, and what was visited before once more: its pages may name files of another build. */
async function fill(): Promise<void> {
  const files = await caches.open(FILES);
  const wanted = [...shell.files];
  const next = async (): Promise<void> => {
    for (let name = wanted.shift(); name !== undefined; name = wanted.shift()) await add(files, root + name);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  const pages = await caches.open(PAGES);
  const visited = (await pages.keys())
    .map((r) => r.url)
    .filter((url) => kindOf({ method: "GET", url, mode: "" }, root) === "page");
  const list = new Set([...shell.pages.map((path) => root + path), ...visited.slice(-REFRESHED)]);
  await Promise.all([...list].map((url) => renew(url)));
}

/** A file that is kept already is right: its name says what is in it. */
async function add(cache: Cache, url: string): Promise<void> {
  if (await cache.match(url)) return;
  const response = await fetch(url);
  if (!isSound(response, "file")) throw new Error(`${url}: ${response.status}, and no file`);
  await keep(cache, url, response);
}

async function renew(url: string): Promise<void> {
  const response = await fetch(url, { cache: "no-cache" });
  const cache = await caches.open(PAGES);
  if (isSound(response, "page")) {
    const engine = engineOf(await response.clone().text());
    await keep(cache, pageKey(url), response);
    if (engine) await add(await caches.open(FILES), root + engine).catch(() => undefined);
  } else if (response.status === 404) await cache.delete(pageKey(url));
}

/** A browser without room keeps less; the page works all the same. */
async function keep(cache: Cache, key: string, response: Response): Promise<void> {
  await cache.put(key, response).catch(() => undefined);
}

async function tidy(): Promise<void> {
  const [files, pages] = await Promise.all([caches.open(FILES), caches.open(PAGES)]);
  const before = ((await (await pages.match(LIST))?.json()) ?? []) as string[];
  const kept = (await files.keys()).map((r) => r.url.slice(root.length));
  const now = [...shell.files, ...(await enginesOf(pages))];
  await Promise.all(unneeded(kept, now, before).map((name) => files.delete(root + name)));
  await keep(pages, LIST, new Response(JSON.stringify(now)));
}

/** The engines of the pages that are kept. */
async function enginesOf(pages: Cache): Promise<string[]> {
  const urls = (await pages.keys()).map((r) => r.url).filter((url) => url !== LIST);
  const all = urls.map(async (url) => engineOf((await (await pages.match(url))?.text()) ?? ""));
  return [...new Set(await Promise.all(all))].filter(Boolean);
}

async function fileOf(request: Request): Promise<Response> {
  const cache = await caches.open(FILES).catch(() => null);
  const kept = await cache?.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (cache && isSound(response, "file")) await keep(cache, request.url, response.clone());
  return response;
}

/** Asks the network first. What is kept answers if there is none, or if it takes too long. */
async function fresh(request: Request, page: boolean): Promise<Response> {
  const key = page ? pageKey(request.url) : request.url;
  const cache = await caches.open(PAGES).catch(() => null);
  const asked = fetch(request).then(async (response) => {
    if (cache && isSound(response, page ? "page" : "data")) await keep(cache, key, response.clone());
    return response;
  });
  const kept = async () => (await cache?.match(key)) ?? null;
  const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
  const answer = await Promise.race([asked.catch(() => null), late]);
  if (answer) return answer;
  return (await kept()) ?? (page ? asked.catch(missing) : asked);
}

/** Says that a page is not here, and what is. */
async function missing(): Promise<Response> {
  const cache = await caches.open(PAGES);
  const list = (await cache.keys()).filter((r) => r.url !== LIST && r.url.endsWith("/"));
  const visited = await Promise.all(
    list.map(async ({ url }) => ({ url, title: titleOf((await (await cache.match(url))?.text()) ?? "") || url })),
  );
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  return new Response(missingPage(shell, root, visited), { status: 503, headers });
}
