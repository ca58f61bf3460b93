// The data panel: the store as it is kept. Partitions with their key line, rows loaded when they are opened.
import { html, nothing, render, type TemplateResult } from "lit";
import { cellText, columnsOf, propertyOf, shortened } from "../answer/entities.ts";
import { keyLine } from "../answer/key-line.ts";
import type { Control } from "../engine/control.ts";
import type { EntityPage, PartitionInfo, TableInfo } from "../engine/types.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { kebab } from "../ui/query-classes.ts";
import type { Read } from "./results.ts";
import { partOf, readOf, sameTable, touchOf } from "./touched-rows.ts";

const PAGE = 200; // rows asked for at a time, and partitions drawn at a time
const SHOWN_COLUMNS = 4; // beside the RowKey

export class DataPanel {
  readonly element: HTMLElement = document.createElement("data-panel");
  private tables: TableInfo[] = [];
  private answered = false; // the store has said which tables there are
  private table = "";
  private partitions: PartitionInfo[] = [];
  private heads = PAGE;
  private prefix = "";
  private readonly rows = new Map<string, EntityPage>(); // of the partitions that are open
  private reads: readonly Read[] = [];
  private chosen = -1; // index into reads, -1 if the table has none
  // partition that was opened for the marks, until the reader opens or closes one
  private unasked: string | null = null;
  private shown = false;
  private last = ""; // table that the last run touched last

  constructor(private readonly control: Control) {}

  get shownTable(): string {
    return this.table;
  }

  /** A panel that is closed asks for nothing. */
  async open(shown: boolean): Promise<void> {
    this.shown = shown;
    if (shown) await this.refresh(this.reads, this.last);
  }

  /** Takes what the last run read, and the table that it touched last, and looks at the store again. */
  async refresh(reads: readonly Read[], table = reads.at(-1)?.exchange.record?.table ?? ""): Promise<void> {
    this.reads = reads;
    this.last = table;
    this.chosen = reads.findLastIndex((r) => sameTable(r.exchange.record?.table ?? "", table || this.table));
    if (this.shown) await this.load(table || this.table);
  }

  private get read(): Read | null {
    return this.reads[this.chosen] ?? null;
  }

  private async load(table: string): Promise<void> {
    this.tables = await this.control.tables().catch(() => []);
    this.answered = true;
    const known = (this.tables.find((x) => sameTable(x.name, table)) ?? this.tables[0])?.name ?? "";
    if (known !== this.table) this.rows.clear();
    this.table = known;
    this.partitions = known ? await this.control.partitions(known).catch(() => []) : [];
    const open = [...this.rows.keys()].filter(
      (name) => name !== this.unasked && this.partitions.some((p) => p.name === name),
    );
    this.rows.clear();
    this.unasked = open.length ? null : this.touched();
    for (const name of this.unasked === null ? open : [this.unasked]) await this.more(name);
    this.draw();
  }

  /** The first partition that gave something back, or was read at all, is opened unasked. */
  private touched(): string | null {
    const parts =
      this.read?.exchange.record?.table === this.table
        ? this.read.keyline.parts.filter((p) => p.read && p.fold <= 1)
        : [];
    const part = parts.find((p) => p.hits.length > 0) ?? parts[0];
    return part?.name ?? null;
  }

  private async more(partition: string): Promise<void> {
    const have = this.rows.get(partition)?.entities ?? [];
    const last = have.at(-1);
    const after = last ? cellText(propertyOf(last, "RowKey")) : "";
    const page = await this.control.entities(this.table, partition, after, PAGE).catch(() => null);
    if (page) this.rows.set(partition, { entities: [...have, ...page.entities], more: page.more });
    this.draw();
  }

  private toggle(partition: string): void {
    this.unasked = null;
    if (!this.rows.delete(partition)) void this.more(partition);
    this.draw();
  }

  private draw(): void {
    const plan = this.read?.exchange.record?.plan;
    if (plan) this.element.dataset.class = kebab(plan.class);
    else delete this.element.dataset.class;
    render(this.tables.length ? this.view() : this.none(), this.element);
  }

  /** An empty store is one that has said so. */
  private none(): TemplateResult {
    return html`<p class="dp-foot">${t(this.answered ? "data.empty" : "data.loading")}</p>`;
  }

