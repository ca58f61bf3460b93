// The grid of a table: only the rows in view exist. What the reader changes in it is a request, shown before it is sent.
import { html, nothing, render, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { cellText, propertyOf, shortened } from "../answer/entities.ts";
import type { Entity, PartitionInfo, TableInfo } from "../engine/types.ts";
import type { Read } from "../script/results.ts";
import { partOf, touchOf } from "../script/touched-rows.ts";
import { button } from "../ui/buttons.ts";
import { num, t, tn } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { menu } from "../ui/menu.ts";
import { kebab } from "../ui/query-classes.ts";
import type { Desk } from "./desk.ts";
import { GridColumns, KEYS } from "./grid-columns.ts";
import { type Draft, draftOf, editsOf, type Kind, labelOf } from "./grid-edit.ts";
import { editBand } from "./grid-edit-view.ts";
import { GridFilter } from "./grid-filter-state.ts";
import { gridMap, partitionAt, startsOf } from "./grid-map.ts";
import { BATCH, placeOf } from "./grid-requests.ts";
import { Rows } from "./grid-rows.ts";
import { sendAll } from "./grid-send.ts";
import { emptyData } from "./sets-table.ts";

const SPARE = 8; // rows drawn above and below those in view

export class DataGrid {
  readonly element = document.createElement("div");
  private readonly desk: Desk;
  private readonly rows: Rows;
  private readonly filter: GridFilter;
  private tables: TableInfo[] = [];
  private table = "";
  private partitions: PartitionInfo[] = [];
  private starts: number[] = [];
  private columns = new GridColumns("");
  private cursor = { row: 0, column: 1 };
  private anchor = 0; // where a selection with Shift began
  private readonly selected = new Map<string, Entity>();
  private draft: Draft | null = null;
  private refused = "";
  private sending: number | null = null;
  private reads: readonly Read[] = [];
  private frame = 0;
  private size = 28; // px of a row

  constructor(desk: Desk) {
    this.desk = desk;
    this.rows = new Rows(desk.control, () => this.later());
    this.filter = new GridFilter(desk, {
      draw: () => this.draw(),
      names: () => this.columns.all,
      typeOf: (name) => this.columns.typeOf(name),
      run: (ask) => void this.show(ask),
    });
    this.element.className = "dgroom";
    new ResizeObserver(() => this.later()).observe(this.element);
  }

  /** Takes what the last run read, and looks at the store again. */
  async refresh(reads: readonly Read[]): Promise<void> {
    this.reads = reads;
    const table = reads.at(-1)?.exchange.record?.table;
    await this.load(table ?? this.table);
  }

  private async load(table: string): Promise<void> {
    const { control } = this.desk;
    this.tables = await control.tables().catch(() => []);
    const known = this.tables.some((x) => x.name === table) ? table : (this.tables[0]?.name ?? "");
    if (known !== this.table) this.turn(known);
    this.partitions = known ? await control.partitions(known).catch(() => []) : [];
    this.starts = startsOf(this.partitions);
    await this.show(this.filter.ask);
    await this.filter.plan();
  }

  /** Turns to another table. */
  private turn(table: string): void {
    this.table = table;
    this.columns = new GridColumns(table);
    this.cursor = { row: 0, column: 1 };
    this.selected.clear();
    this.draft = null;
    this.filter.begin(table);
    this.wrap?.scrollTo(0, 0);
  }

  private async show(ask: GridFilter["ask"]): Promise<void> {
    const total = this.tables.find((x) => x.name === this.table)?.entities ?? 0;
    await this.rows.open(this.table, total, ask).catch((e: unknown) => this.filter.fail(e));
    this.draw(); // which asks for the rows in view
    await this.rows.settled();
    this.draw();
  }

  private get wrap(): HTMLElement | null {
    return this.element.querySelector(".dg-wrap");
  }

  /** Draws with the next frame. */
  private later(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  private draw(): void {
    if (!this.element.isConnected) return;
    const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.size = root * (matchMedia("(width < 50rem)").matches ? 2.75 : 1.75);
    const plan = this.reads.at(-1)?.exchange.record?.plan;
    if (plan) this.element.dataset.class = kebab(plan.class);
    else delete this.element.dataset.class;
    const [from, to] = this.span(); // measured once, before the document changes: a look at it after would lay it out twice
    render(this.tables.length ? this.view(from, to) : emptyData(this.desk), this.element);
    this.space(".dg-above", from);
    this.space(".dg-below", this.rows.count - to);
  }

  /** Heights are set here: pages have no style attributes. */
  private space(selector: string, rows: number): void {
    const row = this.element.querySelector<HTMLElement>(selector);
    if (row) row.style.height = `${Math.max(0, rows) * this.size}px`;
  }

  /** The rows in view. */
  private seen(): [from: number, to: number] {
    const { wrap } = this;
    const from = Math.floor((wrap?.scrollTop ?? 0) / this.size);
    return [from, Math.min(this.rows.count, from + Math.ceil((wrap?.clientHeight || 400) / this.size))];
  }

  private span(): [from: number, to: number] {
    const [from, to] = this.seen();
    return [Math.max(0, Math.min(from, this.rows.count) - SPARE), Math.min(this.rows.count, to + SPARE)];
  }

  private view(from: number, to: number): TemplateResult {
    this.rows.need(from, to);
    this.columns.learn(this.loaded(from, to));
    const [first, last] = this.seen();
    const total = this.rows.count;
    return html`${this.bar()}${this.filter.view()}${
      this.rows.filtered || this.rows.sort
        ? html`<p class="dg-found" role="status">${this.found()}</p>`
        : gridMap(this.partitions, this.starts, { first, last: Math.min(last, total), total }, (row) =>
            this.scrollTo(row),
          )
    }${this.selection()}${this.grid(from, to)}${this.band()}<p class="side-foot">${this.foot()}</p>`;
  }

  /** The rows that were loaded of those between two numbers. */
  private loaded(from: number, to: number): Entity[] {
    return Array.from({ length: Math.max(0, to - from) }, (_, i) => this.rows.row(from + i)).flatMap((e) => e ?? []);
  }

  private bar(): TemplateResult {
    const info = this.tables.find((x) => x.name === this.table);
    const { all, shown } = this.columns;
    const choices = all.slice(KEYS.length);
    return html`<div class="dg-bar"><label class="select"><span class="vh">${t("data.table")}</span><select @change=${(
      e: Event,
    ) => void this.load((e.target as HTMLSelectElement).value)}>${this.tables.map(
      (x) => html`<option .selected=${x.name === this.table}>${x.name}</option>`,
    )}</select></label><span class="dp-count">${tn("data.entities", info?.entities ?? 0)} <span class="sep">·</span> ${tn(
      "data.partitions",
      this.partitions.length,
    )}</span><span class="dp-tools">${button(t("grid.new"), () => this.edit("new", []), { icon: "plus", kind: "small" })}${menu(
      "dg-columns",
      html`${icon("both")}`,
      t("grid.columns"),
      choices.map((name) => ({ word: name, checked: shown.includes(name), press: () => this.toggle(name) })),
    )}</span></div>`;
  }

  private toggle(name: string): void {
    this.columns.toggle(name);
    this.draw();
  }

  private found(): unknown {
    const { rows } = this;
    const more = rows.more !== null ? button(t("grid.next"), () => void rows.next(), { kind: "small" }) : nothing;
    return html`${tn("grid.found", rows.count)}${rows.more !== null ? ` ${t("grid.found.more")}` : ""} ${more}`;
  }

  private selection(): TemplateResult | typeof nothing {
    const list = [...this.selected.values()];
    const [one] = list;
    if (!one) return nothing;
    const single = list.length === 1;
    const kind = "small";
    return html`<div class="dg-sel" role="group" aria-label=${t("grid.selection")}><b role="status">${tn(
      "grid.selected",
      list.length,
    )}</b><span class="dg-acts">${
      single
        ? html`${button(t("grid.duplicate"), () => this.edit("duplicate", list), { icon: "twice", kind })}${button(
            t("grid.move"),
            () => this.edit("move", list),
            { icon: "edit", kind },
          )}`
        : nothing
    }${button(t("grid.delete"), () => this.edit("delete", list), { icon: "bin", kind })}${menu(
      "dg-more",
      icon("more"),
      t("grid.actions"),
      [
        ...(single
          ? [
              { word: t("grid.addproperty"), press: () => this.edit("property", list) },
              { word: t("grid.dropproperty"), press: () => this.edit("drop", list) },
              { word: t("grid.history"), press: () => this.history(one) },
            ]
          : []),
        { word: t("grid.none"), press: () => this.unselect() },
      ],
    )}</span>${single ? nothing : html`<span class="muted">${this.batches(list)}</span>`}</div>`;
  }

  private batches(list: Entity[]): string {
    return tn("grid.batches", editsOf(this.table, draftOf("delete", list)).length, { most: BATCH });
  }

  private history(e: Entity): void {
    dispatchEvent(new CustomEvent("grid:history", { detail: placeOf(this.table, e) }));
    this.desk.show("time", true);
  }

  private unselect(): void {
    this.selected.clear();
    this.draw();
    this.wrap?.focus();
  }

  private grid(from: number, to: number): TemplateResult {
    const columns = this.columns.shown;
    const { sort } = this.rows;
    const active = this.rows.row(this.cursor.row) && this.cursor.row >= from && this.cursor.row < to;
    const list = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
    return html`<div class="dg-wrap" tabindex="0" role="grid" aria-label=${t("data.label", { table: this.table })} aria-rowcount=${
      this.rows.count + 1
    } aria-colcount=${columns.length + 1} aria-multiselectable="true" aria-activedescendant=${active ? `dg-${this.cursor.row}-${this.cursor.column}` : nothing}
      @scroll=${() => this.later()} @keydown=${(e: KeyboardEvent) => this.key(e)} @click=${(e: MouseEvent) => this.point(e)}
      @dblclick=${(e: MouseEvent) => this.dive(e)}><table class="dgrid" role="presentation"><thead role="rowgroup"><tr role="row" aria-rowindex="1"><th
      role="columnheader" class="dg-check" aria-colindex="1"><span class="vh">${t("grid.check")}</span></th>${columns.map(
        (name, i) => {
          const sorted = sort?.name === name ? (sort.down ? "descending" : "ascending") : nothing;
          return html`<th role="columnheader" class=${classOf(name)} aria-colindex=${i + 2} aria-sort=${sorted} data-num=${
            this.columns.numeric(name) ? "" : nothing
          }><button type="button" class="dg-sort" tabindex="-1" title=${t("grid.sort", { name })} @click=${() => this.sortBy(name)}>${name}${
            sort?.name === name ? icon(sort.down ? "down" : "up") : nothing
          }</button><span class="dg-type">${this.columns.typeOf(name)}</span></th>`;
        },
      )}<th role="columnheader" class="dg-touch" aria-colindex=${columns.length + 2}>${this.reads.at(-1)?.label ?? html`<span class="vh">${t("data.noread")}</span>`}</th></tr></thead><tbody
      role="rowgroup"><tr class="dg-above" role="presentation"></tr>${repeat(
        list,
        (i) => i, // a row that stays in view keeps its element
        (i) => this.row(i, columns),
      )}<tr class="dg-below" role="presentation"></tr></tbody></table></div>`;
  }

  private row(i: number, columns: readonly string[]): TemplateResult {
    const e = this.rows.row(i);
    if (!e)
      return html`<tr role="row" aria-rowindex=${i + 2} data-row=${i} aria-busy="true"><td role="gridcell" colspan=${columns.length + 2}>…</td></tr>`;
    const on = this.selected.has(idOf(e));
    const touch = this.touch(i);
    return html`<tr role="row" aria-rowindex=${i + 2} data-row=${i} data-on=${on ? "" : nothing} aria-selected=${on ? "true" : "false"} data-hit=${
      touch === "returned" ? "" : nothing
    }><td class="dg-check" role="gridcell" aria-colindex="1" id=${this.idOf(i, 0)} data-here=${this.here(i, 0)}><i class="dg-box" data-on=${on ? "" : nothing}></i><span class="vh">${t(on ? "grid.on" : "grid.off")}</span></td>${columns.map(
      (name, c) => this.cell(i, c + 1, name, e),
    )}<td class="dg-touch" role="gridcell" aria-colindex=${columns.length + 2}>${
      touch === "none"
        ? nothing
        : html`<i class=${touch === "returned" ? "sw-hit" : "sw-read"}></i>${t(`data.${touch}`)}`
    }</td></tr>`;
  }

  /** What the last run did to a row; of rows in another order nothing is said. */
  private touch(i: number): ReturnType<typeof touchOf> {
    const read = this.reads.at(-1);
    if (!read || this.rows.filtered || this.rows.sort) return "none";
    const [p, at] = partitionAt(this.partitions, this.starts, i);
    return p ? touchOf(partOf(read.keyline, this.table, p.name), at) : "none";
  }

  /** The cell of the cursor has a name by which the grid tells it. */
  private idOf(row: number, column: number): string | typeof nothing {
    return this.here(row, column) === "" ? `dg-${row}-${column}` : nothing;
  }

  private here(row: number, column: number): "" | typeof nothing {
    return this.cursor.row === row && this.cursor.column === column ? "" : nothing;
  }

  private cell(row: number, column: number, name: string, e: Entity): TemplateResult {
    const { draft } = this;
    const id = this.idOf(row, column);
    const number = this.columns.numeric(name) ? "" : nothing;
    if (draft?.kind === "cell" && draft.row === row && draft.name === name) {
      return html`<td role="gridcell" class="dg-edit" id=${id} aria-colindex=${column + 1} data-num=${number}><input type="text" autocomplete="off" spellcheck="false"
        .value=${draft.text} aria-label=${t("grid.cell", { name, type: draft.type, key: draft.key })} aria-describedby="edit-req"
        @input=${(ev: Event) => {
          draft.text = (ev.target as HTMLInputElement).value;
          this.draw();
        }}></td>`;
    }
    const value = propertyOf(e, name);
    return html`<td role=${name === "RowKey" ? "rowheader" : "gridcell"} class=${classOf(name)} id=${id} aria-colindex=${column + 1} data-num=${number} data-here=${this.here(
      row,
      column,
    )} title=${cellText(value).length > 24 ? shortened(cellText(value)) : nothing}>${shortened(cellText(value))}</td>`;
  }

  private band(): TemplateResult | typeof nothing {
    const { draft, refused, sending } = this;
    if (!draft) return nothing;
    const edits = editsOf(this.table, draft);
    const names =
      draft.kind === "drop"
        ? Object.keys(draft.entities[0] ?? {}).filter((n) => this.columns.names.includes(n))
        : this.columns.names;
    return editBand(
      { draft, edits, names, refused, sending },
      {
        changed: () => this.draw(),
        send: () => void this.send(),
        put: () => this.put(),
        cancel: () => this.cancel(),
      },
    );
  }

  private foot(): string {
    const { sort, filtered, count } = this.rows;
    if (sort) return t("grid.foot.sorted", { name: sort.name, n: num(count) });
    return t(filtered ? "grid.foot.filter" : "grid.foot.keys");
  }

  private sortBy(name: string): void {
    const { sort } = this.rows;
    const next = sort?.name !== name ? { name, down: false } : sort.down ? null : { name, down: true };
    this.rows.order(next);
    this.cursor.row = 0;
    this.wrap?.scrollTo(0, 0);
    this.draw();
  }

  private scrollTo(row: number): void {
    this.wrap?.scrollTo(this.wrap.scrollLeft, row * this.size);
  }

  private edit(kind: Kind, entities: Entity[], row = -1, name = ""): void {
    this.draft = draftOf(kind, entities, row, name);
    this.refused = "";
    this.draw();
    const field = kind === "cell" ? this.element.querySelector<HTMLInputElement>(".dg-edit input") : null;
    const first =
      field ?? this.element.querySelector<HTMLElement>(".edit-fields input, .edit-fields select, .edit-req .button");
    first?.focus();
    field?.select();
  }

  private cancel(): void {
    this.draft = null;
    this.draw();
    this.wrap?.focus();
  }

  private put(): void {
    if (!this.draft) return;
    const text = editsOf(this.table, this.draft).map((x) => x.text.trim());
    this.draft = null;
    this.draw();
    this.desk.pane.append(text.join("\n\n"));
  }

  private async send(): Promise<void> {
    const { draft } = this;
    const edits = draft ? editsOf(this.table, draft) : [];
    if (!draft || !edits.length || this.sending !== null) return;
    this.sending = 0;
    this.draw();
    const refused = await sendAll(this.desk, edits, labelOf(draft), (done) => {
      this.sending = done;
      this.later();
    }).catch((e: unknown) => String(e));
    this.sending = null;
    this.refused = refused;
    if (refused) return this.draw();
    if (this.draft === draft) this.draft = null;
    this.selected.clear();
    this.draw();
    this.wrap?.focus();
  }

  private key(e: KeyboardEvent): void {
    if (e.target instanceof HTMLInputElement) return this.editKey(e);
    const page = Math.max(1, this.seen()[1] - this.seen()[0] - 2);
    const { row, column } = this.cursor;
    const mod = e.ctrlKey || e.metaKey;
    const to = (r: number, c = column) => this.move(r, c, e.shiftKey);
    const moves: Record<string, () => void> = {
      ArrowDown: () => to(row + 1),
      ArrowUp: () => to(row - 1),
      ArrowLeft: () => to(row, column - 1),
      ArrowRight: () => to(row, column + 1),
      PageDown: () => to(row + page),
      PageUp: () => to(row - page),
      Home: () => (mod ? to(0, 1) : to(row, 1)),
      End: () => (mod ? to(this.rows.count - 1) : to(row, Number.MAX_SAFE_INTEGER)),
      Enter: () => this.begin(),
      F2: () => this.begin(),
      " ": () => this.check(row),
      Escape: () => (this.draft ? this.cancel() : this.unselect()),
      Delete: () => this.remove(),
    };
    const move = moves[e.key];
    if (!move || e.altKey || (mod && !/^(Home|End)$/.test(e.key)) || e.target !== this.wrap) return;
    e.preventDefault();
    e.stopPropagation();
    move();
  }

  /** In a cell that is edited Enter sends, Esc leaves. */
  private editKey(e: KeyboardEvent): void {
    if (e.key === "Enter") void this.send();
    else if (e.key === "Escape") this.cancel();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  private move(row: number, column: number, select: boolean): void {
    const last = this.columns.shown.length;
    const next = {
      row: Math.max(0, Math.min(row, this.rows.count - 1)),
      column: Math.max(0, Math.min(column, last)),
    };
    if (!select) this.anchor = next.row;
    this.cursor = next;
    if (select) this.selectTo(next.row);
    this.reveal();
    this.later();
  }

  private selectTo(row: number): void {
    this.selected.clear();
    for (let i = Math.min(this.anchor, row); i <= Math.max(this.anchor, row); i++) {
      const e = this.rows.row(i);
      if (e) this.selected.set(idOf(e), e);
    }
  }

  /** Scrolls so that the cell of the cursor is in view. */
  private reveal(): void {
    const { wrap, size } = this;
    if (!wrap) return;
    this.draw(); // so that the cell is there
    const head = wrap.querySelector("thead")?.clientHeight ?? 0;
    const top = this.cursor.row * size;
    if (top < wrap.scrollTop) wrap.scrollTop = top;
    else if (top + size + head > wrap.scrollTop + wrap.clientHeight)
      wrap.scrollTop = top + size + head - wrap.clientHeight;
    wrap
      .querySelector(`#dg-${this.cursor.row}-${this.cursor.column}`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  private begin(): void {
    const e = this.rows.row(this.cursor.row);
    const name = this.columns.shown[this.cursor.column - 1];
    if (!e || this.cursor.column === 0) return this.check(this.cursor.row);
    if (!name || name === "Timestamp") return;
    if (KEYS.includes(name)) this.edit("move", [e]);
    else this.edit("cell", [e], this.cursor.row, name);
  }

  private check(row: number): void {
    const e = this.rows.row(row);
    if (!e) return;
    if (!this.selected.delete(idOf(e))) this.selected.set(idOf(e), e);
    this.anchor = row;
    this.draw();
  }

  private remove(): void {
    const e = this.rows.row(this.cursor.row);
    const list = this.selected.size ? [...this.selected.values()] : e ? [e] : [];
    if (list.length) this.edit("delete", list);
  }

  private placeOf(e: Event): [row: number, column: number] | null {
    const cell = (e.target as Element).closest<HTMLTableCellElement>("[data-row] > td");
    const row = Number(cell?.closest<HTMLElement>("[data-row]")?.dataset.row);
    return cell && cell.cellIndex <= this.columns.shown.length ? [row, cell.cellIndex] : null;
  }

  private point(e: MouseEvent): void {
    const at = this.placeOf(e);
    if (!at || e.target instanceof HTMLInputElement) return;
    const [row, column] = at;
    this.cursor = { row, column };
    if (e.shiftKey) this.selectTo(row);
    else this.anchor = row;
    if (column === 0 && !e.shiftKey) this.check(row);
    this.draw();
  }

  private dive(e: MouseEvent): void {
    if (this.placeOf(e) && !(e.target instanceof HTMLInputElement)) this.begin();
  }
}

function idOf(e: Entity): string {
  return JSON.stringify(KEYS.map((name) => propertyOf(e, name)));
}

function classOf(name: string): string | typeof nothing {
  return name === "PartitionKey" ? "pk" : name === "RowKey" ? "rk" : nothing;
}
