// What follows the typing: the bars are drawn again, and after a pause what can be said of a script before it is sent.
import { SqlHints } from "../sql/sql-hint.ts";
import type { Data, Screen, Script, Tabs } from "../workspace/workspace.ts";

/** Returns a function that does some work once it has not been called for a while. */
function afterPause(ms: number, work: () => void): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(work, ms);
  };
}

export class Typing {
  private readonly hints: SqlHints;
  private readonly draw = afterPause(150, () => this.workspace.draw());
  private readonly flights = afterPause(150, () => void this.showFlights());
  private readonly marks = afterPause(800, () => void this.showMarks());
  private blank: boolean | null = null;
  private hasFlights = false;
  private marked = ""; // the text that was looked at last

  constructor(
    private readonly workspace: Data & Tabs & Script & Screen,
    private readonly running: () => boolean,
  ) {
    this.hints = new SqlHints(workspace.pane, async () =>
      workspace.engine.state === "ready" ? workspace.control.tables() : [],
    );
    workspace.engine.addEventListener("state", () => this.hints.again());
  }

  /** The text is another one, or is read again. A key costs no drawing, unless the text becomes empty or stops being
   * so. */
  follow(text: string): void {
    const blank = !/\S/.test(text);
    if (blank !== this.blank) this.workspace.draw();
    else this.draw();
    this.blank = blank;
    if (this.workspace.document.language === "js") return;
    this.hints.follow();
    this.flights();
    this.marks();
  }

  /** Says what a line is that is no request, if anything can be said. */
  answer(line: number): boolean {
    return this.hints.answer(line);
  }

  /** The data are others: what was said of the script may be wrong. */
  again(): void {
    this.marked = "";
    this.marks();
    this.hints.again();
  }

  /** Shows transactions before they are sent; what is said of them is loaded with the first. */
  private async showFlights(): Promise<void> {
    const { workspace } = this;
    if (!this.hasFlights && !workspace.pane.parsed.blocks.some((b) => b.batch)) return;
    this.hasFlights = true;
    const [{ showFlights }, { needSheet }] = await Promise.all([
      import("../lint/preflight.ts"),
      import("../../ui/style-sheets.ts"),
    ]);
    await needSheet("log");
    showFlights(workspace);
  }

  /** Marks what the linter finds, but never in a script that came with a link and did not run. */
  private async showMarks(): Promise<void> {
    const { pane, document, engine, store } = this.workspace;
    const { link } = document.sample;
    const quiet = document.language === "js" || (link && !link.ran) || store.making || store.journal.past;
    if (quiet || engine.state !== "ready" || this.running() || pane.text === this.marked || !pane.requests.length)
      return;
    this.marked = pane.text;
    const { showMarks } = await import("../lint/lint-watch.ts");
    await showMarks(this.workspace);
  }
}
