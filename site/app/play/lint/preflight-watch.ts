// Looks whether a script has transactions; what is said of them is loaded with the first.
import type { Desk } from "../workspace/workspace.ts";

const PAUSE = 150; // ms without a key

export class Preflights {
  private readonly desk: Desk;
  private timer = 0;
  private shown = false;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  /** The text has changed, or is read again. */
  follow(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.show(), PAUSE);
  }

  private async show(): Promise<void> {
    if (!this.shown && !this.desk.pane.parsed.blocks.some((b) => b.batch)) return;
    this.shown = true;
    const [{ showFlights }, { needSheet }] = await Promise.all([
      import("./preflight.ts"),
      import("../../ui/style-sheets.ts"),
    ]);
    await needSheet("log");
    showFlights(this.desk);
  }
}
