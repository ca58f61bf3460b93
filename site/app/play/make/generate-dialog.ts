// Generate: a table by a recipe. The first rows and what the keys make of the table are shown before anything is
// written.
import { html, nothing, type TemplateResult } from "lit";
import { Control } from "../../engine/control.ts";
import { type FillProgress, fillTable } from "../../engine/fill-table.ts";
import { openEngine } from "../../engine/page-data.ts";
import type { Recipe } from "../../engine/recipe.ts";
import type { Generated } from "../../engine/types.ts";
import { readTable } from "../../transfer/read-table.ts";
import { type Parts, writeTable } from "../../transfer/write-table.ts";
import { button } from "../../ui/buttons.ts";
import { type Dialog, type DialogView, openDialog } from "../../ui/dialog.ts";
import { num, t, tn } from "../../ui/i18n.ts";
import { saveFile } from "../../ui/save-file.ts";
import { needSheet } from "../../ui/style-sheets.ts";
import { rowsOf } from "../data/read-rows.ts";
import type { Data, Screen } from "../workspace/workspace.ts";
import { type Draft, firstDraft, freeTable, MOST, recipeOf, wrongWith } from "./generate-columns.ts";
import { columnsForm, numberField, textField } from "./generate-form.ts";
import { madeProgress, preview } from "./generate-preview.ts";

const SHOWN = 8; // rows of the preview
const PAUSE = 250; // ms without a key until the preview follows

export async function showGenerate(workspace: Data & Screen): Promise<void> {
  await Promise.all([needSheet("make"), needSheet("transfer"), workspace.store.load()]);
  const tables = (await workspace.control.tables()).map((info) => info.name);
  new GenerateDialog(workspace, tables).open();
}

class GenerateDialog {
  private draft: Draft;
  private dialog: Dialog | null = null;
  private made: Generated | null = null;
  private wrong = "";
  private timer = 0;
  private progress: FillProgress | null = null;
  private over = false;
  private saving = false;
  private large = ""; // why the draft is no script
  private readonly ended = new AbortController();

  constructor(
    private readonly workspace: Data & Screen,
    private readonly tables: readonly string[],
  ) {
    this.draft = firstDraft(freeTable("Readings", tables));
  }

  open(): void {
    this.dialog = openDialog(() => this.view(), "l");
    this.dialog.element.addEventListener("close", () => {
      this.ended.abort();
      clearTimeout(this.timer);
    });
    void this.look();
  }

  private redraw(how: () => void): void {
    how();
    this.dialog?.draw();
  }

