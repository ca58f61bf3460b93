// The field above an index of words: it hides what does not have what is typed.
import { t, tn } from "../ui/i18n.ts";

/** A word, with what is said of it. */
interface Entry {
  parts: HTMLElement[];
  text: string;
}

export function watchWordFilter(field: HTMLInputElement): void {
  const page = field.closest("article");
  const count = page?.querySelector<HTMLElement>("[data-filtered]");
  if (!page || !count) return;
  const sections = [...page.querySelectorAll<HTMLElement>("section:has(> h3)")].map((section) => ({
    section,
    entries: entriesOf(section),
  }));
  const look = () => {
    const wanted = field.value.trim().toLowerCase();
    let left = 0;
    for (const { section, entries } of sections) {
      const shown = entries.filter((e) => show(e, e.text.includes(wanted)));
      section.hidden = shown.length === 0;
      left += shown.length;
    }
    count.textContent = !wanted ? "" : left ? tn("glossary.left", left) : t("glossary.none");
  };
  field.addEventListener("input", look);
  addEventListener("hashchange", () => {
    field.value = ""; // a link leads to a word, whatever is hidden
    look();
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  });
  if (field.value) look(); // a browser may keep what was typed
}

function show({ parts }: Entry, shown: boolean): boolean {
  for (const part of parts) part.hidden = !shown;
  return shown;
}

function entriesOf(section: HTMLElement): Entry[] {
  const entries: Entry[] = [];
  for (const e of section.children) {
    if (!(e instanceof HTMLElement) || e.localName === "h2") continue;
    if (e.localName === "h3") entries.push({ parts: [], text: "" });
    const entry = entries.at(-1);
    entry?.parts.push(e);
    if (entry) entry.text += `${e.textContent?.toLowerCase()} `;
  }
  return entries;
}
