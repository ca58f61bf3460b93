// A document of the playground: a script, and what its store begins with.

import type { Language } from "../editor/script-editor.ts";
import type { FixtureSource } from "../engine/page-data.ts";
import type { LinkState } from "./link-samples.ts";

export interface Sample extends FixtureSource {
  name: string; // "" of the reader's own
  title: string;
  text: string;
  language?: Language; // of the text, a script if it does not say
  link?: LinkState; // came with a link: but for the text, which its tab keeps, nothing is kept until the reader says so
  card?: boolean; // came from a pattern card, and is there for this visit only
}
