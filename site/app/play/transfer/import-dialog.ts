// Import: a file, what becomes of its columns, and the writing of it. Nothing leaves the browser, and nothing is
// written before the reader has seen what will be.
import { html, nothing, type TemplateResult } from "lit";
import { assign, propertyName } from "../../transfer/columns.ts";
import { FileError } from "../../transfer/csv.ts";
import { CHOICES, type Choices, type ImportPlan, planImport } from "../../transfer/import-plan.ts";
import { proposeKeys } from "../../transfer/propose-keys.ts";
import { MAX_SCRIPT } from "../../transfer/script-size.ts";
import type { Progress, RefusedRow } from "../../transfer/table-writer.ts";
import type { Mode } from "../../transfer/transactions.ts";
import { button } from "../../ui/buttons.ts";
import { type Dialog, type DialogView, openDialog } from "../../ui/dialog.ts";
import { num, t, tn } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { needSheet } from "../../ui/style-sheets.ts";
import { isScript, readFile, wrongWords } from "../open/script-file.ts";
import type { Data, Screen, Tabs } from "../workspace/workspace.ts";
import { type ColumnEdits, columnsTable, linesOf, modeChoice, planChecks, renamedNote } from "./import-columns.ts";
import { type OpenedFile, openTable, TABLE, tableNameOf } from "./opened-file.ts";
import { writeImport } from "./write-import.ts";

/** Opens the dialog, with a file if it was read already. Written is called when its rows are in a table, left if the
 * reader closes it before anything is written. */
export async function showImport(
  workspace: Data & Tabs & Screen,
  opened?: OpenedFile,
  written?: () => void,
  left?: () => void,
): Promise<void> {
  await needSheet("transfer");
  new ImportDialog(workspace, written, left).open(opened);
}

class ImportDialog {
  private dialog: Dialog | null = null;
  private opened: OpenedFile | null = null;
  private wrong = ""; // what is wrong with the file, or with the writing
  private table = "";
  private choices: Choices = { ...CHOICES };
  private mode: Mode = "insert";
  private plan: ImportPlan | null = null;
  private progress: Progress | null = null;
  private over = false;
  private stop = new AbortController();

  constructor(
    private readonly workspace: Data & Tabs & Screen,
    private readonly written?: () => void,
    private readonly left?: () => void,
  ) {}

  open(opened?: OpenedFile): void {
    this.dialog = openDialog(() => this.view(), "l");
    this.dialog.element.addEventListener("close", () => {
      this.stop.abort();
      if (!this.progress) this.left?.();
    });
    if (opened) this.look(opened);
  }

  private change(how: () => void): void {
    how();
    this.dialog?.draw();
  }

  private async take(file: File | undefined): Promise<void> {
    if (!file) return;
    this.change(() => (this.wrong = ""));
    try {
      const opened = await openTable(file);
      if (!opened) return await this.openDocument(file);
      proposeKeys(opened.file, opened.columns);
      this.look(opened);
    } catch (e) {
      const why = e instanceof FileError ? wrongWords(e) : e instanceof Error ? e.message : e;
      this.change(() => (this.wrong = `${file.name}: ${why}`));
    }
  }

  private look(opened: OpenedFile): void {
    this.opened = opened;
    this.table = tableNameOf(opened.name);
    this.replan();
  }

  /** A script, or a file that was saved in place of a link. */
  private async openDocument(file: File): Promise<void> {
    if (isScript(file.name) && file.size > MAX_SCRIPT)
      throw new FileError(0, t("import.script", { size: num(Math.ceil(file.size / 1024)) }));
    this.dialog?.close();
    await readFile(file, this.workspace);
  }

  private replan(): void {
    const { opened, choices } = this;
    const keys = opened?.columns.filter((c) => c.role === "partition" || c.role === "row").length ?? 0;
    this.change(() => (this.plan = opened && keys === 2 ? planImport(opened.file, opened.columns, choices) : null));
  }

  private edit(how: () => void): void {
    how();
    this.replan();
  }

