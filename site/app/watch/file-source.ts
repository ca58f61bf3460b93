// Reads a log slice by slice, in this tab: the next slice is fetched while the engine reads the one before.
import { ControlError } from "../engine/control.ts";
import { home } from "../engine/page-data.ts";
import { said } from "../ui/i18n.ts";
import type { ReadFile } from "./file-view.ts";
import type { WatchControl } from "./tab-source.ts";

const SLICE = 4 << 20; // bytes: the page draws after each
const NAME = /^(?:[a-z0-9-]+\/)*([a-z0-9-]+\.csv)$/;

/** Fetches a log that is published beside a page of this site; null if the name has none. */
export async function publishedLog(name: string): Promise<File | null> {
  const [, short] = NAME.exec(name) ?? [];
  if (!short) return null;
  const answer = await fetch(new URL(name, home)).catch(() => null);
  return answer?.ok ? new File([await answer.blob()], short) : null;
}

/** Reads a file to its end, or until it is no longer wanted. What comes of it is in `file`; `told` after each slice. */
export async function readLog(
  control: WatchControl,
  from: File,
  file: ReadFile,
  wanted: () => boolean,
  told: () => void,
): Promise<void> {
  const slice = (at: number) => from.slice(at, at + SLICE).arrayBuffer();
  try {
    await control.beginLog();
    let next = slice(0);
    for (let at = 0; !file.log && wanted(); at += SLICE) {
      const bytes = await next;
      const last = at + SLICE >= from.size;
      if (!last) next = slice(at + SLICE);
      const progress = await control.addToLog(bytes, last);
      file.at = Math.min(at + SLICE, from.size);
      if (last) file.log = progress;
      told();
    }
  } catch (e) {
    file.trouble = e instanceof ControlError ? said(e.message, e.sentences) : String(e);
  }
}
