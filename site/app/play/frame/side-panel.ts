// The side panel: one room is open, the others are tabs. The choice is kept in this browser.
import { html, nothing, type TemplateResult } from "lit";
import { num, t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { keepText, readText } from "../../ui/storage.ts";
import { dataRoom } from "../grid/data-panel.ts";
import { logRoom } from "../log/log-panel.ts";
import { faultsRoom, racesRoom } from "../panels/lab-panels.ts";
import { limitsRoom } from "../panels/limits-panel.ts";
import { mapRoom } from "../panels/map-panel.ts";
import { sandboxRoom } from "../panels/sandbox-panel.ts";
import { timeRoom } from "../panels/time-panel.ts";
import type { Desk, Ran, Room } from "../workspace/workspace.ts";

const KEY = "rowkey/room";

export class Side {
  readonly rooms: readonly Room[];
  private open: Room | null;
  private begun = false; // the open room has looked at the store
  private readonly draw: () => void;

  constructor(desk: Desk) {
    this.rooms = ROOMS.map((make) => make(desk));
    this.open = this.rooms.find((r) => r.id === readText(KEY)) ?? this.rooms[0] ?? null;
    this.draw = () => desk.draw();
  }

  get id(): string {
    return this.open?.id ?? "";
  }

  /** Lets the open room look at the store for the first time. */
  async begin(): Promise<void> {
    if (this.begun) return;
    this.begun = true;
    await this.open?.shown?.(true);
  }

  show(id: string): void {
    const next = this.rooms.find((r) => r.id === id);
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
    await Promise.all(this.rooms.map((r) => r.ran?.(run)));
  }

  async turned(): Promise<void> {
    await Promise.all(this.rooms.map((r) => r.turned?.()));
  }

  tabs(): TemplateResult {
    return html`<fieldset class="tabs side-tabs"><legend class="vh">${t("play.panel")}</legend>${this.rooms.map(
      (r) => html`<label><input type="radio" name="room" value=${r.id} .checked=${r === this.open}
        @change=${() => this.show(r.id)}><span>${icon(r.icon)}${t(r.title)}${count(r)}</span></label>`,
    )}</fieldset>`;
  }

  panels(): TemplateResult[] {
    return this.rooms.map(
      (r) => html`<div class="pane-scroll" data-panel=${r.id} tabindex="0" role="group" aria-label=${t(r.title)}
        ?hidden=${r !== this.open}>${r.element}</div>`,
    );
  }
}

function count(room: Room): TemplateResult | typeof nothing {
  const n = room.count?.() ?? 0;
  return n ? html` <b class="count">${num(n)}</b>` : nothing;
}

/** The rooms in the order of their tabs. A new one is a line here. */
const ROOMS: readonly ((desk: Desk) => Room)[] = [
  dataRoom,
  logRoom,
  timeRoom,
  mapRoom,
  racesRoom,
  faultsRoom,
  limitsRoom,
  sandboxRoom,
];