  private async write(): Promise<void> {
    const { plan, table, mode, workspace, opened } = this;
    if (!plan) return;
    const { signal } = this.stop;
    const progress = (p: Progress) => this.change(() => (this.progress = p));
    try {
      const name = opened?.name ?? table;
      const [columns, renamed] = [opened?.columns ?? [], opened?.file.renamed ?? []];
      this.finish(await writeImport(workspace, { name, table, mode, plan, columns, renamed, signal, progress }));
    } catch (e) {
      this.change(() => (this.wrong = e instanceof Error ? e.message : String(e)));
    }
    this.change(() => (this.over = true));
  }

  /** before is the place of the data in the journal. */
  private finish(before: number): void {
    const { workspace, table, progress } = this;
    const undo = { word: t("import.undo"), press: () => void workspace.goTo(before), stays: true };
    const changed = workspace.store.journal.at !== before; // every row may have been refused
    workspace.say(tn("import.done", progress?.written ?? 0, { table }), changed ? undo : undefined);
    if (changed) this.written?.();
  }

  private view(): DialogView {
    const { opened, progress } = this;
    if (!opened) return { title: t("import.title"), lead: t("import.lead"), body: this.chooseFile() };
    const title = t(progress ? "import.title.writing" : "import.title.of", { name: opened.name });
    if (progress)
      return {
        title,
        body: html`${this.steps(2)}${importProgress(progress, this.over)}${this.leftOut()}${this.trouble()}`,
        foot: this.writingFoot(progress),
      };
    return { title, lead: this.facts(opened), body: this.mapping(opened), foot: this.mappingFoot() };
  }

  /** The lines of the file from which no entity comes: "3 of 3" does not count them. */
  private leftOut(): TemplateResult | typeof nothing {
    const written = new Set(this.plan?.entities.map((e) => e.line));
    const lines = this.opened?.file.rows.map((r) => r.line).filter((line) => !written.has(line)) ?? [];
    if (!lines.length) return nothing;
    return html`<p>${tn("import.left", lines.length)} <span class="muted">${linesOf({ lines })}</span></p>`;
  }

  private facts({ file, bytes }: OpenedFile): string {
    return t("import.facts", {
      rows: tn("import.rows.of", file.rows.length),
      size: num(Math.ceil(bytes / 1024)),
      format: t(`import.format.${file.format}`),
    });
  }

  private steps(at: 0 | 1 | 2): TemplateResult {
    return html`<ol class="steps">${(["import.step.file", "import.step.columns", "import.step.write"] as const).map(
      (key, i) =>
        html`<li data-done=${i < at ? "" : nothing} aria-current=${i === at ? "step" : nothing}>${
          i < at ? icon("check") : html`<span>${i + 1}</span>`
        }${t(key)}</li>`,
    )}</ol>`;
  }

  private trouble(): TemplateResult | typeof nothing {
    return this.wrong ? html`<p class="call-out" role="alert" data-kind="pitfall">${this.wrong}</p>` : nothing;
  }

  private chooseFile(): TemplateResult {
    const drop = (e: DragEvent) => {
      e.preventDefault();
      void this.take(e.dataTransfer?.files[0]);
    };
    return html`${this.steps(0)}<label class="drop" @dragover=${(e: Event) => e.preventDefault()} @drop=${drop}><input
      type="file" class="vh" accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.http,.rest"
        @change=${(e: Event) => void this.take((e.target as HTMLInputElement).files?.[0])}>${icon("take")}<b>${t(
          "start.file.choose",
        )}</b><span class="muted">${t("import.kinds")}</span></label>${this.trouble()}`;
  }

