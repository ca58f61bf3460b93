// What is made of a shape: a link to a script of the playground with the rows that it needs, a question of a sheet.
import { root } from "../engine/page-data.ts";
import type { Watched } from "../engine/types.ts";
import { COMFORTABLE, pack } from "../share/link.ts";
import { PREFIX } from "../ui/drafts.ts";
import { t } from "../ui/i18n.ts";
import { KEPT, keptSheets } from "../ui/kept-sheets.ts";
import { keepText, objectOf, readJSON } from "../ui/storage.ts";
import { activeOf } from "./arrange.ts";
import { withShape } from "./as-question.ts";
import { linesOf, scriptOf, tablesOf } from "./as-script.ts";
import type { Made } from "./open-view.ts";
import type { WatchControl } from "./tab-source.ts";

const ROWS = 1000; // of a table that goes along

export const nothingMade = (note: string): Made => ({ href: "", word: "", note });

/** Makes the link; the rows come from `control`, null for none. */
export async function scriptLink(w: Watched, place: number, control: WatchControl | null): Promise<Made> {
  const text = scriptOf(w, place, { sent: t("watch.sent"), cheaper: t("watch.cheaper") });
  if (!text) return nothingMade(t("watch.script.none"));
  let data = "";
  for (const table of control ? tablesOf(w, place) : []) {
    const page = await control?.rows(table, 0, ROWS).catch(() => null);
    if (page) data += linesOf(table, page.entities);
  }
  const link = await pack({ scripts: [{ name: t("watch.script.name"), text }], data });
  const note = link.length > 20 * COMFORTABLE ? t("watch.script.long") : "";
  return { href: new URL("play/", root).href + link, word: t("watch.script.open"), note };
}

/** Adds a shape to the sheet that was edited last, or begins one. */
export async function addToSheet(w: Watched, place: number, control: WatchControl | null): Promise<Made> {
  const s = w.shapes[place];
  if (!s) return nothingMade("");
  const tables = await control?.tables().catch(() => []);
  const entities = tables?.find((x) => x.name === s.table)?.entities ?? null;
  const [kept] = keptSheets();
  const key = kept?.key ?? `s-${Date.now().toString(36)}`;
  const name = kept?.name ?? t("watch.script.name");
  const { text } = objectOf(readJSON(PREFIX + KEPT + key));
  const before = typeof text === "string" ? text : `### ${name}\n# @sheet ${name}\n`;
  const added = withShape(before, s, { elapsed: activeOf(w), entities });
  if (!added) return nothingMade(t("watch.sheet.none"));
  const draft = { text: added.text, tokens: [], hash: "", at: Date.now() };
  if (keepText(PREFIX + KEPT + key, JSON.stringify(draft))) return nothingMade(t("watch.sheet.full"));
  const href = new URL(`design/?sheet=${encodeURIComponent(key)}`, root).href;
  return { href, word: t("watch.sheet.open"), note: t("watch.sheet.added", { name: added.name, sheet: name }) };
}