  private edit(change: Partial<Draft>): void {
    this.redraw(() => {
      this.draft = { ...this.draft, ...change };
      this.large = "";
    });
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.look(), PAUSE);
  }

  /** Asks the engine what the draft would make. */
  private async look(): Promise<void> {
    const { draft } = this;
    const bad = wrongWith(draft, this.tables);
    if (bad && bad !== "taken" && bad !== "table") return this.redraw(() => (this.wrong = this.words(bad)));
    try {
      const made = await this.workspace.control.generate(recipeOf(draft), SHOWN);
      if (draft !== this.draft) return; // a later one is on its way
      this.redraw(() => {
        this.made = made;
        this.wrong = bad ? this.words(bad) : "";
      });
    } catch (e) {
      if (draft === this.draft) this.redraw(() => (this.wrong = messageOf(e)));
    }
  }

  private words(bad: NonNullable<ReturnType<typeof wrongWith>>): string {
    if (bad === "table") return t("import.table.not");
    const { table } = this.draft;
    return t(`make.wrong.${bad}`, { most: num(MOST), table, free: freeTable(table, this.tables) });
  }

  private async write(): Promise<void> {
    const { workspace, draft } = this;
    const { signal } = this.ended;
    const progress = (p: FillProgress) => this.redraw(() => (this.progress = p));
    const now = () => performance.now();
    progress({ done: 0, of: draft.count, written: 0, repeated: 0, transactions: 0, milliseconds: 0 });
    try {
      await workspace.store.note();
      workspace.store.mark(t("make.change", { table: draft.table }));
      progress(await fillTable(workspace.control, draft.table, recipeOf(draft), { signal, progress, now }));
    } catch (e) {
      this.wrong = messageOf(e);
    }
    this.redraw(() => (this.over = true));
    await workspace.changed();
    const written = this.progress?.written ?? 0;
    const undo = { word: t("make.undo"), press: () => void workspace.step(-1) };
    if (written) workspace.say(tn("make.done", written, { table: draft.table }), undo);
  }

  /** Offers the same entities as a script, and writes none of them. */
  private async save(): Promise<void> {
    const { table } = this.draft;
    this.redraw(() => (this.saving = true));
    this.large = "";
    try {
      const script = await madeScript(table, recipeOf(this.draft), this.ended.signal);
      const bytes = bytesOf(script);
      if (bytes > MOST_BYTES) this.large = t("make.script.large", { n: kB(bytes), most: kB(MOST_BYTES) });
      else saveFile(`${table}.http`, script);
    } catch (e) {
      if (!this.ended.signal.aborted) this.wrong = messageOf(e);
    }
    this.redraw(() => (this.saving = false));
    // below the form on a phone
    this.dialog?.element.querySelector("[role=alert]")?.scrollIntoView({ block: "nearest" });
  }

  private view(): DialogView {
    const { progress, draft } = this;
    if (progress)
      return {
        title: t("make.title.of", { table: draft.table }),
        body: html`${madeProgress(progress, this.over)}${this.trouble()}`,
        foot: this.over
          ? button(t("help.close"), () => this.dialog?.close(), { kind: "primary" })
          : html`<span class="muted">${t("make.stop.keeps")}</span>${button(t("play.stop"), () => this.ended.abort(), {
              kind: "primary",
              icon: "stop",
            })}`,
      };
    const shown = [preview(this.made, draft), this.trouble()];
    return {
      title: t("make.title"),
      lead: t("make.lead"),
      body: html`<div class="make"><div>${this.form()}</div><div>${shown}</div></div>`,
      foot: this.foot(),
    };
  }

  private foot(): TemplateResult {
    const { count } = this.draft;
    const disabled = this.wrong !== "" || !this.made || this.saving;
    return html`<span class="muted">${t("make.foot")}</span>${button(t("make.script"), () => void this.save(), {
      icon: "take",
      disabled,
    })}${button(tn("make.do", Number.isFinite(count) ? count : 0), () => void this.write(), {
      kind: "primary",
      disabled,
    })}`;
  }

  private trouble(): TemplateResult | typeof nothing {
    const why = this.wrong || this.large;
    return why ? html`<p class="call-out" role="alert" data-kind="pitfall">${why}</p>` : nothing;
  }

  private form(): TemplateResult {
    const { draft: d } = this;
    const bad = wrongWith(d, this.tables);
    return html`<div class="make-line">${textField(t("make.table"), d.table, (table) => this.edit({ table }), {
      bad: bad === "table" || bad === "taken",
    })}${numberField(t("make.count"), d.count, (count) => this.edit({ count }), {
      bad: bad === "count",
    })}${numberField(t("make.seed"), d.seed, (seed) => this.edit({ seed }), { bad: bad === "seed" })}</div>
      <div class="make-line">${textField("PartitionKey", d.partition, (partition) => this.edit({ partition }), {
        key: "pk",
      })}${textField("RowKey", d.row, (row) => this.edit({ row }), { key: "rk" })}</div>
      <details class="make-forms"><summary>${t("make.forms")}</summary><dl>${(
        ["plain", "padded", "inverted", "bucket", "prefix"] as const
      ).map((f) => html`<div><dt><code>${FORMS[f]}</code></dt><dd>${t(`make.form.${f}`)}</dd></div>`)}</dl></details>
      ${columnsForm(d.columns, (columns) => this.edit({ columns }))}`;
  }
}

/** What may stand between the braces of a key. */
const FORMS = {
  plain: "{At}",
  padded: "{device:4}",
  inverted: "{At:-}",
  bucket: "{device:8%}",
  prefix: "{At:10<}",
} as const;

const messageOf = (e: unknown): string => (e instanceof Error ? e.message : String(e));
const kB = (bytes: number): string => num(Math.ceil(bytes / 1024));

/** What the engine reads as one script, in bytes (engine/script/script.go). */
const MOST_BYTES = 64 * 1024;

/** Returns how many bytes a text in parts has. */
const bytesOf = (parts: Parts): number => new Blob(parts).size;

/** Returns the script in parts. Rejects with what the engine says of the recipe. */
async function madeScript(table: string, recipe: Recipe, signal: AbortSignal): Promise<Parts> {
  const engine = openEngine();
  try {
    const filling = { signal, progress: () => {}, now: () => performance.now() };
    await fillTable(new Control(engine.fetch), table, recipe, filling);
    signal.throwIfAborted();
    return writeTable("http", table, readTable(await rowsOf(engine.fetch, table)));
  } finally {
    engine.stop();
  }
}
