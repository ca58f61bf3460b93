// The dialog of the data sets: each opens as a document of its own.
import { html } from "lit";
import { openDialog } from "../../ui/dialog.ts";
import { t } from "../../ui/i18n.ts";
import { needSheet } from "../../ui/style-sheets.ts";
import type { Sample } from "../documents/sample.ts";
import type { Tabs } from "../workspace/workspace.ts";
import { setsOf, setsTable } from "./sets-table.ts";

export async function showSets(tabs: Tabs): Promise<void> {
  await needSheet("make");
  const open = (s: Sample) => {
    dialog.close();
    void tabs.turn(s.name);
  };
  const dialog = openDialog(() => ({
    title: t("sets.title"),
    lead: t("sets.lead"),
    body: html`${setsTable(setsOf(tabs), open)}<p class="muted">${t("sets.seed")}</p>`,
  }));
  dialog.element.querySelector<HTMLElement>(".sets button")?.focus();
}
