// The example of a pattern card as a document of the playground. It is read from the page of the card, which carries
// the script and what its store begins with.
import { type FixtureSource, home } from "../engine/page-data.ts";
import type { Sample } from "./sample.ts";

/** Returns the first example of a card, null if there is no such card or it has none. */
export async function cardSample(slug: string): Promise<Sample | null> {
  if (!/^[\w-]+$/.test(slug)) return null;
  const response = await fetch(new URL(`patterns/${slug}/`, home)).catch(() => null);
  return response?.ok ? sampleOf(slug, new DOMParser().parseFromString(await response.text(), "text/html")) : null;
}

function sampleOf(slug: string, page: Document): Sample | null {
  const script = page.querySelector<HTMLElement>("run-cell")?.dataset.script;
  const data = page.getElementById("page")?.textContent;
  if (!script || !data) return null;
  const source = JSON.parse(data) as FixtureSource;
  const text = source.files[script];
  const title = page.querySelector("h1")?.textContent ?? slug;
  return text ? { ...source, name: `card-${slug}`, title, text: text.trimEnd(), card: true } : null;
}
