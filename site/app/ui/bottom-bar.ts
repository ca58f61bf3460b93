// The bar at the foot of a narrow screen: marks the part of the page that is in sight.

export function watchBottomBar(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.bottom-bar a[href^="#"]')];
  const parts = links.map((link) => document.getElementById(link.hash.slice(1)));
  const mark = () => {
    const here = Math.max(
      0,
      parts.findLastIndex((p) => p !== null && p.getBoundingClientRect().top < innerHeight / 2),
    );
    for (const [i, link] of links.entries()) {
      if (i === here) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  const watcher = new IntersectionObserver(mark, { rootMargin: "0px 0px -50% 0px" });
  for (const part of parts) if (part) watcher.observe(part);
}
