// Which rows of the grid are in view, and what keeps the place of all others: only the rows in view exist.
import type { Rows } from "./grid-rows.ts";

const SPARE = 8; // rows drawn above and below those in view

export class GridWindow {
  private size = 28; // px of a row

  constructor(
    private readonly element: HTMLElement,
    private readonly rows: Rows,
  ) {}

  /** What scrolls; null before the grid was drawn. */
  get wrap(): HTMLElement | null {
    return this.element.querySelector(".dg-wrap");
  }

  /** Takes the height of a row: a finger needs more. */
  measure(): void {
    const root = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    this.size = root * (matchMedia("(width < 50rem)").matches ? 2.75 : 1.75);
  }

  /** The rows in view. */
  seen(): [from: number, to: number] {
    const { wrap } = this;
    const from = Math.floor((wrap?.scrollTop ?? 0) / this.size);
    return [from, Math.min(this.rows.count, from + Math.ceil((wrap?.clientHeight || 400) / this.size))];
  }

  /** The rows that are drawn. */
  span(): [from: number, to: number] {
    const [from, to] = this.seen();
    return [Math.max(0, Math.min(from, this.rows.count) - SPARE), Math.min(this.rows.count, to + SPARE)];
  }

  /** Leaves room for the rows that are not drawn. Heights are set here: pages have no style attributes. */
  leaveRoom(from: number, to: number): void {
    const space = (selector: string, rows: number) => {
      const row = this.element.querySelector<HTMLElement>(selector);
      if (row) row.style.height = `${Math.max(0, rows) * this.size}px`;
    };
    space(".dg-above", from);
    space(".dg-below", this.rows.count - to);
  }

  scrollTo(row: number): void {
    this.wrap?.scrollTo(this.wrap.scrollLeft, row * this.size);
  }

  /** Scrolls so that a row is in view. */
  reveal(row: number): void {
    const { wrap, size } = this;
    if (!wrap) return;
    const head = wrap.querySelector("thead")?.clientHeight ?? 0;
    const top = row * size;
    if (top < wrap.scrollTop) wrap.scrollTop = top;
    else if (top + size + head > wrap.scrollTop + wrap.clientHeight)
      wrap.scrollTop = top + size + head - wrap.clientHeight;
  }
}
