// The Run button of each block. It stands in the gutter, so that it never covers text.
import { html, render } from "lit";
import type { Tools } from "../editor/script-editor.ts";
import { t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import { titleLine, type Unit } from "./units.ts";

export class BlockTools {
  private readonly made = new Map<number, HTMLElement>(); // by number of the unit
  private readonly drawn = new Map<number, string>(); // title and kind of the unit that its element shows

  constructor(private readonly run: (n: number) => void) {}

  /** Returns the controls of all units of a text; elements are used again, so that the focus stays. */
  of(units: readonly Unit[], text: string): Tools[] {
    const lines = text.split("\n");
    return units.map((u) => ({ line: titleLine(u, lines), element: this.draw(u) }));
  }

  private draw(u: Unit): HTMLElement {
    const element = this.made.get(u.n) ?? document.createElement("div");
    const key = u.blocks.length > 1 ? "run.batch" : "run.request";
    if (this.drawn.get(u.n) === key + u.title) return element;
    this.drawn.set(u.n, key + u.title);
    this.made.set(u.n, element);
    element.className = "cell-tools";
    const label = t(key, { n: u.n, title: u.title });
    render(
      html`<button type="button" class="run-at" aria-label=${label} title=${label}
        @click=${() => this.run(u.n)}>${icon("run")}</button>`,
      element,
    );
    return element;
  }
}
