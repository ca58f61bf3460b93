// A script from a file of the reader: it becomes a document, and nothing of it leaves the browser.
import { oneLine } from "../share/link.ts";
import { t } from "../ui/i18n.ts";
import type { Desk } from "./desk.ts";
import { openFile } from "./open-link.ts";

const LARGEST = 8_000_000; // bytes: more is neither a script nor a file that was shared

/** Opens a text file as a document of its own. It is not run. */
export async function readFile(file: File | undefined, desk: Desk): Promise<void> {
  if (!file) return;
  const text = file.size <= LARGEST ? await file.text().catch(() => null) : null;
  if (text === null || text.includes("\0")) return desk.say(t("start.file.not", { name: file.name }));
  if (openFile(desk, text)) return;
  const language = /\.[cm]?js$/i.test(file.name) ? "js" : undefined;
  desk.add(oneLine(file.name.replace(/\.\w+$/, "")), text.replace(/\r\n?/g, "\n"), language);
}
