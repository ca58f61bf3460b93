// The hint below SQL in a script: the same as a request, what becomes of the columns, what has no counterpart.
import { html, nothing, render, type TemplateResult } from "lit";
import { sample } from "../../answer/code.ts";
import type { Placed } from "../../editor/script-editor.ts";
import type { ScriptPane } from "../../script/pane.ts";
import type { Gap } from "../../script/sql-filter.ts";
import { button } from "../../ui/buttons.ts";
import { t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { type Statement, statementsOf } from "./sql-places.ts";
import type { Translation } from "./sql-tables.ts";
import { MOST_ROWS } from "./sql-write.ts";

/** The request of a statement with such a gap does less than the statement. */
const isLess = (gap: Gap): boolean => !/^(?:nokey|keys|autokey)$/.test(gap);

/** The sentence above the request of a statement. */
function leadOf({ request, columns, gaps }: Translation): string {
  if (!request) return t("sql.none");
  if (gaps.includes("condition") || gaps.includes("compute")) return t("sql.two");
  if (columns.length) return t("sql.create");
  if (gaps.some(isLess)) return t("sql.near");
  return t(/^###/m.test(request) ? "sql.several" : "sql.same");
}

const PAUSE = 600; // ms without a key: never while a word is being typed

export class SqlHints {
  private readonly elements: HTMLElement[] = []; // used again, so that the focus stays
  private timer = 0;

  constructor(private readonly pane: ScriptPane) {}

  /** The text has changed. Hints that are there go at once where their SQL is gone, new ones come after a pause. */
  follow(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.show(), PAUSE);
  }

  /** Shows them now if a line is SQL below a request, which would run without it. */
  answer(line: number): boolean {
    const s = statementsOf(this.pane.text).findIndex((x) => x.below && x.firstLine <= line && line <= x.lastLine);
    if (s < 0) return false;
    clearTimeout(this.timer);
    this.show();
    this.elements[s]?.scrollIntoView({ block: "nearest" });
    return true;
  }

  private show(): void {
    this.pane.annotate(
      statementsOf(this.pane.text).map((s, i): Placed => ({ line: s.lastLine, element: this.draw(s, i) })),
      "sql",
    );
  }

  private draw(s: Statement, i: number): HTMLElement {
    const element = this.elements[i] ?? document.createElement("div");
    this.elements[i] = element;
    element.className = "sql-hint";
    element.role = "note";
    element.ariaLabel = t("sql.label", { n: s.firstLine });
    render(this.view(s), element);
    return element;
  }

  private view(s: Statement): TemplateResult {
    const { request, columns, gaps, unread } = s.translation;
    const comment = () => this.replace(s, this.pane.text.slice(s.from, s.to).replaceAll(/^/gm, "# "));
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
      ${gaps.map((gap) => html`<p class="sql-gap">${t(`sql.gap.${gap}`, { text: unread, n: MOST_ROWS })}</p>`)}
      <p class="actions">${
        request
          ? button(t("sql.replace"), () => this.replace(s, `${s.below ? "###\n" : ""}${s.comments}${request}\n`), {
              kind: "primary",
            })
          : nothing
      }${button(t("sql.comment"), comment, { kind: "quiet" })}</p>`;
  }

  private replace(s: Statement, text: string): void {
    this.pane.edit(s.from, s.to, text);
    this.show();
  }
}
