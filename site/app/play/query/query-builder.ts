// A query that is built: what its fields hold becomes the text of a request, and the request at the cursor fields.
import { columnsOf } from "../../answer/entities.ts";
import { ControlError } from "../../engine/control.ts";
import type { Block, Planned } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";
import type { Term } from "../grid/grid-filter.ts";
import { typeOf } from "../grid/grid-requests.ts";
import type { Data, Script } from "../workspace/workspace.ts";
import { filterText, type Query, requestText, termsOf, type Written, writtenIn } from "./query-text.ts";

const SAMPLE = 50; // entities that tell the names and types of properties

/** What the dialog shows, and what its fields ask for. */
export class QueryBuilder {
  query: Query;
  planned: Planned | null = null;
  reads: number | null = null; // null if a reference has no value yet
  refused = "";
  unread = ""; // why the request at the cursor could not be read
  target: { written: Written; title: string } | null = null; // the request that can be replaced
  readonly types = new Map<string, string>(); // of the properties that were seen
  private readonly given = new Set<Term>(); // conditions whose value was typed or read
  private asked = 0;
  private element: HTMLElement | null = null;
  private redraw = () => {};

  constructor(
    private readonly workspace: Data & Script,
    readonly tables: readonly string[],
  ) {
    this.query = { table: tables[0] ?? "", terms: termsOf([], null), select: [], top: "" };
  }

  /** Reads the request at the cursor. */
  async begin(): Promise<void> {
    const { pane } = this.workspace;
    const block = pane.parsed.blocks.find((b) => b.line && b.firstLine <= pane.line && pane.line <= b.lastLine);
    if (block?.method === "GET") await this.read(block);
    await this.learn();
    await this.plan();
  }

  /** Goes on with a dialog that was opened: what shows a change, and where. */
  shownBy(redraw: () => void, element: HTMLElement): void {
    this.redraw = redraw;
    this.element = element;
  }

  /** The request as a block of a script would hold it. */
  get text(): string {
    return requestText(this.query);
  }

  /** The first condition that lacks its value, null if none does. */
  get lacking(): Term | null {
    return this.query.terms.find((x) => x.op && !x.value.trim() && x.type !== "String") ?? null;
  }

  /** The first condition on a text that nobody has given a value: an empty one is possible, but seldom meant. */
  get vacant(): Term | null {
    return this.query.terms.find((x) => x.op && !x.value && x.type === "String" && !this.given.has(x)) ?? null;
  }

  give(term: Term, value: string): void {
    term.value = value;
    this.given.add(term);
    this.changed();
  }

  get ready(): boolean {
    return !this.refused && this.planned !== null;
  }

  /** Something in the fields has changed. */
  readonly changed = (): void => {
    this.redraw();
    void this.plan();
  };

  async choose(table: string): Promise<void> {
    this.query.table = table;
    this.query.select = [];
    await this.learn();
    this.changed();
  }

  add(): void {
    const name = [...this.types.keys()][0] ?? "Timestamp";
    this.query.terms.push({ name, op: "eq", value: "", type: this.typeOf(name) });
    this.changed();
    this.element?.querySelector<HTMLInputElement>(".qb-term:nth-last-child(1 of .qb-term) input")?.select();
  }

  drop(i: number): void {
    this.query.terms.splice(i, 1);
    this.changed();
    this.element?.querySelector<HTMLButtonElement>(".qb-terms > .button")?.focus();
  }

  typeOf(name: string): string {
    return name === "Timestamp" ? "DateTime" : (this.types.get(name) ?? "String");
  }

  insert(): void {
    this.workspace.pane.insert(`### ${t("query.of", { table: this.query.table })}\n${this.text}`);
  }

  replace(): void {
    const { target } = this;
    if (target) this.workspace.pane.edit(target.written.from, target.written.to, this.text);
  }

  private async read(block: Block): Promise<void> {
    const written = writtenIn(this.workspace.pane.text, block);
    const found = written && (await this.workspace.control.plan(written.filter).catch(() => null));
    if (!written || !found?.simple) {
      this.unread = t("query.unread");
      return;
    }
    this.target = { written, title: block.title || t("cell.untitled", { n: block.index + 1 }) };
    const { table, select, top } = written;
    this.query = { table, select: [...select], top, terms: termsOf(found.terms, written.keys) };
    for (const term of this.query.terms) if (term.op) this.given.add(term);
  }

  /** Learns names and types of properties from the first entities. */
  private async learn(): Promise<void> {
    const page = await this.workspace.control.rows(this.query.table, 0, SAMPLE).catch(() => null);
    this.types.clear();
    for (const e of page?.entities ?? [])
      for (const name of columnsOf([e], ["PartitionKey", "RowKey", "Timestamp"]).names)
        if (!this.types.has(name)) this.types.set(name, typeOf(e, name));
  }

  /** Asks the engine for class and reads; nothing runs. */
  private async plan(): Promise<void> {
    const asked = ++this.asked;
    const { control, pane } = this.workspace;
    const { terms, table } = this.query;
    const lacking = this.lacking;
    const filter = filterText(terms);
    const known = filter.includes("{{") ? await pane.peek(filter) : { value: filter, problem: "" };
    let [planned, refused]: [Planned | null, string] = [null, ""];
    try {
      if (lacking) refused = t("query.lacking", { name: lacking.name });
      else planned = await control.plan(known.problem ? filter : known.value, this.tables.includes(table) ? table : "");
    } catch (e) {
      if (!(e instanceof ControlError)) throw e;
      refused = [e.message, e.fix].filter(Boolean).join(" ");
    }
    if (asked !== this.asked) return;
    const counted = !known.problem && !known.value.includes("{{") && this.tables.includes(table);
    [this.planned, this.refused, this.reads] = [planned, refused, counted && planned ? planned.reads : null];
    this.redraw();
  }
}
