// The document that is open: its text, its name, and the way to another one.
import type { Token } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";
import type { PlayDocument } from "../documents/documents.ts";
import { keepEarlier } from "../documents/earlier.ts";
import type { Desk } from "../workspace/workspace.ts";
import { KeptText } from "./kept-text.ts";
import { closeLink } from "./open-link.ts";

/** Who has to know that the document is another one. */
export interface DocumentWatch {
  left(): void; // what ran belongs to the document before
  came(): Promise<void>; // its data can be brought
  edited(text: string): void; // its text is another one
}

export class OpenDocument {
  now: PlayDocument;
  renaming = false;
  readonly text: KeptText;
  private readonly desk: Desk & HTMLElement;
  private readonly watch: DocumentWatch;
  private turning: Promise<void> = Promise.resolve(); // to another document

  constructor(desk: Desk & HTMLElement, watch: DocumentWatch) {
    this.desk = desk;
    this.watch = watch;
    this.text = new KeptText(() => desk.draw());
    this.now = desk.documents.list[0] ?? this.untitled();
  }

  untitled(): PlayDocument {
    return this.desk.documents.add(t("docs.untitled"));
  }

  /** Turns to the text of the current document, null if none is kept. */
  readText(): ReturnType<KeptText["turn"]> {
    this.desk.pane.language = this.now.language ?? "http";
    return this.text.turn(this.now);
  }

  keep(text: string, tokens: Token[]): void {
    this.watch.edited(text);
    this.text.keep(this.now, text, tokens);
  }

  async turn(id: string): Promise<void> {
    const document = this.desk.documents.open(id);
    await (document ? this.turnTo(document) : this.turning);
  }

  /** Turns to another document. A run ends first: what it did belongs to the document that it began in. */
  turnTo(document: PlayDocument, text?: string, seen?: () => void): Promise<void> {
    const { pane, store } = this.desk;
    store.making?.stop();
    this.turning = this.turning.then(async () => {
      await pane.stop();
      this.now = document;
      const draft = this.readText();
      this.renaming = false;
      this.watch.left();
      pane.load(text ?? draft?.text ?? document.sample.text, draft?.tokens ?? []);
      if (text) this.keep(text, []);
      this.desk.draw();
      seen?.();
      await this.watch.came();
    });
    return this.turning;
  }

  /** Begins with the first text again; the text of now is kept among the earlier ones. */
  beginAgain(): void {
    const { pane } = this.desk;
    keepEarlier(this.now.id, pane.text, Date.now());
    this.text.forget();
    pane.load(this.now.sample.text);
  }

  close(id: string): void {
    const { desk } = this;
    if (desk.documents.find(id)?.sample.link) return void closeLink(desk);
    const { title } = this.now;
    const at = desk.documents.list.findIndex((d) => d.id === id);
    desk.documents.close(id);
    void this.turnTo(desk.documents.list[Math.max(0, at - 1)] ?? this.untitled());
    void this.turning.then(() => {
      desk.say(t("docs.closed", { title }), { word: t("docs.closed.undo"), press: () => void this.turn(id) });
    });
  }

  rename(): void {
    this.renaming = true;
    this.desk.draw();
    const field = this.desk.querySelector<HTMLInputElement>(".doc-rename input");
    field?.focus();
    field?.select();
  }

  renamed(title: string | null): void {
    if (!this.renaming) return;
    this.renaming = false;
    if (title !== null) this.desk.documents.rename(this.now.id, title);
    this.update();
    this.desk.querySelector<HTMLElement>(".doc-tab[aria-current]")?.focus();
  }

  setFresh(on: boolean): void {
    this.desk.documents.setFresh(this.now.id, on);
    this.update();
  }

  /** Takes over what the list says of the current document. */
  private update(): void {
    this.now = this.desk.documents.find(this.now.id) ?? this.now;
    this.desk.draw();
  }
}
