// The link of a document that came with one, with its text as it is now.
import { pack, unpack } from "../share/link.ts";
import type { Desk } from "./desk.ts";

let packed = { text: "", hash: "" };

/** Returns the part of the address; that of the old text until the new one is packed, when the page is drawn again. */
export function presentHash(desk: Desk): string {
  const { text } = desk.pane;
  if (text === desk.document.sample.text) return location.hash;
  if (packed.text !== text) {
    packed = { text, hash: packed.hash || location.hash };
    void packNow(desk, text);
  }
  return packed.hash;
}

async function packNow(desk: Desk, text: string): Promise<void> {
  const shared = await unpack(location.hash);
  const script = shared.scripts[linkedIndex(desk)];
  if (script) script.text = text;
  const hash = await pack(shared);
  if (packed.text !== text) return;
  packed.hash = hash;
  desk.draw();
}

/** Which of the scripts of the link is open. */
function linkedIndex(desk: Desk): number {
  return desk.documents.list.filter((d) => d.sample.link).findIndex((d) => d.id === desk.document.id);
}