  private mapping({ file, columns }: OpenedFile): TemplateResult {
    const { plan } = this;
    const name: ColumnEdits["name"] = (c, to) => this.edit(() => (c.becomes = to || propertyName(columns, c)));
    return html`${this.steps(1)}${renamedNote(file, columns)}${columnsTable(columns, file, {
      role: (c, role) => this.edit(() => assign(columns, c, role)),
      name,
      type: (c, type) => this.edit(() => (c.type = type)),
      text: (c, text) => this.edit(() => (c.seen.first = text)),
    })}${
      plan
        ? html`<h3>${t(plan.problems.length ? "import.misfits" : "import.fits")}</h3>${planChecks(
            plan,
            columns,
            this.choices,
            (kind, c) => this.edit(() => (this.choices = { ...this.choices, [kind]: c })),
            name,
          )}${modeChoice(this.mode, (m) => this.change(() => (this.mode = m)))}`
        : html`<p class="call-out" data-kind="rule">${t("import.keys")}</p>`
    }`;
  }

  private mappingFoot(): TemplateResult {
    const { plan, table } = this;
    const named = TABLE.test(table);
    const n = plan?.entities.length ?? 0;
    const ready = named && plan !== null && !plan.stopped && n > 0;
    const enter = (e: Event) => this.change(() => (this.table = (e.target as HTMLInputElement).value.trim()));
    return html`<label class="into">${t("import.into")} <input class="in" type="text" spellcheck="false" .value=${table}
      aria-invalid=${
        named ? nothing : "true"
      } @input=${enter}></label><span class="muted">${this.obstacle()}</span>${button(
        t("import.back"),
        () => this.change(() => (this.opened = null)),
        { kind: "quiet" },
      )}${button(tn("import.do", n), () => void this.write(), { kind: "primary", disabled: !ready })}`;
  }

  /** What stands in the way of the writing. */
  private obstacle(): string {
    const { plan, table } = this;
    if (!TABLE.test(table)) return t("import.table.not");
    if (!plan) return t("import.keys.short");
    if (plan.stopped) return t("import.stopped");
    return "";
  }

  private writingFoot(p: Progress): TemplateResult {
    if (this.over) return button(t("help.close"), () => this.dialog?.close(), { kind: "primary" });
    return html`<span class="muted">${t("import.stop.keeps", { n: num(p.written) })}</span>${button(
      t("play.stop"),
      () => this.stop.abort(),
      {
        kind: "primary",
        icon: "stop",
      },
    )}`;
  }
}

const SHOWN = 100; // refused lines

/** Draws the progress; over says that nothing more will be written. */
function importProgress(p: Progress, over: boolean): TemplateResult {
  const done = p.written + p.refused.length;
  const percent = p.of ? Math.floor((100 * done) / p.of) : 100;
  return html`<div class="progress"><p role="status"><span>${t(over ? "import.written" : "import.writing", {
    n: num(p.written),
    of: num(p.of),
  })}</span><span>${rate(p, done, over)}</span></p>
    <progress max="100" .value=${percent} aria-label=${t("import.progress")}></progress>
    <p class="muted">${tn("import.transactions", p.transactions)}</p></div>${refused(p.refused)}`;
}

function rate(p: Progress, done: number, over: boolean): string {
  const seconds = p.milliseconds / 1000;
  if (seconds <= 0) return "";
  const perSecond = done / seconds;
  const left = Math.ceil((p.of - done) / perSecond);
  return over
    ? t("import.took", { s: num(Math.round(seconds * 10) / 10) })
    : t("import.rate", { n: num(Math.round(perSecond)), left: num(left) });
}

function refused(rows: readonly RefusedRow[]): TemplateResult | typeof nothing {
  if (!rows.length) return nothing;
  return html`<h3>${tn("import.refused", rows.length)}</h3><table class="errs"><caption
    class="vh">${t("import.refused.label")}</caption>
    <thead><tr><th scope="col" class="num">${t("import.refused.line")}</th><th
    scope="col">${t("import.refused.why")}</th></tr></thead>
    <tbody>${rows
      .slice(0, SHOWN)
      .map(
        (r) => html`<tr><td class="num">${num(r.line)}</td><td><code>${r.code}</code> ${r.message}</td></tr>`,
      )}</tbody></table>${
      rows.length > SHOWN
        ? html`<p class="muted">${t("import.refused.more", { n: num(rows.length - SHOWN) })}</p>`
        : nothing
    }`;
}
