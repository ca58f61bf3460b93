// The controls of a block: who sends it, and its Run button. They stand in the editor, beside the first line.
import { html, nothing, render } from "lit";
import type { Tools } from "../editor/script-editor.ts";
import { t } from "../ui/i18n.ts";
import { icon } from "../ui/icons.ts";
import type { Unit } from "./units.ts";

export class BlockTools {
  private readonly made = new Map<number, HTMLElement>(); // by number of the unit
  private readonly run: (n: number) => void;

  constructor(run: (n: number) => void) {
    this.run = run;
  }

  /** Returns the controls of all units; elements are used again, so that the focus stays. */
  of(units: readonly Unit[]): Tools[] {
    return units.map((u) => ({ firstLine: u.firstLine, lastLine: u.lastLine, element: this.draw(u) }));
  }

  private draw(u: Unit): HTMLElement {
    const element = this.made.get(u.n) ?? document.createElement("div");
    this.made.set(u.n, element);
    element.className = "cell-tools";
    const client = u.blocks[0]?.client ?? "";
    const many = u.blocks.length > 1;
    render(
      html`${client ? html`<span class="client" data-client=${client}>${client}</span>` : nothing}<button type="button" class="run"
      aria-label=${t(many ? "run.batch" : "run.request", { n: u.n, title: u.title })} @click=${() => this.run(u.n)}>${icon(
        "run",
      )}<span>${t(many ? "cell.runbatch" : "cell.run")}</span><kbd aria-hidden="true">⌃⏎</kbd></button>`,
      element,
    );
    return element;
  }
}
