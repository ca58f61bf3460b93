// The two panes and the handle between them: drag it, use the arrow keys, or one of three buttons. What was chosen
// is kept in this browser, the share for each class of window on its own.
import { html, type TemplateResult } from "lit";
import { type Key, t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { keepText, readJSON } from "../../ui/storage.ts";
import { fitting, LEAST, MOST, type Open, openAfter, shareAfter, type Width, type Widths, widthsOf } from "./widths.ts";

const KEY = "rowkey/panes";
const BUTTONS: readonly [open: Open, icon: string, word: Key][] = [
  ["script", "onlys", "panes.script"],
  ["both", "both", "panes.both"],
  ["panel", "onlyp", "panes.panel"],
];

export class Panes {
  private readonly roomy = matchMedia("(width >= 80rem)");
  private widths: Widths = widthsOf(readJSON(KEY));

  constructor(
    private readonly host: HTMLElement,
    private readonly draw: () => void,
  ) {
    this.roomy.addEventListener("change", () => this.apply());
  }

  get open(): Open {
    return this.widths.open;
  }

  /** Sets what the style sheet goes by. */
  apply(): void {
    this.host.dataset.open = this.widths.open;
    this.host.style.setProperty("--share", `${this.share}%`);
    this.draw();
  }

  show(open: Open): void {
    this.change({ open });
  }

  step(by: -1 | 1): void {
    this.show(openAfter(this.widths.open, by));
  }

  handle(): TemplateResult {
    return html`<div class="split-handle" role="separator" aria-orientation="vertical" aria-label=${t("panes.handle")}
      tabindex="0"
      aria-valuenow=${this.share} aria-valuemin=${LEAST} aria-valuemax=${MOST} aria-valuetext=${t("panes.share", {
        n: this.share,
      })} @keydown=${this.key} @pointerdown=${this.grab} @pointermove=${this.drag}></div>`;
  }

  buttons(): TemplateResult {
    return html`<fieldset class="open-panes"><legend class="vh">${t("panes.label")}</legend>${BUTTONS.map(
      ([open, name, word]) => html`<label title=${t(word)}><input type="radio" name="open-panes" value=${open}
        .checked=${open === this.open} @change=${() => this.show(open)}><span>${icon(name)}<span
        class="vh">${t(word)}</span></span></label>`,
    )}</fieldset>`;
  }

  private get width(): Width {
    return this.roomy.matches ? "wide" : "medium";
  }

  private get share(): number {
    return this.widths[this.width];
  }

  private change(some: Partial<Widths>): void {
    this.widths = { ...this.widths, ...some };
    keepText(KEY, JSON.stringify(this.widths));
    this.apply();
  }

  private readonly key = (e: KeyboardEvent): void => {
    const share = shareAfter(e.key, this.share, getComputedStyle(this.host).direction === "rtl");
    if (share === null) return;
    e.preventDefault();
    this.change({ [this.width]: share });
  };

  private readonly grab = (e: PointerEvent): void => {
    (e.currentTarget as HTMLElement).setPointerCapture(e.pointerId);
    e.preventDefault();
  };

  private readonly drag = (e: PointerEvent): void => {
    const handle = e.currentTarget as HTMLElement;
    if (!handle.hasPointerCapture(e.pointerId)) return;
    const { left, width } = this.host.getBoundingClientRect();
    const share = (100 * (e.clientX - left)) / width;
    this.change({ [this.width]: fitting(getComputedStyle(this.host).direction === "rtl" ? 100 - share : share) });
  };
}
