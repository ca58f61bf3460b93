// The document that is open: its text, its name, and the way to another one.
import type { Token } from "../../engine/types.ts";
import { t } from "../../ui/i18n.ts";
import type { PlayDocument } from "../documents/documents.ts";
import { keepEarlier } from "../documents/earlier.ts";
import type { Workspace } from "../workspace/workspace.ts";
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
  private turning: Promise<void> = Promise.resolve(); // to another document
  private next: string | null = null; // the id of the one that was turned to last

  constructor(
    private readonly workspace: Workspace & HTMLElement,
    private readonly watch: DocumentWatch,
  ) {
    this.text = new KeptText(() => workspace.draw());
    this.now = workspace.documents.list[0] ?? this.untitled();
  }

  /** The id of the document that is open as soon as the run before it has ended. */
  get coming(): string {
    return this.next ?? this.now.id;
  }

  untitled(): PlayDocument {
    return this.workspace.documents.add(t("docs.untitled"));
  }

  /** Turns to the text of the current document, null if none is kept. */
  readText(): ReturnType<KeptText["turn"]> {
    this.workspace.pane.language = this.now.language ?? "http";
    return this.text.turn(this.now);
  }

  keep(text: string, tokens: Token[]): void {
    this.watch.edited(text);
    this.text.keep(this.now, text, tokens);
  }

  async turn(id: string): Promise<void> {
    const document = this.workspace.documents.open(id);
    await (document ? this.turnTo(document) : this.turning);
  }

  /** Turns to another document. A run ends first: what it did belongs to the document that it began in. */
  turnTo(document: PlayDocument, text?: string, seen?: () => void): Promise<void> {
    this.workspace.store.making?.stop();
    this.next = document.id;
    this.workspace.draw(); // a new one has its tab at once
    this.turning = this.turning.then(async () => {
      await this.workspace.pane.stop();
      this.show(document, text);
      seen?.();
      await this.watch.came();
    });
    return this.turning;
  }

  private show(document: PlayDocument, text?: string): void {
    const { pane } = this.workspace;
    this.now = document;
    const draft = this.readText();
    this.renaming = false;
    this.watch.left();
    pane.load(text ?? draft?.text ?? document.sample.text, draft?.tokens ?? []);
    if (text) this.keep(text, []);
    this.workspace.draw();
  }

  /** Begins with the first text again; the text of now is kept among the earlier ones. */
  beginAgain(): void {
    const { pane } = this.workspace;
    keepEarlier(this.now.id, pane.text, Date.now());
    this.text.forget();
    pane.load(this.now.sample.text);
  }

  close(id: string): void {
    const { workspace } = this;
    if (workspace.documents.find(id)?.sample.link) return void closeLink(workspace);
    const { title } = this.now;
    const at = workspace.documents.list.findIndex((d) => d.id === id);
    workspace.documents.close(id);
    if (this.coming === id) void this.turnTo(workspace.documents.list[Math.max(0, at - 1)] ?? this.untitled());
    void this.turning.then(() => {
      workspace.say(t("docs.closed", { title }), { word: t("docs.closed.undo"), press: () => void this.turn(id) });
    });
  }

  rename(): void {
    this.renaming = true;
    this.workspace.draw();
    const field = this.workspace.querySelector<HTMLInputElement>(".doc-rename input");
    field?.focus();
    field?.select();
  }

  renamed(title: string | null): void {
    if (!this.renaming) return;
    this.renaming = false;
    if (title !== null) this.workspace.documents.rename(this.now.id, title);
    this.update();
    this.workspace.querySelector<HTMLElement>(".doc-tab[aria-current]")?.focus();
  }

  setFresh(on: boolean): void {
    this.workspace.documents.setFresh(this.now.id, on);
    this.update();
  }

  /** Takes over what the list says of the current document. */
  private update(): void {
    this.now = this.workspace.documents.find(this.now.id) ?? this.now;
    this.workspace.draw();
  }
}
