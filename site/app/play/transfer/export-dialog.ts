// Export: a table as a file that this page, Storage Explorer, or a script reads again.
import { html, nothing, type TemplateResult } from "lit";
import { sample } from "../../answer/code.ts";
import type { TableInfo } from "../../engine/types.ts";
import { readTable } from "../../transfer/read-table.ts";
import { MAX_SCRIPT, SAMPLE, scriptSize } from "../../transfer/script-size.ts";
import type { TableFile } from "../../transfer/table-file.ts";
import { formulasIn, type Parts, type SaveFormat, writeTable } from "../../transfer/write-table.ts";
import { button } from "../../ui/buttons.ts";
import { type Dialog, type DialogView, openDialog } from "../../ui/dialog.ts";
import { num, t, tn } from "../../ui/i18n.ts";
import { saveFile } from "../../ui/save-file.ts";
import { needSheet } from "../../ui/style-sheets.ts";
import { rowsOf } from "../data/read-rows.ts";
import { shownTable } from "../workspace/shown-table.ts";
import type { Data, Screen } from "../workspace/workspace.ts";

const FORMATS: readonly SaveFormat[] = ["csv", "json", "jsonl", "http"];
const TYPES: Record<SaveFormat, string> = {
  csv: "text/csv",
  json: "application/json",
  jsonl: "application/jsonl",
  http: "text/plain",
};
const PREVIEW = 3; // rows

/** Opens the dialog for the table that is shown; the reader can choose another one there. */
export async function showExport(workspace: Data & Screen): Promise<void> {
  await Promise.all([needSheet("transfer"), workspace.store.load()]);
  const tables = await workspace.control.tables();
  const shown = shownTable();
  const chosen = tables.find((x) => x.name === shown) ?? tables[0];
  if (!chosen) return workspace.say(t("export.none"));
  const dialog = new ExportDialog(workspace, tables, chosen);
  await dialog.look();
  dialog.open();
}

class ExportDialog {
  private format: SaveFormat = "csv";
  private timestamp = false;
  private asText = false; // cells that a spreadsheet would run
  private first: TableFile = { format: "json", names: [], rows: [], renamed: [], turned: [] };
  private size = 0; // bytes of the table as a script; measured if that is chosen
  private dialog: Dialog | null = null;
  private busy = false;

  constructor(
    private readonly workspace: Data & Screen,
    private readonly tables: TableInfo[],
    private table: TableInfo,
  ) {}

  open(): void {
    this.dialog = openDialog(() => this.view(), "m");
  }

  /** Reads the first rows for the preview. */
  async look(): Promise<void> {
    const text = await rowsOf(this.workspace.engine.fetch, this.table.name, PREVIEW);
    this.first = readTable(text);
    await this.measure();
    this.dialog?.draw();
  }

  /** A script has a limit that the other formats do not have. */
  private async measure(): Promise<void> {
    const { table, format, workspace } = this;
    if (format !== "http") return;
    const size = scriptSize(
      table.name,
      readTable(await rowsOf(workspace.engine.fetch, table.name, SAMPLE)),
      table.entities,
    );
    if (table === this.table) this.size = size;
  }

  private change(how: () => void): void {
    how();
    this.dialog?.draw();
  }

  private async turn(format: SaveFormat): Promise<void> {
    this.format = format;
    await this.measure();
    this.dialog?.draw();
  }

  private async choose(name: string): Promise<void> {
    this.table = this.tables.find((x) => x.name === name) ?? this.table;
    await this.look();
  }

  private async save(): Promise<void> {
    this.change(() => (this.busy = true));
    try {
      const file = readTable(await rowsOf(this.workspace.engine.fetch, this.table.name));
      saveFile(`${this.table.name}.${this.format}`, this.write(file), TYPES[this.format]);
      const formulas = this.format === "csv" && !this.asText ? formulasIn(file) : 0;
      const done = tn("export.done", file.rows.length, { table: this.table.name });
      this.workspace.say(formulas ? `${done} ${tn("export.formulas", formulas)}` : done);
      this.dialog?.close();
    } catch (e) {
      this.workspace.say(t("export.not", { why: e instanceof Error ? e.message : String(e) }));
    }
    this.change(() => (this.busy = false));
  }

  private view(): DialogView {
    const { table, busy } = this;
    return {
      title: t("export.title", { table: table.name }),
      lead: `${tn("data.entities", table.entities)}, ${tn("data.partitions", table.partitions)}`,
      body: html`${this.choices()}${this.large()}<h3>${t("export.first")}</h3>${sample(
        this.preview(),
        t("export.first.label"),
      )}`,
      foot: html`<span class="muted">${this.again()}</span>${button(t("export.save"), () => void this.save(), {
        kind: "primary",
        icon: "take",
        disabled: busy,
      })}`,
    };
  }

  private get tooLarge(): boolean {
    return this.format === "http" && this.size > MAX_SCRIPT;
  }

  private large(): TemplateResult | typeof nothing {
    if (!this.tooLarge) return nothing;
    const size = num(Math.ceil(this.size / 1024));
    return html`<p class="call-out" role="status" data-kind="pitfall">${t("export.large", { size })}</p>`;
  }

  /** How the file becomes the table again. */
  private again(): string {
    if (this.tooLarge) return "";
    if (this.format === "csv" && this.asText) return t("export.again.astext");
    return t(this.format === "http" ? "export.again.http" : "export.again");
  }

  private choices(): TemplateResult {
    const which = (e: Event) => void this.choose((e.target as HTMLSelectElement).value);
    const checked = (e: Event) => (e.target as HTMLInputElement).checked;
    const stamp = (e: Event) => this.change(() => (this.timestamp = checked(e)));
    const text = (e: Event) => this.change(() => (this.asText = checked(e)));
    return html`<div class="exp"><fieldset class="formats"><legend>${t("export.format")}</legend>${FORMATS.map(
      (f) =>
        html`<label><input type="radio" name="export-format" .checked=${f === this.format}
          @change=${() => void this.turn(f)}><span><b>${t(`export.format.${f}`)}</b> <span class="muted">${t(
            `export.format.${f}.is`,
          )}</span></span></label>`,
    )}</fieldset><fieldset class="formats"><legend>${t("export.what")}</legend><label
    class="select"><span>${t("data.table")}</span><select @change=${which}>${this.tables.map(
      (x) => html`<option .selected=${x === this.table}>${x.name}</option>`,
    )}</select></label><label><input type="checkbox" .checked=${this.timestamp}
    @change=${stamp}><span>${t("export.timestamp")}</span></label>${
      this.format === "csv"
        ? html`<label><input type="checkbox" .checked=${this.asText} @change=${text}><span>${t("export.astext")} <span
          class="muted">${t("export.astext.is")}</span></span></label>`
        : nothing
    }</fieldset></div>`;
  }

  private write(file: TableFile): Parts {
    return writeTable(this.format, this.table.name, file, { timestamp: this.timestamp, asText: this.asText });
  }

  private preview(): string {
    return this.write(this.first).join("").trimEnd();
  }
}
