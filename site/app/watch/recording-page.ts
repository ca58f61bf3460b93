// A recording on the page "Watch": what of it is shown and open, and what a reader takes away from it.
import { render, type TemplateResult } from "lit";
import type { Watched } from "../engine/types.ts";
import { t } from "../ui/i18n.ts";
import { type Prices, readPrices } from "../ui/prices.ts";
import { arranged, type Column, NOTHING, USUAL } from "./arrange.ts";
import { Extras } from "./extras.ts";
import { addToSheet, nothingMade, scriptLink } from "./made.ts";
import { markdownOf } from "./markdown.ts";
import type { Extra, Made } from "./open-view.ts";
import { type Looking, type Opened, ROWS } from "./recording-view.ts";
import type { WatchControl } from "./tab-source.ts";

export type Source = "tab" | "machine" | "file";
export type View = "program" | "shapes" | "data" | "compare";

export abstract class RecordingPage implements Looking {
  order = USUAL;
  filter = "";
  rows = ROWS;
  open: Opened | null = null;
  held: readonly number[] | null = null;
  view: View = "shapes";
  from: Source = "tab";
  before: Watched | null = null;
  running = false;
  note = "";
  made: Made | null = null; // of the open shape
  prices: Prices = readPrices();
  private readonly extras: Extras;
  private drawing = 0;

  constructor(
    protected readonly host: HTMLElement,
    public watched: Watched,
    extras: readonly (Extra | null)[],
    public baked: boolean, // what is shown was recorded when the page was built
  ) {
    this.extras = new Extras(extras);
  }

  /** Who knows the recording. */
  abstract get control(): WatchControl;

  /** What was recorded. */
  protected abstract get title(): string;

  protected abstract drawn(): TemplateResult;

  extra(place: number): Extra | undefined {
    return this.extras.of(place);
  }

  async copy(text: string): Promise<void> {
    this.note = await navigator.clipboard.writeText(text).then(
      () => t("share.copied"),
      () => t("share.notcopied"),
    );
    this.draw();
  }

  protected async look(): Promise<void> {
    const watched = await this.control.look().catch(() => null); // the engine was stopped
    if (!watched) return;
    this.watched = watched;
    this.draw();
  }

  protected forget(): void {
    this.watched = NOTHING;
    this.extras.forget();
    this.open = null;
    this.held = null;
    this.made = null;
  }

  /** Keeps the recording to be compared with the next one. */
  keep(): void {
    this.before = this.watched;
    this.note = t("watch.kept");
    this.draw();
  }

  swap(): void {
    if (!this.before) return;
    [this.before, this.watched] = [this.watched, this.before];
    this.open = null;
    this.extras.forget();
    this.draw();
  }

  async copyMarkdown(): Promise<void> {
    const text = markdownOf(this.title, this.watched, this.view === "compare" ? this.before : null);
    this.note = await navigator.clipboard.writeText(text).then(
      () => t("watch.copied"),
      () => t("share.notcopied"),
    );
    this.draw();
  }

  /** Opens a shape at the side. */
  choosen(o: Opened | null): void {
    this.open = o;
    this.made = null;
    this.draw();
    void this.opened();
  }

  /** Asks why the open shape costs what it costs, unless that is known. */
  protected async opened(): Promise<void> {
    const { open, baked } = this;
    if (!open || baked || this.from === "file") return;
    await this.extras.ask(this.control, open.shape, () => this.watched);
    this.draw();
  }

  /** Makes a link to the open shape as a script, with the rows that it needs. */
  async asScript(): Promise<void> {
    this.made = this.baked
      ? nothingMade(t("watch.script.baked"))
      : await scriptLink(this.watched, this.open?.shape ?? -1, this.rowsOf);
    this.draw();
  }

  /** Adds the open shape to the sheet that was edited last, or begins one. */
  async toSheet(): Promise<void> {
    this.made = await addToSheet(this.watched, this.open?.shape ?? -1, this.rowsOf);
    this.draw();
  }

  /** Who knows the rows of the tables: nobody does for a log. */
  private get rowsOf(): WatchControl | null {
    return this.from === "file" || this.baked ? null : this.control;
  }

  sort(by: Column): void {
    this.order = { by, down: this.order.by === by ? !this.order.down : by !== "shape" };
    this.held = null;
    this.draw();
  }

  search(text: string): void {
    this.filter = text;
    this.draw();
  }

  more(): void {
    this.rows += ROWS;
    this.draw();
  }

  /** While the pointer or the focus is among the rows of a recording that goes on, they stay where they are. */
  hold(on: boolean): void {
    this.held =
      on && (this.running || this.watched.recording) ? arranged(this.watched.shapes, this.order, this.filter) : null;
  }

  /** Draws with the next frame: many requests may come in one. */
  draw(): void {
    if (this.drawing) return;
    this.drawing = requestAnimationFrame(() => this.drawNow());
  }

  protected drawNow(): void {
    cancelAnimationFrame(this.drawing);
    this.drawing = 0;
    render(this.drawn(), this.host);
  }
}

/** Where what is open stands beside the recording, and does not cover it. */
export const roomy = (): boolean => matchMedia("(width >= 75rem)").matches;

/** What costs most, or loses changes, is open at first. */
export function firstOf(w: Watched): Opened | null {
  const shape = w.findings[0]?.shapes[0];
  return shape === undefined ? null : { shape, finding: 0 };
}
