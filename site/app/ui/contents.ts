// The list "On this page": marks the section that is being read.

/** Follows the headings that the list names. */
export function watchContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(".on-page a")];
  const heads = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const mark = () => {
    const here = heads.findLastIndex((h) => h !== null && h.getBoundingClientRect().top < innerHeight / 3);
    for (const [i, link] of links.entries()) {
      if (i === here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const watcher = new IntersectionObserver(mark, { rootMargin: "0px 0px -66% 0px" });
  for (const h of heads) if (h) watcher.observe(h);
}
