// When to look at a script that has not been sent: after a pause, and never at one that came with a link and did not run.
import type { Desk } from "../workspace/workspace.ts";

const PAUSE = 800; // ms without a key

export class Rehearsals {
  private readonly desk: Desk;
  private readonly busy: () => boolean;
  private timer = 0;
  private seen = ""; // the text that was looked at last

  constructor(desk: Desk, busy: () => boolean) {
    this.desk = desk;
    this.busy = busy;
  }

  /** The text has changed, or is read again. */
  follow(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.look(), PAUSE);
  }

  /** The data are others. */
  again(): void {
    this.seen = "";
    this.follow();
  }

  private async look(): Promise<void> {
    const { pane, document, engine, store } = this.desk;
    const { link } = document.sample;
    const quiet = document.language === "js" || (link && !link.ran) || store.making || store.journal.past;
    if (quiet || engine.state !== "ready" || this.busy() || pane.text === this.seen || !pane.requests.length) return;
    this.seen = pane.text;
    const { showMarks } = await import("./lint-watch.ts");
    await showMarks(this.desk);
  }
}
