// Writes the rows of a file into a table: one change with the name of the file, which can be taken back.
import { keepNames } from "../../transfer/column-names.ts";
import type { Column } from "../../transfer/columns.ts";
import type { Renamed } from "../../transfer/header.ts";
import type { ImportPlan } from "../../transfer/import-plan.ts";
import { createTable, type Progress, type Writing, writeRows } from "../../transfer/table-writer.ts";
import type { Mode } from "../../transfer/transactions.ts";
import { t } from "../../ui/i18n.ts";
import { TABLES } from "../data/read-rows.ts";
import type { Data } from "../workspace/workspace.ts";

export interface Import {
  name: string; // of the file
  table: string;
  mode: Mode;
  plan: ImportPlan;
  columns: readonly Column[];
  renamed: readonly Renamed[];
  signal: AbortSignal;
  progress: (p: Progress) => void;
}

/** Writes, and shows the table; returns the place of the data before. Throws what the service says. */
export async function writeImport(data: Data, i: Import): Promise<number> {
  const { table, mode, signal, progress } = i;
  const { store } = data;
  const w: Writing = {
    fetch: data.engine.fetch,
    base: TABLES,
    table,
    mode,
    signal,
    progress,
    now: () => performance.now(),
  };
  progress({ written: 0, of: i.plan.entities.length, transactions: 0, refused: [], milliseconds: 0 });
  await store.load();
  await store.note();
  const before = store.journal.at;
  store.mark(t("import.title.of", { name: i.name }));
  keepNames(table, i.columns, i.renamed);
  await createTable(w);
  progress(await writeRows(w, i.plan.entities));
  await store.keep();
  await data.changed();
  dispatchEvent(new CustomEvent("grid:table", { detail: table }));
  return before;
}
