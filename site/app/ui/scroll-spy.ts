// Marks in a list of links the one whose part of the page is in sight.

/** The list "On this page": the section that is being read, none above the first. */
export function watchContents(): void {
  watch(".on-page a", 1 / 3, -1);
}

/** The bar at the foot of a narrow screen: the part of the page that is in sight. */
export function watchBottomBar(): void {
  watch('.bottom-bar a[href^="#"]', 1 / 2, 0);
}

/** Marks the last link whose target begins above a share of the window's height, else the one at an index. */
function watch(selector: string, share: number, otherwise: number): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(selector)];
  const parts = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const mark = () => {
    const passed = parts.findLastIndex((p) => p !== null && p.getBoundingClientRect().top < innerHeight * share);
    const here = passed < 0 ? otherwise : passed;
    for (const [i, link] of links.entries()) {
      if (i === here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const watcher = new IntersectionObserver(mark, { rootMargin: `0px 0px -${Math.floor(100 * (1 - share))}% 0px` });
  for (const part of parts) if (part) watcher.observe(part);
}
