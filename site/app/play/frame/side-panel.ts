// The side panel: one panel is open, the others are tabs. The choice is kept in this browser.
import { html, nothing, type TemplateResult } from "lit";
import { num, t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
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

const KEY = "rowkey/room";

export class SidePanel {
  readonly panels: readonly Panel[];
  private open: Panel | null;
  private begun = false; // the open panel has looked at the store
  private readonly draw: () => void;

  constructor(workspace: Workspace) {
    this.panels = PANELS.map((make) => make(workspace));
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

  show(id: string): void {
    const next = this.panels.find((r) => r.id === id);
    if (!next) return;
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
    await Promise.all(this.panels.map((r) => r.turned?.()));
  }

  tabs(): TemplateResult {
    return html`<fieldset class="tabs side-tabs"><legend class="vh">${t("play.panel")}</legend>${this.panels.map(
      (r) => html`<label><input type="radio" name="room" value=${r.id} .checked=${r === this.open}
        @change=${() => this.show(r.id)}><span>${icon(r.icon)}${t(r.title)}${count(r)}</span></label>`,
    )}</fieldset>`;
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
