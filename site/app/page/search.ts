// The search page: the index over the finished pages, and finds with links to their headings.
import { html, nothing, render, type TemplateResult } from "lit";
import { home, root } from "../engine/page-data.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { keyName } from "../ui/keys.ts";
import { kindOf } from "./page-kind.ts";
import { withoutHead, withoutScripts } from "./search-excerpt.ts";
import { asOneTypes, type Found, type Index, type Page, SHOWN, search } from "./search-index.ts";
import { type Term, termsFor, termsIn } from "./search-terms.ts";

/** What the index knows of a query: nothing yet, or nothing at all if it does not come. */
type Answer = Found | "searching" | "unavailable";

const PARTS = 3; // headings of each

const titles = new Map<string, string>(); // of pages that the search page lists, by address

/** What is on the page: the newest query and what is known of it, and until then the pages of the one before. */
interface Shown {
  query: string;
  answer: Answer;
  pages: readonly Page[];
}

function start(): void {
  const place = document.querySelector<HTMLElement>("site-search");
  const form = document.querySelector<HTMLFormElement>("form[data-search]");
  const field = form?.querySelector<HTMLInputElement>('input[name="q"]');
  if (!place || !form || !field) return;
  const terms = termsIn(place);
  for (const a of place.querySelectorAll("a")) titles.set(a.href, a.textContent ?? "");
  const search = new Search(place, terms);
  const look = () => search.look(field.value.trim());
  form.addEventListener("submit", (e) => {
    e.preventDefault();
    look();
  });
  field.addEventListener("input", look);
  field.value ||= new URLSearchParams(location.search).get("q") ?? ""; // one may have begun to type
  if (field.value.trim()) look();
  else field.focus();
}

/** Shows finds while a query is typed: the names that it has here at once, and pages as soon as the index answers. */
class Search {
  private readonly all: readonly Node[]; // the list of all pages, for an empty query
  private readonly out = document.createElement("div");
  private index = open();
  private again = 0; // how often the index did not come
  private shown: Shown = { query: "", answer: "searching", pages: [] };
  private readonly ask = asOneTypes((query, isOld) => this.find(query, isOld));

  constructor(
    private readonly place: HTMLElement,
    private readonly terms: readonly Term[],
  ) {
    this.all = [...place.childNodes];
    this.index.catch(() => {}); // whoever asks is told
  }

  /** The index, which is asked for again if it did not come. */
  private async opened(): Promise<Index> {
    try {
      return await this.index;
    } catch {
      this.index = open(`?${++this.again}`); // a browser may keep that an address failed
      return this.index;
    }
  }

  look(query: string): void {
    if (query === this.shown.query) return;
    this.shown = { ...this.shown, query, answer: "searching" };
    history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname);
    if (!query) return this.place.replaceChildren(...this.all);
    this.draw();
    if (this.out.parentNode !== this.place) this.place.replaceChildren(this.out);
    void this.ask(query);
  }

  private async find(query: string, isOld: () => boolean): Promise<void> {
    const answer = await this.opened()
      .then((i) => search(query, i, isOld))
      .catch(() => "unavailable" as const);
    if (!answer) return;
    if (typeof answer !== "string") this.shown.pages = answer.pages;
    if (query === this.shown.query) this.shown.answer = answer;
    this.draw();
  }

  private draw(): void {
    const { query, answer, pages } = this.shown;
    render(list(query, termsFor(query, this.terms), answer, pages), this.out);
  }
}

/** Why there is no index, and what works without it. */
function unavailable(): string {
  return navigator.onLine ? t("search.unavailable") : t("search.offline", { keys: keyName("Mod+K") });
}

async function open(again = ""): Promise<Index> {
  const url = new URL(`pagefind/pagefind.js${again}`, root).href;
  const loaded = (await import(url)) as Index;
  await loaded.options({ baseUrl: root.pathname, excerptLength: 24 });
  return loaded;
}

/** First what the query is called here, then the pages that mention it. Until there is an index there is only the
 * first. */
function list(query: string, terms: readonly Term[], answer: Answer, pages: readonly Page[]): TemplateResult {
  const known = new Set(terms.flatMap((t) => t.pages.map((p) => p.url)));
  const others = pages.filter((f) => !known.has(new URL(f.url, location.href).href));
  return html`<p class="found-n" role="status">${said(query, answer)}</p>
    ${terms.map((t) => meant(t, terms.length > 1 ? 2 : t.pages.length))}
    <ol class="found">${others.map(
      (f) =>
        html`<li><h2><a href=${f.url}>${f.meta.title ?? f.url}</a>${kind(f.url)}</h2><p>${excerpt(
          f.excerpt,
          f.content,
          f.meta.title,
        )}</p>${parts(f)}</li>`,
    )}</ol>`;
}

/** What a term says, and its first pages. */
function meant(term: Term, pages: number): TemplateResult {
  return html`<p class="found-term">${term.say}</p>
    <ol class="found">${term.pages
      .slice(0, pages)
      .map(
        (p) =>
          html`<li><h2><a href=${p.url}>${p.title}</a>${kind(p.url)}</h2>${
            p.about ? html`<p>${p.about}</p>` : nothing
          }</li>`,
      )}</ol>`;
}

/** Which kind of page an address leads to, behind its title. */
function kind(url: string): TemplateResult | typeof nothing {
  const { href } = new URL(url.split("#", 1)[0] ?? "", location.href);
  const path = href.startsWith(String(home)) ? href.slice(String(home).length) : "";
  const word = kindOf(path, (lesson) => titles.get(new URL(lesson, home).href) ?? "");
  return word ? html` <span class="muted">${word}</span>` : nothing;
}

function said(query: string, answer: Answer): string {
  if (answer === "searching") return t("search.searching");
  return answer === "unavailable" ? unavailable() : count(query, answer);
}

/** How many pages mention the query, as far as they were looked at, or which of its words none does. */
function count(query: string, { pages, all, unknown }: Found): string {
  const n = pages.length;
  if (n === 0) return t("search.none", { q: query });
  if (all) return n < SHOWN ? tn("search.found", n, { q: query }) : t("search.many", { n: num(n), q: query });
  if (unknown.length === 0 || unknown[0] === query) return t("search.near", { q: query });
  return t("search.without", { words: unknown.map((w) => `“${w}”`).join(", "), q: query });
}

function parts(f: Page): TemplateResult | typeof nothing {
  const deep = f.sub_results.filter((s) => s.url !== f.url && s.title !== f.meta.title).slice(0, PARTS);
  if (!deep.length) return nothing;
  return html`<ul>${deep.map(({ url, title, excerpt: marked }) => {
    const words = excerpt(marked, f.content, title);
    return html`<li><a href=${url}>${title}</a> <span class="muted">${words}</span></li>`;
  })}</ul>`;
}

/** The index marks what was found with elements; everything else in it is text. */
function excerpt(marked: string, content: string, head = ""): unknown[] {
  const { body } = new DOMParser().parseFromString(marked, "text/html");
  const pieces = [...body.childNodes].map((n) => ({ text: n.textContent ?? "", found: n.nodeName === "MARK" }));
  return withoutHead(withoutScripts(pieces, content), head).map(({ text, found }) =>
    found ? html`<mark>${text}</mark>` : text,
  );
}

start();