  private view(): TemplateResult {
    const info = this.tables.find((x) => x.name === this.table);
    const found = this.partitions.filter((p) => p.name.startsWith(this.prefix));
    const columns = this.columns();
    return html`<div class="dp-bar"><label class="select"><span class="vh">${t("data.table")}</span><select @change=${
      this.choose
    }>${this.tables.map((x) => html`<option .selected=${x.name === this.table}>${x.name}</option>`)}</select></label>
      <span class="dp-count">${tn("data.entities", info?.entities ?? 0)} <span class="sep">·</span> ${tn(
        "data.partitions",
        this.partitions.length,
      )}</span></div>
      <div class="dp-bar"><label class="search"><span class="vh">${t("data.filter")}</span>${icon("search")}<input
      type="search"
      placeholder=${t("data.filter")} .value=${this.prefix} @input=${this.filter}></label>${this.marksOf()}</div>
      <div class="grid-scroll" tabindex="0" role="group" aria-label=${t("data.label", {
        table: this.table,
      })}><table class="grid dp"><caption class="vh">${t("data.label", { table: this.table })}</caption>
      <thead><tr><th scope="col" class="rk">RowKey</th>${columns.map(
        (c) => html`<th scope="col">${c}</th>`,
      )}<th scope="col">${this.read?.label ?? t("data.noread")}</th></tr></thead>
      ${found.slice(0, this.heads).map((p) => this.partition(p, columns))}</table></div>
      ${
        found.length > this.heads
          ? html`<p class="dp-foot"><button type="button" class="button" data-kind="small" @click=${this.showMore}>${tn(
              "data.partitions",
              found.length - this.heads,
            )}</button></p>`
          : nothing
      }`;
  }

  private readonly showMore = (): void => {
    this.heads += PAGE;
    this.draw();
  };

  private marksOf(): unknown {
    if (this.reads.length < 2) return nothing;
    return html`<label class="select dp-hint"><span>${t("data.marks")}</span> <select
      @change=${this.mark}>${this.reads.map(
        (r, i) => html`<option value=${i} .selected=${r === this.read}>${r.label}</option>`,
      )}</select></label>`;
  }

  private partition(p: PartitionInfo, columns: readonly string[]): TemplateResult {
    const part = partOf(this.read?.keyline ?? null, this.table, p.name);
    const read = readOf(part);
    const page = this.rows.get(p.name);
    const state = read ? t("data.read.n", { n: num(read) }) : t("data.nottouched");
    const plan = this.read?.exchange.record?.plan;
    const line = {
      table: this.table,
      total: p.n,
      parts: [{ ...(part ?? { read: null, hits: [] }), name: p.name, n: p.n, fold: 1 }],
    };
    return html`<tbody><tr class="part" data-open=${page ? "" : nothing}><th scope="rowgroup" colspan=${
      columns.length + 2
    }><span class="part-row"><button type="button" class="part-name" aria-expanded=${page ? "true" : "false"}
        @click=${() => this.toggle(p.name)}>${icon(page ? "down" : "right")}<b class="pk">${p.name}</b></button><span
          class="part-n">${num(p.n)}</span>${keyLine(plan?.class ?? "tableScan", line, {
            small: true,
            label: `${p.name}: ${state}`,
          })}<span class="part-state">${state}</span></span></th></tr>
      ${page?.entities.map((e, i) => this.row(e, columns, touchOf(part, i)))}
      ${
        page?.more
          ? html`<tr class="more"><td colspan=${
              columns.length + 2
            }><button type="button" class="button" data-kind="small" @click=${() => void this.more(p.name)}>${t(
              "data.more",
              { n: num(p.n - page.entities.length), partition: p.name },
            )}</button></td></tr>`
          : nothing
      }</tbody>`;
  }

  private row(
    e: EntityPage["entities"][number],
    columns: readonly string[],
    touch: ReturnType<typeof touchOf>,
  ): TemplateResult {
    const mark =
      touch === "returned"
        ? html`<i class="sw-hit"></i>${t("data.returned")}`
        : touch === "read"
          ? html`<i class="sw-read"></i>${t("data.read")}`
          : nothing;
    return html`<tr data-hit=${touch === "returned" ? "" : nothing}><th scope="row" class="rk">${cellText(
      propertyOf(e, "RowKey"),
    )}</th>${columns.map(
      (c) =>
        html`<td class=${typeof propertyOf(e, c) === "number" ? "num" : nothing}>${shortened(
          cellText(propertyOf(e, c)),
        )}</td>`,
    )}<td class="touch">${mark}</td></tr>`;
  }

  private columns(): string[] {
    const loaded = [...this.rows.values()].flatMap((p) => p.entities);
    return columnsOf(loaded, ["PartitionKey", "RowKey", "Timestamp"]).names.slice(0, SHOWN_COLUMNS);
  }

  private readonly choose = (e: Event): void => void this.load((e.target as HTMLSelectElement).value);

  private readonly mark = (e: Event): void => {
    this.chosen = Number((e.target as HTMLSelectElement).value);
    this.draw();
    if (this.unasked !== null) void this.load(this.read?.exchange.record?.table ?? this.table);
  };

  private readonly filter = (e: Event): void => {
    this.prefix = (e.target as HTMLInputElement).value;
    this.draw();
  };
}
