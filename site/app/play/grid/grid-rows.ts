// The rows of the grid: a table by the places of its rows, loaded in pages as they come into view; or the answer of a
// filter.
import { type Sort, sortedBy } from "../../answer/arrange.ts";
import type { Control } from "../../engine/control.ts";
import type { Entity } from "../../engine/types.ts";

const PAGE = 200;
const MOST_PAGES = 60; // that are kept of a large table

/** Asks for a page of a filter's answer; next is what the service said, null for the first. */
export type Ask = (next: unknown) => Promise<{ entities: Entity[]; next: unknown }>;

export class Rows {
  table = "";
  sort: Sort | null = null;
  more: unknown = null; // how the answer of a filter goes on, null at its end
  private total = 0; // of the table
  private before: Map<number, Entity[]> | null = null; // rows as they were, until the new ones are here
  private round = 0; // how often it began
  private readonly pages = new Map<number, Entity[]>();
  private found: Entity[] | null = null; // answer of a filter
  private sorted: Entity[] | null = null;
  private ask: Ask | null = null;
  private loading: Promise<void> = Promise.resolve();

  constructor(
    private readonly control: Control,
    private readonly changed: () => void,
  ) {}

  /** Begins again: with a table, or with the answer of a filter. */
  async open(table: string, total: number, ask: Ask | null): Promise<void> {
    this.before = table === this.table && !ask ? new Map(this.pages) : null;
    this.table = table;
    this.total = total;
    this.ask = ask;
    this.round++;
    this.asked.clear();
    this.pages.clear();
    this.found = ask ? [] : null;
    this.sorted = null;
    this.sort = null;
    this.more = null;
    if (ask) await this.next();
  }

  /** How many rows there are; of a filter those that have come. */
  get count(): number {
    return this.sorted?.length ?? this.found?.length ?? this.total;
  }

  get filtered(): boolean {
    return this.found !== null;
  }

  /** The rows that are here, in key order. */
  get loaded(): Entity[] {
    return this.found ?? [...this.pages].sort(([a], [b]) => a - b).flatMap(([, list]) => list);
  }

  row(i: number): Entity | null {
    const list = this.sorted ?? this.found;
    const page = Math.floor(i / PAGE);
    return (list ? list[i] : (this.pages.get(page) ?? this.before?.get(page))?.[i % PAGE]) ?? null;
  }

  /** Is kept when all that was asked for has come. */
  async settled(): Promise<void> {
    await this.loading;
    this.before = null;
  }

  /** Loads what is missing of some rows. */
  need(from: number, to: number): void {
    if (this.sorted) return;
    if (this.found) {
      if (this.more !== null && to >= this.found.length) void this.next();
      return;
    }
    for (let page = Math.floor(from / PAGE); page * PAGE < Math.min(to, this.total); page++)
      void this.load(page, from, to);
  }

  /** Sorts what is here; null is the order of the keys again. */
  order(sort: Sort | null): void {
    this.sort = sort;
    this.sorted = sort ? sortedBy(this.loaded, sort) : null;
  }

  async next(): Promise<void> {
    const { ask, found } = this;
    if (!ask || !found) return;
    this.loading = this.loading.then(async () => {
      if (found !== this.found || (found.length && this.more === null)) return;
      const page = await ask(this.more);
      if (found !== this.found) return;
      found.push(...page.entities);
      this.more = page.next;
    });
    await this.loading;
    this.changed();
  }

  private readonly asked = new Set<number>();

  /** Loads a page unless the reader has scrolled on before its turn comes. */
  private async load(page: number, from: number, to: number): Promise<void> {
    this.wanted = [from, to];
    if (this.pages.has(page) || this.asked.has(page)) return;
    this.asked.add(page);
    const { round } = this;
    this.loading = this.loading.then(async () => {
      const [first, last] = this.wanted;
      const wanted = round === this.round && (page + 1) * PAGE > first && page * PAGE < last;
      const got = wanted ? await this.control.rows(this.table, page * PAGE, PAGE).catch(() => null) : null;
      if (round !== this.round) return;
      this.asked.delete(page);
      if (!got || this.found) return;
      this.pages.set(page, got.entities);
      const oldest = this.pages.keys().next().value;
      if (this.pages.size > MOST_PAGES && oldest !== undefined) this.pages.delete(oldest);
      this.changed();
    });
    await this.loading;
  }

  private wanted: [from: number, to: number] = [0, 0];
}
