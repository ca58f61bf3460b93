// Style sheets that few pages need come when something is drawn that needs them.
type Sheet = "play" | "lanes" | "loads" | "design" | "rounds";

/** Loads a style sheet unless the page has it. */
export function needSheet(name: Sheet): void {
  if (typeof document === "undefined") return; // the page is being built: the generator sees what it holds
  const { sheets, root } = document.documentElement.dataset;
  const entry = sheets?.split(" ").find((e) => e.startsWith(`${name}=`));
  if (!entry) return;
  const href = new URL(entry.slice(name.length + 1), new URL(root ?? "./", document.baseURI)).href;
  if ([...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].some((l) => l.href === href)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
}
