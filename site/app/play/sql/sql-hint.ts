// The hint below SQL in a script: the same as a request, what becomes of the columns, what has no counterpart.
import { html, nothing, render, type TemplateResult } from "lit";
import { sample } from "../../answer/code.ts";
import type { TableInfo } from "../../engine/types.ts";
import type { ScriptPane } from "../../script/pane.ts";
import type { Note } from "../../script/results.ts";
import type { Gap } from "../../script/sql-filter.ts";
import { nameInTable } from "../../transfer/column-names.ts";
import { button } from "../../ui/buttons.ts";
import { t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { commented, replacement, type Statement, statementsOf } from "./sql-places.ts";
import { DIRECT, type Keys, type Translation, UNCLEAR } from "./sql-tables.ts";
import { MOST_ROWS } from "./sql-write.ts";

/** The request of a statement with such a gap does less than the statement. */
const isLess = (gap: Gap): boolean => !/^(?:nokey|nokeytop|keys|autokey|inkeys|null|explain)$/.test(gap);

/** The sentence above the request of a statement. */
function leadOf({ request, columns, gaps }: Translation): string {
  if (gaps.some((gap) => UNCLEAR.has(gap))) return t("sql.unclear");
  if (!request) return t(gaps.length === 1 && gaps[0] === "names" ? "sql.unnamed" : "sql.none");
  if (gaps.includes("condition") || gaps.includes("compute")) return t("sql.two");
  if (columns.length) return t(gaps.includes("keys") ? "sql.create.one" : "sql.create");
  if (gaps.some(isLess)) return t("sql.near");
  return t(/^###/m.test(request) ? "sql.several" : "sql.same");
}

const asComment = (s: Statement, text: string): string => commented(text.slice(s.from, s.to));

/** What is known of the tables that are there. */
const tablesOf = (infos: readonly TableInfo[]): Keys =>
  new Map(
    infos.map(({ name, properties }) => [
      name.toLowerCase(),
      { ...DIRECT, properties, called: (column: string) => nameInTable(name, column) },
    ]),
  );

const PAUSE = 600; // ms without a key: never while a word is being typed

export class SqlHints {
  private readonly elements: HTMLElement[] = []; // used again, so that the focus stays
  private timer = 0;
  private tables: Keys = new Map();
  private shown = 0; // statements

  constructor(
    private readonly pane: ScriptPane,
    private readonly infos: () => Promise<readonly TableInfo[]>, // of the tables that are there
  ) {}

  /** The text has changed. Hints that are there go at once where their SQL is gone, new ones come after a pause. */
  follow(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.look(), PAUSE);
  }

  /** The data have changed, and so the types that values are written in. */
  again(): void {
    if (this.shown) this.follow();
  }

  private async look(): Promise<void> {
    const { text } = this.pane;
    if (statementsOf(text).length) this.tables = tablesOf(await this.infos().catch(() => []));
    if (text === this.pane.text) this.show(); // else a later look does
  }

  /** Shows them now if a line is SQL below a request, which would run without it. */
  answer(line: number): boolean {
    const s = statementsOf(this.pane.text, this.tables).findIndex(
      (x) => x.below && x.firstLine <= line && line <= x.lastLine,
    );
    if (s < 0) return false;
    clearTimeout(this.timer);
    this.show();
    this.reveal(s);
    return true;
  }

  private show(): void {
    const statements = statementsOf(this.pane.text, this.tables);
    this.shown = statements.length;
    const here = statements.findIndex((s) => s.firstLine <= this.pane.line && this.pane.line <= s.lastLine);
    const isNew = !this.elements[here]?.isConnected;
    this.pane.annotate(
      statements.map((s, i): Note => ({ line: s.lastLine, element: this.draw(s, i), exact: true })),
      "sql",
    );
    if (isNew) this.reveal(here);
  }

  /** Brings a hint into sight, or its beginning if it is tall. */
  private reveal(i: number): void {
    const element = this.elements[i];
    requestAnimationFrame(() => {
      const tall = (element?.offsetHeight ?? 0) > innerHeight / 3;
      (tall ? element?.firstElementChild : element)?.scrollIntoView({ block: "nearest" });
    });
  }

  private draw(s: Statement, i: number): HTMLElement {
    const element = this.elements[i] ?? document.createElement("div");
    this.elements[i] = element;
    element.className = "sql-hint";
    element.role = "note";
    element.ariaLabel = t("sql.label", { n: s.firstLine });
    render(this.view(s, i), element);
    return element;
  }

  private view(s: Statement, i: number): TemplateResult {
    const { request, columns, gaps, unread, meant = "" } = s.translation;
    return html`<p>${icon("warn")}<span><b>${t("sql.label", { n: s.firstLine })}.</b> ${leadOf(
      s.translation,
    )}</span></p>
      ${
        request
          ? html`<div class="sql-pair">${sample(request, t("sql.request"))}${
              columns.length
                ? html`<dl>${columns.map(
                    ([name, becomes]) => html`<div><dt>${name}</dt><dd>${t(`sql.becomes.${becomes}`)}</dd></div>`,
                  )}</dl>`
                : nothing
            }</div>`
          : nothing
      }
      ${gaps.map((gap) => html`<p class="sql-gap">${t(`sql.gap.${gap}`, { text: unread, meant, n: MOST_ROWS })}</p>`)}
      <p class="actions">${
        request ? button(t("sql.replace"), () => this.replace(i, replacement), { kind: "primary" }) : nothing
      }${button(t("sql.comment"), () => this.replace(i, asComment), { kind: "quiet" })}</p>`;
  }

  /** Replaces a statement as it is now: somebody may have typed since the hint was drawn. The other hints keep their
   * elements, and so their places. */
  private replace(i: number, by: (s: Statement, text: string) => string): void {
    const { text } = this.pane;
    const statements = statementsOf(text, this.tables);
    const s = statements[i];
    const other = s && statements.length === this.shown ? by(s, text) : "";
    if (s && other) {
      this.elements.splice(i, 1);
      this.pane.edit(s.from, s.to, other);
    }
    this.show();
  }
}
