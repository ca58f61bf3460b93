// The text of the document that is open, kept in this browser; what came with a link is kept by its tab alone.
import { html, nothing, type TemplateResult } from "lit";
import type { Token } from "../../engine/types.ts";
import type { ScriptPane } from "../../script/pane.ts";
import { asideWords, savedWords } from "../../ui/draft-status.ts";
import { type Draft, Drafts, hasDraft, type Saved } from "../../ui/drafts.ts";
import { t } from "../../ui/i18n.ts";
import { icon } from "../../ui/icons.ts";
import { keepText, readText } from "../../ui/storage.ts";
import { DRAFT, type PlayDocument } from "../documents/documents.ts";
import { LAST } from "../documents/sample.ts";
import { forgetVisit, keepVisit, visitText } from "../documents/visit-text.ts";

/** The id of the document that was open last, null before the first. */
export const lastDocument = (): string | null => readText(LAST);

export class KeptText {
  private drafts: Drafts | null = null;
  private saved: Saved = { state: "none" };

  constructor(private readonly draw: () => void) {}

  get open(): boolean {
    return this.drafts !== null;
  }

  /** Turns to the text of another document, null if none is kept. */
  turn(document: PlayDocument): Draft | null {
    this.close();
    this.saved = { state: "none" };
    if (document.sample.link) return visitDraft(document.id);
    this.drafts = new Drafts(DRAFT + document.id, "", (s) => {
      this.saved = s;
      this.draw();
    });
    if (!document.sample.card) keepText(LAST, document.id);
    const draft = this.drafts.load();
    if (draft) this.saved = { state: "restored", at: draft.at };
    return draft;
  }

  close(): void {
    this.drafts?.close();
    this.drafts = null;
  }

  /** Keeps a text, unless it is the one that the document began with. */
  keep({ id, sample }: PlayDocument, text: string, tokens: Token[]): void {
    if (sample.link) return text === sample.text ? forgetVisit(id) : keepVisit(id, text);
    if (text === sample.text && !hasDraft(DRAFT + id)) return;
    this.drafts?.save(text, tokens);
  }

  forget(): void {
    this.drafts?.forget();
  }

  /** Says whether the text is kept, and offers the one of another tab. */
  words(document: PlayDocument, pane: ScriptPane): TemplateResult {
    if (document.sample.link) return html`${offlineChip()}<span class="saved">${t("opened.unsaved")}</span>`;
    const saved = savedWords(this.saved, {
      load: () => pane.load(this.drafts?.load()?.text ?? pane.text),
      keep: () => this.drafts?.save(pane.text, []),
    });
    return html`${offlineChip()}${saved}${asideWords(this.drafts, this.draw)}`;
  }
}

/** A word in the bar while there is no network. */
function offlineChip(): TemplateResult | typeof nothing {
  return navigator.onLine
    ? nothing
    : html`<span class="chip off-chip" role="status">${icon("check")}${t("offline.chip")}</span>`;
}

function visitDraft(id: string): Draft | null {
  const text = visitText(id);
  return text === null ? null : { text, tokens: [], hash: "", at: 0 };
}
