// What stands in an open popover stays as it is until the popover closes, so that no line changes under the hand.
import { noChange } from "lit";
import { AsyncDirective, directive } from "lit/async-directive.js";
import type { ChildPart } from "lit/directive.js";

class Steady extends AsyncDirective {
  #newest: (() => unknown) | null = null; // what came while the popover was open

  override render(draw: () => unknown): unknown {
    return draw();
  }

  override update(part: ChildPart, [draw]: [() => unknown]): unknown {
    const list = part.parentNode as Element;
    if (!list.matches(":popover-open")) return this.render(draw);
    if (!this.#newest) list.addEventListener("toggle", () => this.#closed(), { once: true });
    this.#newest = draw;
    return noChange;
  }

  #closed(): void {
    const draw = this.#newest;
    this.#newest = null;
    if (draw && this.isConnected) this.setValue(draw());
  }
}

/** Draws the whole content of a popover: at once while it is closed, or else when it closes. */
export const steady = directive(Steady);
