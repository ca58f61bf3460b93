// What the page of the playground begins with: its samples, and the example or the code that its address asks for.
import { type FixtureSource, home, pageData } from "../../engine/page-data.ts";
import type { Files } from "../../engine/types.ts";
import type { Sample } from "./sample.ts";

/** The samples that the page carries. */
export function samplesOfPage(): Sample[] {
  const samples = pageData<{ samples: Sample[] }>("play")?.samples ?? [];
  return samples.map((s) => ({ ...s, text: s.text.trimEnd() }));
}

/** The files that a document may set up with: those of all samples, and its own. */
export function filesFor(sample: Sample): Files {
  return { ...(Object.assign({}, ...samplesOfPage().map((s) => s.files)) as Files), ...sample.files };
}

/** The example of a card, or the code of a page, that an address asks for. */
export async function sampleOfPage(query: URLSearchParams): Promise<Sample | null> {
  const [card, code] = [query.get("card"), query.get("code")];
  if (card) return cardSample(card);
  return code ? (await import("./code-sample.ts")).codeSample(code, Number(query.get("n") ?? 0)) : null;
}

/** Returns the first example of a card, null if there is no such card or it has none. */
async function cardSample(slug: string): Promise<Sample | null> {
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
