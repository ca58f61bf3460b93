// The history of one entity: who has changed which property, from what to what.
import { html, nothing, type TemplateResult } from "lit";
import { cellText, columnsOf, propertyOf, shortened } from "../../answer/entities.ts";
import type { Entity, EntityVersion } from "../../engine/types.ts";
import { button } from "../../ui/buttons.ts";
import { t, time } from "../../ui/i18n.ts";
import { type Place, writeBack } from "../grid/grid-requests.ts";
import { sendAll } from "../grid/grid-send.ts";
import type { Data, Screen } from "../workspace/workspace.ts";

export class EntityHistory {
  private place: Place | null = null;
  private versions: EntityVersion[] = [];

  constructor(
    private readonly workspace: Data & Screen,
    private readonly draw: () => void,
  ) {
    addEventListener("grid:history", (e) => {
      this.place = (e as CustomEvent<Place>).detail;
    });
  }

  async look(): Promise<void> {
    const { place } = this;
    if (!place) return;
    this.versions = await this.workspace.control.versions(place.table, place.partition, place.row).catch(() => []);
  }

  view(): TemplateResult | typeof nothing {
    const { place } = this;
    if (!place) return html`<p class="side-note muted">${t("time.entity.how")}</p>`;
    const label = t("time.entity", { table: place.table });
    return html`<section class="tm-hist"><h2>${label} <span class="pk">${place.partition}</span> <span
      class="rk">${place.row}</span></h2>${
        this.versions.length ? this.table(label) : html`<p class="muted">${t("time.entity.none")}</p>`
      }</section>`;
  }

  private table(label: string): TemplateResult {
    return html`<div class="grid-scroll" tabindex="0" role="group" aria-label=${label}><table class="changes"><caption
      class="vh">${label}</caption>
      <thead><tr><th scope="col">${t("time.time")}</th><th scope="col">${t("time.by")}</th><th scope="col">${t(
        "time.property",
      )}</th><th scope="col">${t("time.before")}</th><th
      scope="col">${t("time.after")}</th></tr></thead><tbody>${this.versions.map((v) =>
        this.version(v),
      )}</tbody></table></div>`;
  }

  private version(v: EntityVersion): TemplateResult[] {
    const { journal } = this.workspace.store;
    const change = journal.list.find((c) => c.to >= v.at);
    const head = html`<td>${time(change?.time ?? journal.start.time)}</td><td>${change?.label ?? nothing}</td>`;
    const later = v.at > journal.at ? "" : nothing;
    const rows = differencesOf(v).map(
      ([name, before, after]) =>
        html`<td>${name}</td><td>${before === null ? nothing : html`<del>${before}</del>`}</td><td>${
          after === null ? nothing : html`<ins>${after}</ins>`
        }</td>`,
    );
    const word = v.before ? (v.after ? "" : t("time.entity.gone")) : t("time.entity.new");
    const body = word ? [html`<td colspan="3">${word} ${this.back(v)}</td>`, ...rows] : rows;
    return body.map((row, i) => html`<tr data-later=${later}>${i ? html`<td></td><td></td>` : head}${row}</tr>`);
  }

  /** A row that was deleted can be written back as it was. */
  private back(v: EntityVersion): TemplateResult | typeof nothing {
    const { place } = this;
    const old = v.before;
    if (!place || !old || v.after || v !== this.versions.at(-1)) return nothing;
    return button(t("time.entity.back"), () => void this.write(place, old), { kind: "small" });
  }

  private async write(place: Place, old: Entity): Promise<void> {
    const request = writeBack(place, old);
    const refused = await sendAll(this.workspace, [request], request.title);
    if (refused) this.workspace.say(refused);
    await this.look();
    this.draw();
  }
}

/** What has changed between two versions; null stands for no property. */
function differencesOf(v: EntityVersion): [name: string, before: string | null, after: string | null][] {
  const both = [v.before, v.after].flatMap((e) => e ?? []);
  const text = (e: Entity | null, name: string) => {
    const value = e ? propertyOf(e, name) : undefined;
    return value === undefined ? null : shortened(cellText(value));
  };
  return columnsOf(both, ["PartitionKey", "RowKey", "Timestamp"])
    .names.map((name): [string, string | null, string | null] => [name, text(v.before, name), text(v.after, name)])
    .filter(([, before, after]) => before !== after);
}
