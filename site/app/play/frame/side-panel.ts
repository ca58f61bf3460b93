// The side panel: one panel is open, others are tabs, and the rest are in a menu. The choice is kept in this browser.
import { html, nothing, type TemplateResult } from "lit";
import { iconButton } from "../../ui/buttons.ts";
import { num, t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { type MenuItem, menu } from "../../ui/menu.ts";
import { keepText, readText } from "../../ui/storage.ts";
import { dataPanel } from "../grid/data-panel.ts";
import { logPanel } from "../log/log-panel.ts";
import { faultsPanel, racesPanel } from "../panels/lab-panels.ts";
import { limitsPanel } from "../panels/limits-panel.ts";
import { mapPanel } from "../panels/map-panel.ts";
import { sandboxPanel } from "../panels/sandbox-panel.ts";
import { timePanel } from "../panels/time-panel.ts";
import type { Panel } from "../workspace/panel.ts";
import type { Ran, Workspace } from "../workspace/workspace.ts";
import { Rooms } from "./rooms.ts";

const KEY = "rowkey/room";

export class SidePanel {
  readonly panels: readonly Panel[];
  private open: Panel | null;
  private readonly rooms: Rooms;
  private document = ""; // that the panels show
  private begun = false; // the open panel has looked at the store
  private readonly draw: () => void;

  constructor(private readonly workspace: Workspace) {
    this.panels = PANELS.map((make) => make(workspace));
    this.rooms = new Rooms(this.panels);
    this.open = this.panels.find((r) => r.id === readText(KEY)) ?? this.panels[0] ?? null;
    this.draw = () => workspace.draw();
  }

  get id(): string {
    return this.open?.id ?? "";
  }

  /** Lets the open panel look at the store for the first time. */
  async begin(): Promise<void> {
    if (this.begun) return;
    this.begun = true;
    await this.open?.shown?.(true);
  }

  /** The panels that have a tab. */
  get inSight(): readonly Panel[] {
    return this.panels.filter((r) => r === this.open || this.rooms.isInSight(r));
  }

  show(id: string): void {
    const next = this.panels.find((r) => r.id === id);
    if (!next) return;
    this.rooms.open(next);
    if (next === this.open) return void this.begin();
    if (this.begun) void this.open?.shown?.(false);
    this.begun = true;
    this.open = next;
    keepText(KEY, id);
    this.draw();
    void next.shown?.(true);
  }

  async ran(run: Ran): Promise<void> {
    await Promise.all(this.panels.map((r) => r.ran?.(run)));
  }

  async turned(): Promise<void> {
    const { id } = this.workspace.document;
    if (this.document && this.document !== id) this.rooms.turned();
    this.document = id;
    await Promise.all(this.panels.map((r) => r.turned?.()));
  }

  tabs(): TemplateResult {
    const rest = this.panels.filter((r) => !this.inSight.includes(r));
    return html`<fieldset class="tabs side-tabs"><legend class="vh">${t("play.panel")}</legend>${this.inSight.map(
      (r) => html`<label><input type="radio" name="room" value=${r.id} .checked=${r === this.open}
        @change=${() => this.show(r.id)}><span>${icon(r.icon)}${t(r.title)}${count(r)}</span></label>`,
    )}</fieldset>${
      rest.length
        ? menu(
            "rooms-menu",
            html`<span>${t("rooms.more")}</span>${icon("down")}`,
            t("rooms.label"),
            rest.map((r) => this.line(r)),
            "quiet",
          )
        : nothing
    }`;
  }

  private line(r: Panel): MenuItem {
    const about = r.special && t(r.special.about);
    return { id: r.id, word: t(r.title), press: () => this.workspace.show(r.id, true), ...(about ? { about } : {}) };
  }

  /** Says of panels that came by themselves why they are there. */
  why(): TemplateResult | typeof nothing {
    const news = this.rooms.tell().filter((r) => r !== this.open);
    if (!news.length) return nothing;
    const dismiss = () => {
      this.rooms.dismiss();
      this.draw();
    };
    return html`<p class="side-why" role="status"><span>${news.map((r) =>
      r.special ? `${t(r.special.why())} ` : "",
    )}</span>${iconButton("close", t("help.close"), dismiss)}</p>`;
  }

  bodies(): TemplateResult[] {
    return this.panels.map(
      (r) => html`<div class="pane-scroll" data-panel=${r.id} tabindex="0" role="group" aria-label=${t(r.title)}
        ?hidden=${r !== this.open}>${r.element}</div>`,
    );
  }
}

function count(panel: Panel): TemplateResult | typeof nothing {
  const n = panel.count?.() ?? 0;
  return n ? html` <b class="count">${num(n)}</b>` : nothing;
}

/** The panels in the order of their tabs. A new one is a line here. */
const PANELS: readonly ((workspace: Workspace) => Panel)[] = [
  dataPanel,
  logPanel,
  timePanel,
  mapPanel,
  racesPanel,
  faultsPanel,
  limitsPanel,
  sandboxPanel,
];
