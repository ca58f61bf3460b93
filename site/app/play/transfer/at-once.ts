// A file of rows becomes a table in one step, with keys that are proposed. They can be chosen again, one press away; if
// none can be proposed, the dialog asks for them. Scripts open as documents.
import { FileError } from "../../transfer/csv.ts";
import { CHOICES, planImport } from "../../transfer/import-plan.ts";
import { proposeKeys } from "../../transfer/propose-keys.ts";
import { t, tn } from "../../ui/i18n.ts";
import { readFile, wrongWords } from "../open/script-file.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { columnNotes, columnWords } from "./import-columns.ts";
import { showImport } from "./import-dialog.ts";
import { freeName, isTable, type OpenedFile, openTable, tableNameOf } from "./opened-file.ts";
import { writeImport } from "./write-import.ts";

/** Makes a table of a file of rows, or a document of any other. Written is called when they are in a table, which a
 * dialog may ask about first. */
export async function takeFile(workspace: Workspace, file: File | undefined, written?: () => void): Promise<void> {
  if (!file) return;
  try {
    const opened = (await isTable(file)) ? await openTable(file) : null;
    await (opened ? write(workspace, opened, written) : readFile(file, workspace));
  } catch (e) {
    if (!(e instanceof FileError)) throw e;
    workspace.say(`${file.name}: ${wrongWords(e)}`);
  }
}

async function write(workspace: Workspace, opened: OpenedFile, written?: () => void): Promise<void> {
  const { file, columns, name } = opened;
  const plan = proposeKeys(file, columns) ? planImport(file, columns, CHOICES) : null;
  if (!plan?.entities.length || plan.stopped) return showImport(workspace, opened, written);
  await workspace.store.load();
  const taken = (await workspace.control.tables()).map((info) => info.name);
  const table = freeName(tableNameOf(name), taken);
  workspace.show("data");
  const { signal } = new AbortController();
  const before = await writeImport(workspace, {
    ...{ name, table, plan, columns, renamed: file.renamed, signal },
    mode: "insert",
    progress: () => undefined,
  });
  const keyOf = (role: "partition" | "row") => columns.find((c) => c.role === role);
  const [partition, row] = (["partition", "row"] as const).map((role) => columnWords(keyOf(role)));
  const other = () => {
    const now = workspace.store.journal.at; // whoever then chooses nothing else keeps the table
    const back = () => void workspace.goTo(now);
    void workspace.goTo(before).then(() => showImport(workspace, opened, written, back));
  };
  written?.();
  const text = tn("drop.done", plan.entities.length, { table, partition: partition ?? "", row: row ?? "" });
  const notes = [text, ...columnNotes(file, columns), plan.uneven ? t("import.uneven") : ""];
  workspace.say(notes.filter(Boolean).join(" "), {
    word: t("drop.other"),
    press: other,
    stays: true,
  });
}
