// The panel "Data": the tables of the store as a grid of rows, or by partition, with what the last run read.
import { html, render, type TemplateResult } from "lit";
import { DataPanel } from "../../script/data-panel.ts";
import type { Read } from "../../script/results.ts";
import { lastTable } from "../../script/touched-rows.ts";
import { t } from "../../ui/i18n.ts";
import { keepText, readText } from "../../ui/storage.ts";
import { needSheet } from "../../ui/style-sheets.ts";
import { loadingData } from "../make/sets-table.ts";
import type { Panel } from "../workspace/panel.ts";
import { tellTable } from "../workspace/shown-table.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { DataGrid } from "./data-grid.ts";

const KEY = "rowkey/dataview";
const VIEWS = ["rows", "partitions"] as const;

export function dataPanel(workspace: Workspace): Panel {
  const views = new DataViews(workspace);
  return {
    id: "data",
    title: "play.data",
    icon: "data",
    part: true,
    element: views.element,
    shown: (open) => views.open(open),
    ran: ({ reads, result }) => views.refresh(reads, lastTable(result.exchanges)),
    turned: () => views.refresh([]),
  };
}

class DataViews {
  readonly element = document.createElement("data-room");
  private readonly partitions: DataPanel;
  private grid: DataGrid | null = null;
  private reads: readonly Read[] = [];
  private table = ""; // that the last run touched last
  private shown = false;
  private view: (typeof VIEWS)[number] = readText(KEY) === "partitions" ? "partitions" : "rows";

  constructor(private readonly workspace: Workspace) {
    this.partitions = new DataPanel(workspace.control);
    tellTable(() => (this.view === "rows" ? this.grid?.shownTable : this.partitions.shownTable) ?? "");
    this.draw();
  }

  async open(shown: boolean): Promise<void> {
    this.shown = shown;
    await this.look();
  }

  async refresh(reads: readonly Read[], table = ""): Promise<void> {
    this.reads = reads;
    this.table = table;
    await this.look();
  }

  /** The view that is not seen asks for nothing. */
  private async look(): Promise<void> {
    this.draw();
    const rows = this.shown && this.view === "rows";
    if (rows) await this.begin();
    await this.partitions.open(false);
    await this.partitions.refresh(this.reads, this.table);
    await this.partitions.open(this.shown && !rows);
    if (rows) await this.grid?.refresh(this.reads, this.table);
  }

  private async begin(): Promise<void> {
    if (!this.grid) {
      const [{ DataGrid }] = await Promise.all([import("./data-grid.ts"), needSheet("grid"), needSheet("make")]);
      this.grid ??= new DataGrid(this.workspace);
    }
    this.draw();
  }

  private draw(): void {
    this.element.dataset.view = this.view;
    const element = this.view === "rows" ? this.grid?.element : this.partitions.element;
    render(element ? html`${this.choice()}${element}` : loadingData(), this.element);
  }

  private choice(): TemplateResult {
    return html`<fieldset class="seg dg-view-choice"><legend class="vh">${t("grid.view")}</legend>${VIEWS.map(
      (v) =>
        html`<label><input type="radio" name="data-view" value=${v} .checked=${v === this.view} @change=${() =>
          this.turn(v)}><span>${t(`grid.view.${v}`)}</span></label>`,
    )}</fieldset>`;
  }

  private turn(view: (typeof VIEWS)[number]): void {
    this.view = view;
    keepText(KEY, view);
    void this.look();
  }
}
