// The search page: the index over the finished pages, and finds with links to their headings.
import { html, nothing, render, type TemplateResult } from "lit";
import { root } from "../engine/page-data.ts";
import { t, tn } from "../ui/i18n.ts";

interface SubResult {
  title: string;
  url: string;
  excerpt: string;
}

interface Found {
  url: string;
  excerpt: string; // escaped HTML with <mark>
  meta: Record<string, string>;
  sub_results: SubResult[];
}

interface Index {
  options(o: { baseUrl: string; excerptLength: number }): Promise<void>;
  debouncedSearch(
    query: string,
    options?: object,
    ms?: number,
  ): Promise<{ results: { data(): Promise<Found> }[] } | null>;
}

const SHOWN = 20; // finds
const PARTS = 3; // headings of each

let index: Promise<Index> | null = null;

function start(): void {
  const place = document.querySelector<HTMLElement>("site-search");
  const form = document.querySelector<HTMLFormElement>("form[data-search]");
  const field = form?.querySelector<HTMLInputElement>('input[name="q"]');
  if (!place || !form || !field) return;
  const all = [...place.childNodes]; // the list of all pages, for an empty query
  const out = document.createElement("div");
  const look = () => void show(field.value.trim(), place, all, out);
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    look();
  });
  field.addEventListener("input", look);
  field.value = new URLSearchParams(location.search).get("q") ?? "";
  if (field.value) look();
}

async function show(query: string, place: HTMLElement, all: readonly Node[], out: HTMLElement): Promise<void> {
  history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname);
  if (!query) return place.replaceChildren(...all);
  const found = await find(query).catch(() => undefined);
  if (found === null) return; // a newer query is on its way
  if (out.parentNode !== place) place.replaceChildren(out);
  render(found ? list(query, found) : html`<p role="status">${t("search.unavailable")}</p>`, out);
}

async function find(query: string): Promise<Found[] | null> {
  index ??= open();
  const words = query.replace(/(^|\s)\$(?=\w)/g, "$1"); // the index knows $filter as filter
  const answer = await (await index).debouncedSearch(words, {}, 150);
  return answer && Promise.all(answer.results.slice(0, SHOWN).map((r) => r.data()));
}

async function open(): Promise<Index> {
  const url = new URL("pagefind/pagefind.js", root).href;
  const loaded = (await import(url)) as Index;
  await loaded.options({ baseUrl: root.pathname, excerptLength: 24 });
  return loaded;
}

function list(query: string, found: readonly Found[]): TemplateResult {
  return html`<p class="found-n" role="status">${
    found.length ? tn("search.found", found.length, { q: query }) : t("search.none", { q: query })
  }</p>
    <ol class="found">${found.map(
      (f) =>
        html`<li><h2><a href=${f.url}>${f.meta.title ?? f.url}</a></h2><p>${excerpt(f.excerpt)}</p>${parts(f)}</li>`,
    )}</ol>`;
}

function parts(f: Found): TemplateResult | typeof nothing {
  const deep = f.sub_results.filter((s) => s.url !== f.url && s.title !== f.meta.title).slice(0, PARTS);
  return deep.length
    ? html`<ul>${deep.map((s) => html`<li><a href=${s.url}>${s.title}</a> <span class="muted">${excerpt(s.excerpt)}</span></li>`)}</ul>`
    : nothing;
}

/** The index marks what was found with elements; everything else in it is text. */
function excerpt(marked: string): unknown[] {
  const parsed = new DOMParser().parseFromString(marked, "text/html");
  return [...parsed.body.childNodes].map((n) =>
    n.nodeName === "MARK" ? html`<mark>${n.textContent}</mark>` : (n.textContent ?? ""),
  );
}

start();
