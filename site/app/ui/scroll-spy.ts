// Marks in a list of links the one whose part of the page is in sight.

/** The list "On this page": the section that is being read, none above the first. */
export function watchContents(): void {
  watch(".on-page a", 1 / 3, -1);
}

/** The bar at the foot of a narrow screen: the part of the page that is in sight. */
export function watchBottomBar(): void {
  watch('.bottom-bar a[href^="#"]', 1 / 2, 0);
}

/**
 * Marks the last link whose target begins above a share of the window's height, else the one at an index. At the end of
 * the page the last one is marked, for its target may be too short to come so far up.
 */
function watch(selector: string, share: number, otherwise: number): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>(selector)];
  if (links.length === 0) return;
  let followed = -1; // the link that led here, until the reader goes on
  const mark = () => {
    const parts = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
    const passed = parts.findLastIndex((p) => p !== null && p.getBoundingClientRect().top < innerHeight * share);
    const here = followed >= 0 ? followed : scrollY > 0 && atEnd() ? links.length - 1 : passed < 0 ? otherwise : passed;
    for (const [i, link] of links.entries()) {
      if (i === here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  addEventListener("scroll", mark, { passive: true });
  for (const [i, link] of links.entries())
    link.addEventListener("click", () => {
      followed = i;
      mark();
    });
  for (const sign of ["wheel", "touchmove", "keydown"])
    addEventListener(sign, () => (followed = -1), { passive: true });
  new ResizeObserver(mark).observe(document.body); // answers make the page longer; this calls for the first mark, too
}

function atEnd(): boolean {
  return scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
}
