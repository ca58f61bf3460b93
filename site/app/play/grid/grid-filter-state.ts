// The conditions of the grid: their plan is asked for as they change, and they run as a query that is measured like
// any other.

import type { TemplateResult } from "lit";
import { entitiesOf, propertyOf } from "../../answer/entities.ts";
import { ControlError } from "../../engine/control.ts";
import { parseTyped } from "../../engine/doubles.ts";
import { runScript } from "../../engine/run-script.ts";
import type { Entity, Planned } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";
import type { Data, Script } from "../workspace/workspace.ts";
import { misfit } from "./grid-edit.ts";
import { filterOf, type Term } from "./grid-filter.ts";
import { filterLine } from "./grid-filter-view.ts";
import type { Ask } from "./grid-rows.ts";

export interface FilterHost {
  draw: () => void;
  names: () => string[];
  typeOf: (name: string) => string;
  run: (ask: Ask | null) => void;
}

export class GridFilter {
  ask: Ask | null = null; // of the filter that has run
  private terms: Term[] = [];
  private adding: Term | null = null;
  private planned: Planned | null = null;
  private refused = "";
  private table = "";

  constructor(
    private readonly workspace: Data & Script,
    private readonly host: FilterHost,
  ) {}

  /** Another table has no conditions yet. */
  begin(table: string): void {
    this.table = table;
    this.terms = [];
    this.adding = null;
    this.planned = null;
    this.refused = "";
    this.ask = null;
  }

  view(): TemplateResult {
    return filterLine(
      {
        terms: this.terms,
        adding: this.adding,
        planned: this.planned,
        refused: this.refused,
        names: this.host.names(),
      },
      {
        begin: () => {
          this.adding = { name: "PartitionKey", op: "eq", value: "", type: "String" };
          this.host.draw();
        },
        add: () => this.add(),
        drop: (i) => void this.drop(i),
        changed: () => this.host.draw(),
        run: () => this.run(),
        write: () => this.workspace.pane.append(this.text("")),
        cancel: () => {
          this.adding = null;
          this.host.draw();
        },
      },
    );
  }

  fail(e: unknown): void {
    if (!(e instanceof Error)) throw e;
    this.refused = e.message;
  }

  /** Asks what the conditions would read; nothing runs. */
  async plan(): Promise<void> {
    if (!this.terms.length) return;
    try {
      this.planned = await this.workspace.control.plan(filterOf(this.terms), this.table);
      this.refused = "";
    } catch (e) {
      this.planned = null;
      this.refused = this.misfit() || (e instanceof ControlError ? e.message : String(e));
    }
    this.host.draw();
  }

  /** What a condition has that is no value of its property: the service says only where it stops to understand. */
  private misfit(): string {
    const odd = this.terms.map(({ op, value, type }) => (op === "starts" ? "" : misfit(value, type)));
    const at = odd.findIndex(Boolean);
    return at < 0 ? "" : `${this.terms[at]?.name}: ${odd[at]}`;
  }

  private add(): void {
    if (!this.adding) return;
    this.terms.push({ ...this.adding, type: this.host.typeOf(this.adding.name) });
    this.adding = null;
    this.host.draw();
    void this.plan();
  }

  private async drop(i: number): Promise<void> {
    this.terms.splice(i, 1);
    if (!this.terms.length) {
      this.begin(this.table);
      this.host.run(null);
    }
    await this.plan();
    this.host.draw();
  }

  private run(): void {
    const text = this.text("");
    this.ask = (next) => this.page(next === null ? text : this.text(String(next)));
    this.host.run(this.ask);
  }

  /** The query as a block of a script, which is what is sent. */
  private text(next: string): string {
    const filter = filterOf(this.terms)
      .replace(/[%&#+]/g, (c) => encodeURIComponent(c))
      .replaceAll("{{", "%7B%7B");
    const { table } = this;
    return `### ${t("grid.filter.title", { table })}\nGET {{table}}/${table}()\n    ?$filter=${filter}${next}\n`;
  }

  private async page(text: string): Promise<{ entities: Entity[]; next: unknown }> {
    const { exchanges } = await runScript(this.workspace.control, { name: "grid.http", text, files: {} });
    const x = exchanges[0];
    if (!x || x.problem || x.status !== 200) {
      throw new Error(x?.problem?.message ?? `${x?.status ?? ""} ${x?.code ?? ""} ${x?.message ?? ""}`);
    }
    const value = propertyOf(parseTyped(x.body) as Entity, "value");
    const headers = new Map(x.wire.at(-1)?.response.headers.map(([k, v]) => [k.toLowerCase(), v]));
    const part = (name: string) => headers.get(`x-ms-continuation-next${name}key`);
    const [p, r] = [part("partition"), part("row")];
    const next = p
      ? `\n    &NextPartitionKey=${encodeURIComponent(p)}${r ? `\n    &NextRowKey=${encodeURIComponent(r)}` : ""}`
      : null;
    return { entities: Array.isArray(value) ? (value as Entity[]) : (entitiesOf(x.body) ?? []), next };
  }
}
