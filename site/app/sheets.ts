// Style sheets that few pages need come when something is drawn that needs them.
import { root } from "./site.ts";

type Sheet = "play" | "runs";

/** Loads a style sheet unless the page has it. */
export function needSheet(name: Sheet): void {
  const entry = document.documentElement.dataset["sheets"]?.split(" ").find((e) => e.startsWith(`${name}=`));
  if (!entry) return;
  const href = new URL(entry.slice(name.length + 1), root).href;
  if ([...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].some((l) => l.href === href)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
}
