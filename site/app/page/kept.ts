// What the worker behind the pages keeps for a reader without a network, and what it lets go. Pure.

/** What the build tells the worker, in front of its code. */
export interface Shell {
  version: string; // a hash of all that follows and of what is in it
  files: string[]; // scripts, style sheets and the engine, below the root; their names hold hashes
  pages: string[]; // that are there offline though nobody has visited them
  words: { lang: string; title: string; text: string; visited: string; home: string };
  style: string;
}

/**
 * - file: has a hash in its name, so what is kept is right for ever
 * - page: asked of the network first, kept from the last visit
 * - data: the same without being a page: the search index, lists
 * - none: is left alone
 */
export type Kind = "file" | "page" | "data" | "none";

/** Says what a request is; root is the address of the site, with a slash at its end. */
export function kindOf(request: { method: string; url: string; mode: string }, root: string): Kind {
  const { href, pathname } = new URL(request.url);
  if (request.method !== "GET" || !href.startsWith(root)) return "none";
  const path = pathname.slice(new URL(root).pathname.length);
  if (path.startsWith("-") || path === "sw.js") return "none"; // what serve adds, and the worker itself
  if (path.startsWith("a/")) return "file";
  if (request.mode === "navigate" || path === "" || path.endsWith("/")) return "page";
  return "data";
}

/**
 * Tells whether an answer may be kept, as a file for ever. A network that asks for a password first, and a host that
 * has a page for every address, answer 200 with something else: after a redirect, or with a page in the place of a
 * file.
 */
export function isSound(answer: Pick<Response, "url" | "status" | "redirected" | "headers">, kind: Kind): boolean {
  const isPage = /^\s*text\/html\b/i.test(answer.headers.get("Content-Type") ?? "");
  const wantsPage = kind === "page" || /\.html([?#]|$)/.test(answer.url);
  return answer.status === 200 && !answer.redirected && (kind === "data" || isPage === wantsPage);
}

/** The name that a page is kept by: neither the query nor the anchor changes what is sent. */
export function pageKey(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/index\.html$/, "");
}

/** Returns the engine that a page names, below the root; "" if it names none. Few pages have another than the shell. */
export function engineOf(page: string): string {
  return /<html[^>]*\sdata-engine="?(a\/[\w.-]+\.wasm)"?/.exec(page)?.[1] ?? "";
}

/** Returns the stores that a page names, below the root: the data that its scripts begin with. */
export function storesOf(page: string): string[] {
  return [...new Set(page.match(/\ba\/store\.\w+\.bin\b/g))];
}

/** Returns the kept files that neither this build nor the one before needs; stores of pages stay while their page may
 * ask. */
export function unneeded(kept: readonly string[], now: readonly string[], before: readonly string[]): string[] {
  const needed = new Set([...now, ...before]);
  return kept.filter((name) => /\.(?:js|css|wasm)$/.test(name) && !needed.has(name));
}

/** The page for an address that is not kept: what it says is text, never markup. */
export function missingPage(shell: Shell, root: string, visited: readonly { url: string; title: string }[]): string {
  const links = visited.map(({ url, title }) => `<li><a href="${text(url)}">${text(title)}</a></li>`).join("");
  const { words } = shell;
  return `<!doctype html><html lang="${text(words.lang)}"><meta charset="utf-8"><meta
http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'"
><meta name="viewport" content="width=device-width"><title>${text(words.title)}</title><link
rel="stylesheet" href="${text(root + shell.style)}"><main id="main"><div
class="column prose"><h1>${text(words.title)}</h1><p>${text(words.text)}</p>${
    links ? `<h2>${text(words.visited)}</h2><ul>${links}</ul>` : ""
  }<p><a href="${text(root)}">${text(words.home)}</a></p></div></main>`;
}

/** Returns the title of a page, as it stands in its head. */
export function titleOf(page: string): string {
  const [, title = ""] = /<title>([^<]*)<\/title>/.exec(page) ?? [];
  return title.replace(/&(amp|lt|gt|quot|#39|#34|#43);/g, (_, name: string) => SIGNS[name] ?? "");
}

const SIGNS: Readonly<Record<string, string>> = {
  "amp": "&",
  "lt": "<",
  "gt": ">",
  "quot": '"',
  "#39": "'",
  "#34": '"',
  "#43": "+",
};

function text(s: string): string {
  return s.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
