// The panel "Time": every change of the data since the last reset on a line. Any moment can be looked at, and gone
// back to.
import { html, nothing, render, svg, type TemplateResult } from "lit";
import { button } from "../../ui/buttons.ts";
import { num, t, time, tn } from "../../ui/i18n.ts";
import { needSheet } from "../../ui/style-sheets.ts";
import type { Change } from "../data/journal.ts";
import type { Panel } from "../workspace/panel.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { EntityHistory } from "./entity-history.ts";

export function timePanel(workspace: Workspace): Panel {
  const panel = new TimePanel(workspace);
  return {
    id: "time",
    title: "time.title",
    icon: "clock",
    element: panel.element,
    shown: (open) => panel.open(open),
    ran: () => panel.look(),
    turned: () => panel.look(),
  };
}

const TICKS = 400; // that are drawn at most
const LINES = 300; // of the list

class TimePanel {
  readonly element = document.createElement("time-room");
  private readonly entity: EntityHistory;
  private shown = false;
  private going: Promise<void> | null = null;
  private wanted = -1; // number of changes that the slider asks for

  constructor(private readonly workspace: Workspace) {
    this.entity = new EntityHistory(workspace, () => this.draw());
  }

  async open(shown: boolean): Promise<void> {
    this.shown = shown;
    if (!shown) return;
    await needSheet("grid");
    await this.look();
  }

  async look(): Promise<void> {
    if (!this.shown) return;
    await this.entity.look();
    this.draw();
  }

  private get journal() {
    return this.workspace.store.journal;
  }

  private draw(): void {
    render(this.view(), this.element);
  }

  private view(): TemplateResult {
    const { journal } = this;
    const all = journal.list.length;
    if (!all) return html`<p class="side-note">${t("time.none")}</p>${this.snapshots()}${this.entity.view()}`;
    return html`<div class="tm"><p class="tm-at"><b>${t("time.at", { n: num(journal.done), all: num(all) })}</b> <span
      class="muted">${this.words(journal.undoable)}</span></p>${this.track()}
      <p class="tm-ends"><span>${time(journal.start.time)} ${
        journal.start.label
      }</span><span>${t("time.end")}</span></p>
      <p class="actions">${this.buttons()}</p></div>${this.list()}${this.snapshots()}${this.entity.view()}`;
  }

  private snapshots(): TemplateResult {
    const show = () => void import("../open/snapshot-dialog.ts").then((m) => m.showSnapshots(this.workspace));
    return html`<p class="actions side-note">${button(t("snap.title"), show, { icon: "box", kind: "small" })}<span
      class="muted">${t("snap.lead")}</span></p>`;
  }

  private words(c: Change | null): string {
    return c ? `${time(c.time)}, ${c.label}` : this.journal.start.label;
  }

  private track(): TemplateResult {
    const { list, done, undoable } = this.journal;
    const step = Math.ceil(list.length / TICKS);
    const at = (n: number) => `${(100 * n) / list.length}%`;
    return html`<div class="tm-track"><svg class="tm-line" aria-hidden="true"><rect class="tm-band"
      width="100%"></rect>${svg`<rect class="tm-past" width=${at(done)}></rect>${list.map((c, i) =>
        (i + 1) % step
          ? nothing
          : svg`<rect class="tm-tick" x=${at(i + 1)} data-later=${i < done ? nothing : ""}
          data-kind=${kindOf(c)}></rect>`,
      )}`}</svg><input type="range" min="0" max=${list.length} step="1" .value=${String(done)}
      aria-label=${t("time.slider")}
      aria-valuetext=${t("time.value", { n: num(done), all: num(list.length), change: this.words(undoable) })}
      @input=${(e: Event) => this.slide(Number((e.target as HTMLInputElement).value))}></div>`;
  }

  /** Looks at the moment after so many changes; while one is fetched only the last wish counts. */
  private slide(n: number): void {
    this.wanted = n;
    this.going ??= this.follow().finally(() => (this.going = null));
  }

  private async follow(): Promise<void> {
    while (this.wanted >= 0) {
      const n = this.wanted;
      this.wanted = -1;
      await this.workspace.goTo(this.journal.place(n), true);
    }
  }

  private buttons(): unknown {
    const { journal, workspace } = this;
    const later = journal.list.length - journal.done;
    return html`${button(t("undo.change"), () => void workspace.step(-1), {
      icon: "undo",
      disabled: !journal.undoable && !workspace.store.undoable,
    })}${button(t("undo.redo"), () => void workspace.step(1), { icon: "redo", disabled: !journal.redoable })}${
      journal.past
        ? html`${button(t("time.back"), () => void this.back(), { kind: "primary" })}<span class="muted">${tn(
            "time.takes",
            later,
          )}</span>`
        : nothing
    }`;
  }

  /** Makes the moment that is looked at the present; redo brings the changes again. */
  private async back(): Promise<void> {
    await this.workspace.goTo(this.journal.at);
    this.workspace.say(t("time.backed", { moment: this.words(this.journal.undoable) }));
  }

  private list(): TemplateResult {
    const { list, done, start } = this.journal;
    const first = Math.max(0, list.length - LINES);
    return html`<div class="grid-scroll" tabindex="0" role="group" aria-label=${t("time.changes")}><table
      class="tm-list"><caption class="vh">${t(
        "time.changes",
      )}</caption><thead><tr><th scope="col">${t("time.time")}</th><th scope="col">${t("time.change")}</th><th
        scope="col">${t("time.what")}</th></tr></thead><tbody><tr class="tm-start"
          aria-current=${done ? nothing : "true"}><td>${time(start.time)}</td><th scope="row">${this.go(
            0,
            start.label,
          )}</th><td>${first ? t("time.more", { n: num(first) }) : nothing}</td></tr>${list
            .slice(first)
            .map((c, i) => this.row(c, first + i + 1))}</tbody></table></div>`;
  }

  private row(c: Change, n: number): TemplateResult {
    const { done } = this.journal;
    return html`<tr data-later=${n > done ? "" : nothing} aria-current=${n === done ? "true" : nothing}><td>${time(
      c.time,
    )}</td><th scope="row">${this.go(n, c.label)} <span
    class="muted">${originWords(c)}</span></th><td>${whatWords(c)}</td></tr>`;
  }

  private go(n: number, label: string): TemplateResult {
    return html`<button type="button" class="link" @click=${() => this.slide(n)}>${label}</button>`;
  }
}

function kindOf(c: Change): string {
  if (c.deleted && !c.inserted) return "delete";
  return c.inserted ? "insert" : "update";
}

function originWords(c: Change): string {
  const who = c.line ? t("time.line", { n: c.line }) : t(c.by === "hand" ? "time.hand" : "time.script");
  return c.requests > 1 ? `${who}, ${tn("time.requests", c.requests)}` : who;
}

/** What a change did, in words: "+ 6 entities, 2 changed". */
export function whatWords(c: Change): string {
  const parts = [
    c.inserted ? `+ ${tn("data.entities", c.inserted)}` : "",
    c.changed ? tn("time.changed", c.changed) : "",
    c.deleted ? `– ${tn("data.entities", c.deleted)}` : "",
    ...c.ops.slice(0, 2).map((op) => t(op === "CreateTable" ? "time.table.new" : "time.table.gone")),
  ];
  return parts.filter(Boolean).join(", ");
}
