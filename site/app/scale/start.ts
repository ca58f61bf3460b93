// The page before a load is open: ready loads become links, and the rest comes when one is opened.
import { make, makeIcon } from "../ui/dom.ts";
import { first } from "../ui/first-texts.ts";

const OWN = "own";

/** Opens what the address names, or waits for the reader. */
export function startScale(host: HTMLElement): void {
  const open = async () => (await import("./scale-view.ts")).scalePage(host).follow();
  if (new URLSearchParams(location.search).has("load") || /^#m\d+=/.test(location.hash)) void open();
  for (const item of host.querySelectorAll<HTMLElement>("li[data-load]")) {
    const head = item.querySelector("h3");
    head?.replaceChildren(link(item.dataset.load ?? "", ...head.childNodes));
  }
  const own = link(OWN, makeIcon("edit"), first("scale.own"));
  own.className = "button";
  host.querySelector("[data-own]")?.append(own);
  host.addEventListener("click", (e) => {
    const to = (e.target as HTMLElement).closest<HTMLAnchorElement>("a[data-open]");
    if (!to || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    history.pushState(null, "", to.href);
    void open();
  });
  addEventListener("popstate", () => void open());
}

function link(key: string, ...children: (Node | string)[]): HTMLAnchorElement {
  return make("a", { "href": `?load=${encodeURIComponent(key)}`, "data-open": key }, ...children);
}
