// What this browser keeps of steps that have moved is brought to where they are.
import text from "../../../tutorials/moved.txt";
import { PREFIX as DRAFT } from "../ui/drafts.ts";
import { moveTexts } from "../ui/storage.ts";
import { movedNames, movedProgress, movesIn, placeAfter } from "./moved.ts";
import { type Progress, readProgress, SOLVED, writeProgress } from "./progress.ts";

const ALL = movesIn(text);

export function moveKept(): void {
  const known = readProgress();
  const moved = movedProgress(known, ALL);
  if (moved === known) return; // another tab was first
  const names = movedNames(ALL.slice(known.moved ?? 0));
  for (const prefix of [DRAFT, SOLVED]) moveTexts(prefix, names);
  writeProgress(moved);
}

/** Returns progress of a file as it is after all moves. */
export function upToDate(p: Progress): Progress {
  return movedProgress(p, ALL);
}

/** Returns scripts by where their steps are after all moves, of those that had not been made before. */
export function movedScripts(scripts: Readonly<Record<string, string>>, moved: number): Record<string, string> {
  const days = ALL.slice(moved);
  return Object.fromEntries(Object.entries(scripts).map(([id, text]) => [placeAfter(id, days), text]));
}
