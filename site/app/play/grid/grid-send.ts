// Sends what an edit stands for: each as a small script of its own, so that it is measured and stands in the log like
// any other.
import { explained, refusal, refusedWith } from "../../answer/refused.ts";
import { runScript } from "../../engine/run-script.ts";
import { said, t } from "../../ui/i18n.ts";
import type { Data } from "../workspace/workspace.ts";
import type { Edit } from "./grid-requests.ts";

/** Sends edits in order, as one change with a name. Returns why it stopped, "" if all were done. */
export async function sendAll(
  data: Data,
  edits: readonly Edit[],
  label: string,
  progress?: (done: number) => void,
): Promise<string> {
  await data.store.load();
  await data.store.note();
  data.store.mark(label);
  let done = 0;
  let why = "";
  for (const edit of edits) {
    why = await send(data, edit);
    if (why) break;
    progress?.(++done);
  }
  await data.changed();
  if (!why) return "";
  return done ? `${why} ${t("grid.partly", { done, all: edits.length })}` : why;
}

/** Sends one; returns the words of the refusal, "" if there is none. */
async function send(data: Data, edit: Edit): Promise<string> {
  const { exchanges } = await runScript(data.control, { name: "grid.http", text: edit.text, files: {} });
  const bad = exchanges.find((x) => x.problem || refusedWith(x) || x.fault);
  if (!bad) return "";
  if (bad.problem) return said(bad.problem.message, bad.problem.sentences);
  const answer = [refusal(bad), explained(bad) || bad.message.split("\n", 1)[0]].filter(Boolean).join(": ");
  return `${answer} ${bad.fault}`.trim();
}
