// The grid of a table: only the rows in view exist. What the reader changes in it is a request, shown before it is
// sent.
import { html, nothing, render, type TemplateResult } from "lit";
import type { Entity, PartitionInfo, TableInfo } from "../../engine/types.ts";
import type { Read } from "../../script/results.ts";
import { partOf, sameTable, touchOf } from "../../script/touched-rows.ts";
import { button } from "../../ui/buttons.ts";
import { num, t, tn } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { menu } from "../../ui/menu.ts";
import { kebab } from "../../ui/query-classes.ts";
import { emptyData, loadingData } from "../make/sets-table.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { GridChange } from "./grid-change.ts";
import { GridColumns, KEYS } from "./grid-columns.ts";
import { GridCursor } from "./grid-cursor.ts";
import type { Kind } from "./grid-edit.ts";
import { GridFilter } from "./grid-filter-state.ts";
import { gridMap, partitionAt, startsOf } from "./grid-map.ts";
import { placeOf } from "./grid-requests.ts";
import { Rows } from "./grid-rows.ts";
import { selectionLine } from "./grid-selection.ts";
import { gridTable } from "./grid-table.ts";
import { GridWindow } from "./grid-window.ts";

export class DataGrid {
  readonly element = document.createElement("div");
  private readonly rows: Rows;
  private readonly filter: GridFilter;
  private readonly cursor: GridCursor;
  private readonly change: GridChange;
  private readonly window: GridWindow;
  private tables: TableInfo[] = [];
  private answered = false; // the store has said which tables there are
  private table = "";
  private partitions: PartitionInfo[] = [];
  private starts: number[] = [];
  private columns = new GridColumns("");
  private reads: readonly Read[] = [];
  private frame = 0;

  constructor(private readonly workspace: Workspace) {
    this.rows = new Rows(workspace.control, () => this.later());
    this.cursor = new GridCursor(this.rows);
    this.window = new GridWindow(this.element, this.rows);
    this.change = new GridChange(workspace, {
      table: () => this.table,
      names: () => this.columns.names,
      typeOf: (name) => this.columns.typeOf(name),
      draw: () => this.draw(),
      later: () => this.later(),
      leave: () => this.window.wrap?.focus(),
      sent: () => this.cursor.clear(),
    });
    this.filter = new GridFilter(workspace, {
      draw: () => this.draw(),
      names: () => this.columns.all,
      typeOf: (name) => this.columns.typeOf(name),
      run: (ask) => void this.show(ask),
    });
    this.element.className = "dgroom";
    addEventListener("grid:table", (e) => void this.load((e as CustomEvent<string>).detail)); // an import has filled it
    new ResizeObserver(() => this.later()).observe(this.element);
  }

  get shownTable(): string {
    return this.table;
  }

  /** Takes what the last run read, and the table that it touched last, and looks at the store again. */
  async refresh(reads: readonly Read[], table: string): Promise<void> {
    this.reads = reads;
    await this.load(table || this.table);
  }

  /** The last read of the table. */
  private get read(): Read | undefined {
    return this.reads.findLast((r) => sameTable(r.exchange.record?.table ?? "", this.table));
  }

  private async load(table: string): Promise<void> {
    const { control } = this.workspace;
    this.tables = await control.tables().catch(() => []);
    this.answered = true;
    const known = (this.tables.find((x) => sameTable(x.name, table)) ?? this.tables[0])?.name ?? "";
    if (known !== this.table) this.turn(known);
    this.columns.know(this.tables.find((x) => x.name === known)?.properties ?? []);
    this.partitions = known ? await control.partitions(known).catch(() => []) : [];
    this.starts = startsOf(this.partitions);
    await this.show(this.filter.ask);
    await this.filter.plan();
  }

  /** Turns to another table. */
  private turn(table: string): void {
    this.table = table;
    this.columns = new GridColumns(table);
    this.cursor.begin();
    this.change.draft = null;
    this.filter.begin(table);
    this.window.wrap?.scrollTo(0, 0);
  }

