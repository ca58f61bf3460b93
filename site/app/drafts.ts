// The learner's text, kept in this browser: written 300 ms after the last edit, and when the page goes.
import type { Token } from "./types.ts";

export interface Draft {
  text: string;
  tokens: Token[]; // so that it has its colours before the engine is there
  hash: string; // of the text that it began as
  at: number; // milliseconds since 1970
}

export type Saved = { state: "none" } | { state: "saved" | "restored"; at: number } | { state: "private" } | { state: "foreign" };

const DELAY = 300; // ms
const PREFIX = "rowkey/draft/";

/** Keeps one draft. It tells its state through a callback. */
export class Drafts {
  private readonly key: string;
  private readonly hash: string;
  private readonly tell: (s: Saved) => void;
  private pending: Draft | null = null;
  private last = ""; // text that was loaded or written
  private timer = 0;

  constructor(id: string, hash: string, tell: (s: Saved) => void) {
    this.key = PREFIX + id;
    this.hash = hash;
    this.tell = tell;
    addEventListener("pagehide", this.flush);
    addEventListener("storage", this.foreign);
  }

  /** Stops listening; what is pending is written. */
  close(): void {
    this.flush();
    removeEventListener("pagehide", this.flush);
    removeEventListener("storage", this.foreign);
  }

  /** Returns what was kept; its hash may be that of an older text. */
  load(): Draft | null {
    const draft = readDraft(this.key);
    this.last = draft?.text ?? "";
    return draft;
  }

  /** Keeps a text; the same text with other colours is kept without a word. */
  save(text: string, tokens: Token[]): void {
    this.pending = { text, tokens, hash: this.hash, at: Date.now() };
    clearTimeout(this.timer);
    this.timer = window.setTimeout(this.flush, DELAY);
  }

  forget(): void {
    clearTimeout(this.timer);
    this.pending = null;
    try {
      localStorage.removeItem(this.key);
    } catch {
      // nothing was kept
    }
    this.tell({ state: "none" });
  }

  readonly flush = (): void => {
    clearTimeout(this.timer);
    const draft = this.pending;
    if (!draft) return;
    this.pending = null;
    try {
      localStorage.setItem(this.key, JSON.stringify(draft));
      if (draft.text !== this.last) this.tell({ state: "saved", at: draft.at });
      this.last = draft.text;
    } catch {
      this.tell({ state: "private" });
    }
  };

  private readonly foreign = (e: StorageEvent): void => {
    if (e.key === this.key && e.newValue !== null && readDraft(this.key)?.text !== this.last) this.tell({ state: "foreign" });
  };
}

/** Tells whether a draft is kept under an id. */
export function hasDraft(id: string): boolean {
  return readDraft(PREFIX + id) !== null;
}

function readDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? "null") as Partial<Draft> | null;
    return typeof draft?.text === "string" ? { text: draft.text, tokens: draft.tokens ?? [], hash: draft.hash ?? "", at: draft.at ?? 0 } : null;
  } catch {
    return null;
  }
}
