// What happens to the data of the playground besides runs: they are brought, reset, taken back and kept, and the reader
// is told what could not be.
import { t } from "../ui/i18n.ts";
import type { Trouble } from "../ui/storage.ts";
import type { Workspace } from "./workspace/workspace.ts";

/** Who has to know that the data are others. */
export interface DataWatch {
  turned(): Promise<void>; // the panels look again
  forget(): void; // the runs belong to data that are no more
}

export class DataChanges {
  constructor(
    private readonly workspace: Workspace,
    private readonly watch: DataWatch,
  ) {}

  /** Brings the data of the document, and says if what was kept of them could not be read. */
  async bring(): Promise<void> {
    const { store, document } = this.workspace;
    const { link } = document.sample;
    await store.turn(document.id, document.sample, !link);
    this.workspace.draw(); // another tab may keep the data
    if (link && !link.ran) return store.hold().catch(() => undefined);
    await store.load().catch(() => undefined); // the first run says what is wrong
    const { unread, spoilt } = store;
    if (spoilt) this.workspace.say(t("play.data.aside"));
    else if (unread) this.tell(unread);
  }

  /** Keeps the data as they are, and says if they cannot be. */
  async keep(): Promise<void> {
    this.tell(await this.workspace.store.keep());
  }

  async reset(): Promise<void> {
    const why = await this.empty();
    this.workspace.say(t("play.reset.done"), this.undo);
    this.tell(why);
  }

  /** Runs something from fresh data, or from none. What that may have taken away comes back with one press. */
  async afresh(run: () => Promise<void>, asked: boolean, bare = false): Promise<void> {
    const { store } = this.workspace;
    const { byHand } = store;
    const why = await this.empty(bare);
    await run();
    const stays = byHand; // no later run brings it again
    if ((asked || byHand) && store.undoable) this.workspace.say(t("play.reset.ran"), { ...this.undo, stays });
    this.tell(why);
  }

  private get undo() {
    return { word: t("play.reset.undo"), press: () => void this.undoReset() };
  }

  /** Resets the data with a text that begins again. */
  async startOver(): Promise<void> {
    const why = await this.empty();
    this.workspace.say(t("docs.over.done"), this.undo);
    this.tell(why);
  }

  /** Brings the data to what the document begins with, and clears the results; returns why the old data are still
   * kept. */
  async empty(bare = false): Promise<Trouble | null> {
    const { pane, store } = this.workspace;
    const why = await store.reset(async () => {
      await pane.stop();
      pane.clearResults();
      this.watch.forget();
    }, bare);
    await this.watch.turned();
    return why;
  }

  async undoReset(): Promise<void> {
    await this.turnBack(-1);
  }

  /** Takes the last reset back, or does it again. */
  private async turnBack(by: -1 | 1): Promise<void> {
    const { store, pane } = this.workspace;
    await pane.stop();
    const why = await (by < 0 ? store.undoReset() : store.redoReset());
    await this.changed();
    this.workspace.say(t(by < 0 ? "play.reset.undone" : "play.reset.redone"));
    this.tell(why);
  }

  async changed(): Promise<void> {
    await this.workspace.store.note();
    this.workspace.draw();
    await this.keep();
    await this.watch.turned();
  }

  /** Takes the last change of the data back, which may be a reset, or brings the next one again. */
  async step(by: -1 | 1): Promise<void> {
    const { store } = this.workspace;
    const { journal } = store;
    const change = by < 0 ? journal.undoable : journal.redoable;
    if (!change && (by < 0 ? store.undoable : store.redoable)) return this.turnBack(by);
    if (!change) return;
    await this.goTo(by < 0 ? change.from : change.to);
    this.workspace.say(t(by < 0 ? "undo.done" : "undo.redone", { change: change.label }));
  }

  async goTo(place: number, look = false): Promise<void> {
    await this.workspace.pane.stop();
    const why = await this.workspace.store.goTo(place, look);
    this.workspace.draw();
    await this.watch.turned();
    this.tell(why);
    if (!look) dispatchEvent(new CustomEvent("data:place")); // for what goes with a change
  }

  /** Says why data are not kept. Those that could not be read may still be there, so nothing is written over them. */
  private tell(why: Trouble | null): void {
    if (!why) return;
    const hidden = this.workspace.store.unread !== null && why !== "blocked" && why !== "private";
    this.workspace.say(t(hidden ? "play.data.unread" : "play.data.not", { why: t(`storage.${why}`) }));
  }
}
