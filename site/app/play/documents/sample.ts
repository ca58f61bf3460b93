// A document of the playground: a script, and what its store begins with.

import type { Language } from "../../editor/script-editor.ts";
import type { FixtureSource } from "../../engine/page-data.ts";
import type { View } from "../../share/link.ts";

export const LAST = "rowkey/play"; // where the id of the document that was open last is kept

/** What a document knows of the link that it came with. */
export interface LinkState {
  ran: boolean; // since it was opened
  opens: View;
  lesson: string; // path below /learn/ of the lesson that it belongs to, "" if none
  // of: rows that the sender had, 0 for no more
  brings: { rows: number; of: number; bytes: number; tables: string[]; lines: string };
  settings: [name: string, value: string][];
}

export interface Sample extends FixtureSource {
  name: string; // "" of the reader's own
  title: string;
  text: string;
  language?: Language; // of the text, a script if it does not say
  link?: LinkState; // came with a link: but for the text, which its tab keeps, nothing is kept until the reader says so
  card?: boolean; // came from a pattern card, and is there for this visit only
}
