// Style sheets that few pages need come when something is drawn that needs them.
type Sheet =
  | "desk"
  | "grid"
  | "share"
  | "transfer"
  | "batch"
  | "data"
  | "lanes"
  | "loads"
  | "heat"
  | "scale"
  | "design"
  | "bench"
  | "duel"
  | "rounds"
  | "labs"
  | "log"
  | "make"
  | "palette"
  | "query"
  | "arrange"
  | "watch"
  | "program";

/** Loads a style sheet unless the page has it; the promise is kept when it is there, or cannot be had. */
export function needSheet(name: Sheet): Promise<void> {
  // the page is being built: the generator sees what it holds
  if (typeof document === "undefined") return Promise.resolve();
  const { sheets, root } = document.documentElement.dataset;
  const entry = sheets?.split(" ").find((e) => e.startsWith(`${name}=`));
  if (!entry) return Promise.resolve();
  const href = new URL(entry.slice(name.length + 1), new URL(root ?? "./", document.baseURI)).href;
  const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
  return links.some((l) => l.href === href) ? Promise.resolve() : load(href);
}

function load(href: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  const { promise, resolve } = Promise.withResolvers<void>();
  link.addEventListener("load", () => resolve());
  link.addEventListener("error", () => resolve());
  document.head.append(link);
  return promise;
}
