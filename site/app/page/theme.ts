// The colour theme: as the system, light, dark. The choice is applied before paint by a line in the page itself.
import { type FirstKey, first } from "../ui/first-texts.ts";
import { keepText } from "../ui/storage.ts";

const KEY = "rowkey/theme"; // also read by templates/base.html
const ORDER = ["", "light", "dark"] as const;
const NAMES: Record<(typeof ORDER)[number], FirstKey> = {
  "": "theme.auto",
  "light": "theme.light",
  "dark": "theme.dark",
};

export function watchTheme(): void {
  const toggle = document.querySelector<HTMLElement>("[data-theme-toggle]");
  if (!toggle) return;
  const { dataset } = document.documentElement;
  const current = () => ORDER.find((x) => x === dataset.theme) ?? "";
  const name = () => toggle.setAttribute("aria-label", first(NAMES[current()]));
  toggle.hidden = false;
  name();
  toggle.addEventListener("click", () => {
    const next = ORDER[(ORDER.indexOf(current()) + 1) % ORDER.length] ?? "";
    if (next) dataset.theme = next;
    else delete dataset.theme;
    const why = keepText(KEY, next); // also "": the older name "theme" is read only while this one is missing
    toggle.title = why ? first("saved.not", { why: first(`storage.${why}`) }) : "";
    name();
  });
}
