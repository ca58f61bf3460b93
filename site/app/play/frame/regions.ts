// On a phone one part of the playground is seen at a time: the script, the results, or a panel. Elsewhere the same
// parts are regions that F6 goes round.
import { html, type TemplateResult } from "lit";
import { t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import type { SidePanel } from "./side-panel.ts";

const REGIONS = [".doc-tab[aria-current]", "rk-editor, rk-plain", ".side-tabs input:checked"];

export class Regions {
  private readonly phone = matchMedia("(width < 50rem)");
  private part = "script";
  private ready = false; // the data are there

  constructor(
    private readonly host: HTMLElement,
    private readonly side: SidePanel,
    private readonly draw: () => void,
  ) {
    host.dataset.part = this.part;
    this.phone.addEventListener("change", () => this.ready && this.begin());
  }

  get narrow(): boolean {
    return this.phone.matches;
  }

  /** The open panel looks at the store when it can be seen: on a phone not before it is chosen. */
  async begin(): Promise<void> {
    this.ready = true;
    if (!this.narrow) await this.side.begin();
  }

  show(part: string): void {
    this.part = part;
    this.host.dataset.part = this.side.panels.some((r) => r.id === part) ? "room" : part;
    this.side.show(part);
    this.draw();
  }

  /** Moves the focus to the next region, or to the one before. */
  region(by: 1 | -1): void {
    const list = REGIONS.flatMap((r) => this.host.querySelector<HTMLElement>(r) ?? []).filter((e) =>
      e.checkVisibility(),
    );
    const here = list.findIndex((e) => regionOf(e)?.contains(document.activeElement));
    list.at((here + by + list.length) % list.length)?.focus();
  }

  bar(): TemplateResult {
    const panels = this.side.inSight.filter((r) => r.part);
    return html`<fieldset class="bottom-bar"><legend
      class="vh">${t("play.parts")}</legend>${this.choice("script", "script", t("play.script"))}${this.choice(
        "results",
        "list",
        t("play.results"),
      )}${panels.map((r) => this.choice(r.id, r.icon, t(r.title)))}</fieldset>`;
  }

  private choice(part: string, name: string, word: string): TemplateResult {
    return html`<label><input type="radio" name="part" value=${part} .checked=${part === this.part} @change=${() =>
      this.show(part)}><span>${icon(name)}${word}</span></label>`;
  }
}

function regionOf(e: Element): Element | null {
  return e.closest(".doc-bar, .pane-script, .pane-side");
}