  private async show(ask: GridFilter["ask"]): Promise<void> {
    const total = this.tables.find((x) => x.name === this.table)?.entities ?? 0;
    await this.rows.open(this.table, total, ask).catch((e: unknown) => this.filter.fail(e));
    this.draw(); // which asks for the rows in view
    await this.rows.settled();
    this.draw();
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
    this.window.measure();
    const plan = this.read?.exchange.record?.plan;
    if (plan) this.element.dataset.class = kebab(plan.class);
    else delete this.element.dataset.class;
    // measured once, before the document changes: a look at it after would lay it out twice
    const [from, to] = this.window.span();
    render(this.content(from, to), this.element);
    this.window.leaveRoom(from, to);
  }

  /** An empty store is one that has said so. */
  private content(from: number, to: number): TemplateResult {
    if (this.tables.length) return this.view(from, to);
    return this.answered ? emptyData(this.workspace) : loadingData();
  }

  private view(from: number, to: number): TemplateResult {
    this.rows.need(from, to);
    this.columns.learn(this.loaded(from, to));
    const { table, cursor } = this;
    const line = selectionLine(table, cursor.selected, {
      edit: (kind, list) => this.edit(kind, list),
      history: (e) => this.history(e),
      clear: () => this.unselect(),
    });
    const above = [this.bar(), this.filter.view(), this.overview(), line];
    return html`${above}${this.cells(from, to)}${this.change.band()}<p class="side-foot">${this.foot()}</p>`;
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
    )}</select></label><span class="dp-count">${tn("data.entities", info?.entities ?? 0)} <span
    class="sep">·</span> ${tn("data.partitions", this.partitions.length)}</span><span class="dp-tools">${button(
      t("grid.new"),
      () => this.edit("new", []),
      { icon: "plus", kind: "small" },
    )}${menu(
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

  /** The partitions of the table and where the rows in view are, or how many rows a filter found. */
  private overview(): TemplateResult | typeof nothing {
    const { rows } = this;
    if (rows.filtered || rows.sort) return html`<p class="dg-found" role="status">${this.found()}</p>`;
    const [first, last] = this.window.seen();
    const total = rows.count;
    return gridMap(this.partitions, this.starts, { first, last: Math.min(last, total), total }, (row) =>
      this.window.scrollTo(row),
    );
  }

  private found(): unknown {
    const { rows } = this;
    const more = rows.more !== null ? button(t("grid.next"), () => void rows.next(), { kind: "small" }) : nothing;
    return html`${tn(rows.more === null ? "grid.found" : "grid.sofar", rows.count)} ${more}`;
  }

  private cells(from: number, to: number): TemplateResult {
    const { table, rows, columns, cursor } = this;
    const on = {
      scroll: () => this.later(),
      key: (e: KeyboardEvent) => this.key(e),
      click: (e: MouseEvent) => this.point(e),
      dblclick: (e: MouseEvent) => this.dive(e),
    };
    const view = {
      ...{ table, rows, columns, cursor, on },
      draft: this.change.draft,
      label: this.read?.label ?? "",
      touch: (row: number) => this.touch(row),
      typed: () => this.change.typed(),
      sortBy: (name: string) => this.sortBy(name),
    };
    return gridTable(view, from, to);
  }

  /** What the last run did to a row; of rows in another order nothing is said. */
  private touch(i: number): ReturnType<typeof touchOf> {
    const { read } = this;
    if (!read || this.rows.filtered || this.rows.sort) return "none";
    const [p, at] = partitionAt(this.partitions, this.starts, i);
    return p ? touchOf(partOf(read.keyline, this.table, p.name), at) : "none";
  }

  private foot(): string {
    const { sort, filtered, count } = this.rows;
    if (sort) return t("grid.foot.sorted", { name: sort.name, n: num(count) });
    return t(filtered ? "grid.foot.filter" : "grid.foot.keys");
  }

  private history(e: Entity): void {
    dispatchEvent(new CustomEvent("grid:history", { detail: placeOf(this.table, e) }));
    this.workspace.show("time", true);
  }

  private unselect(): void {
    this.cursor.clear();
    this.draw();
    this.window.wrap?.focus();
  }

  private sortBy(name: string): void {
    const { sort } = this.rows;
    const next = sort?.name !== name ? { name, down: false } : sort.down ? null : { name, down: true };
    this.rows.order(next);
    this.cursor.row = 0;
    this.window.wrap?.scrollTo(0, 0);
    this.draw();
  }

  /** Begins a change, in its first field. */
  private edit(kind: Kind, entities: Entity[], row = -1, name = ""): void {
    this.change.begin(kind, entities, row, name);
    const field =
      kind === "cell" ? this.element.querySelector<HTMLInputElement>(".dg-edit :is(input, textarea)") : null;
    const first =
      field ?? this.element.querySelector<HTMLElement>(".edit-fields input, .edit-fields select, .edit-req .button");
    first?.focus();
    field?.select();
  }

  private key(e: KeyboardEvent): void {
    if (e.target instanceof HTMLInputElement || e.target instanceof HTMLTextAreaElement) return this.editKey(e);
    const [first, last] = this.window.seen();
    const page = Math.max(1, last - first - 2);
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
      Escape: () => (this.change.draft ? this.change.cancel() : this.unselect()),
      Delete: () => this.remove(),
    };
    const move = moves[e.key];
    if (!move || e.altKey || (mod && !/^(Home|End)$/.test(e.key)) || e.target !== this.window.wrap) return;
    e.preventDefault();
    e.stopPropagation();
    move();
  }

  /** In a cell that is edited Enter sends, Esc leaves; among lines Shift+Enter begins another. */
  private editKey(e: KeyboardEvent): void {
    const line = e.shiftKey && e.target instanceof HTMLTextAreaElement;
    if (e.key === "Enter" && !line) void this.change.send();
    else if (e.key === "Escape") this.change.cancel();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  private move(row: number, column: number, select: boolean): void {
    this.cursor.move(row, column, this.columns.shown.length, select);
    this.draw(); // so that the cell is there
    this.window.reveal(this.cursor.row);
    this.element
      .querySelector(`#dg-${this.cursor.row}-${this.cursor.column}`)
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.later();
  }

  /** Changes the cell of the cursor: a key by a move of its entity. */
  private begin(): void {
    const { row, column, entity } = this.cursor;
    const name = this.columns.shown[column - 1];
    if (!entity || column === 0) return this.check(row);
    if (!name || name === "Timestamp") return;
    if (KEYS.includes(name)) this.edit("move", [entity]);
    else this.edit("cell", [entity], row, name);
  }

  private check(row: number): void {
    this.cursor.check(row);
    this.draw();
  }

  private remove(): void {
    const { selected, entity } = this.cursor;
    const list = selected.length ? selected : entity ? [entity] : [];
    if (list.length) this.edit("delete", list);
  }

  /** The row and the column of an event. */
  private cellOf(e: Event): [row: number, column: number] | null {
    const cell = (e.target as Element).closest<HTMLTableCellElement>("[data-row] > td");
    const row = Number(cell?.closest<HTMLElement>("[data-row]")?.dataset.row);
    return cell && cell.cellIndex <= this.columns.shown.length ? [row, cell.cellIndex] : null;
  }

  private point(e: MouseEvent): void {
    const at = this.cellOf(e);
    if (!at || e.target instanceof HTMLInputElement) return;
    const [row, column] = at;
    this.cursor.move(row, column, column, e.shiftKey);
    if (column === 0 && !e.shiftKey) this.cursor.check(row);
    this.draw();
  }

  private dive(e: MouseEvent): void {
    if (this.cellOf(e) && !(e.target instanceof HTMLInputElement)) this.begin();
  }
}
