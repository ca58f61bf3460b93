// What the page of the playground begins with: its samples, and the example or the code that its address asks for.
import { pageData } from "../engine/page-data.ts";
import type { Files } from "../engine/types.ts";
import { cardSample } from "./card.ts";
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
