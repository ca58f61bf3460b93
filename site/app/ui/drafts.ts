// The learner's text, kept in this browser: written 300 ms after the last edit, and when the page goes.

import type { Token } from "../engine/types.ts";
import {
  dropAside,
  dropText,
  keepText,
  objectOf,
  readAside,
  readJSON,
  readText,
  setAside,
  type Trouble,
} from "./storage.ts";

export interface Draft {
  text: string;
  tokens: Token[]; // so that it has its colours before the engine is there
  hash: string; // of the text that it began as
  at: number; // milliseconds since 1970
}

export type Saved =
  | { state: "none" }
  | { state: "saved" | "restored"; at: number }
  | { state: "unsaved"; why: Trouble }
  | { state: "foreign" };

const DELAY = 300; // ms
export const PREFIX = "rowkey/draft/"; // of keys; the id of the draft follows

/** Keeps one draft. It tells its state through a callback. */
export class Drafts {
  private readonly key: string;
  private pending: Draft | null = null;
  private last = ""; // text that was loaded or written
  private timer = 0;

  constructor(
    id: string,
    private readonly hash: string,
    private readonly tell: (s: Saved) => void,
  ) {
    this.key = PREFIX + id;
    addEventListener("pagehide", this.flush);
    addEventListener("storage", this.foreign);
    addEventListener("pageshow", this.again);
  }

  /** Stops listening; what is pending is written. */
  close(): void {
    this.flush();
    removeEventListener("pagehide", this.flush);
    removeEventListener("storage", this.foreign);
    removeEventListener("pageshow", this.again);
  }

  /** Everything that was typed here is kept, so that the text of another tab may take its place. */
  get idle(): boolean {
    return this.pending === null;
  }

  /** Gives up what waits to be kept: another text is there, and the reader has to say which of them stays. */
  hold(): void {
    clearTimeout(this.timer);
    this.pending = null;
  }

  /** Returns what was kept; its hash may be that of an older text. What cannot be read is set aside. */
  load(): Draft | null {
    const draft = readDraft(this.key);
    if (!draft) setAside(this.key);
    this.last = draft?.text ?? "";
    return draft;
  }

  /** What was kept here and cannot be read, null if there is nothing of the kind. */
  get aside(): string | null {
    return readAside(this.key);
  }

  dropAside(): void {
    dropAside(this.key);
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
    dropText(this.key);
    this.tell({ state: "none" });
  }

  readonly flush = (): void => {
    clearTimeout(this.timer);
    const draft = this.pending;
    if (!draft) return;
    this.pending = null;
    const why = keepText(this.key, JSON.stringify(draft));
    if (why) return this.tell({ state: "unsaved", why });
    if (draft.text !== this.last) this.tell({ state: "saved", at: draft.at });
    this.last = draft.text;
  };

  private readonly foreign = (e: StorageEvent): void => {
    if (e.key === this.key) this.compare();
  };

  /** A page that comes back as it was left has heard nothing meanwhile. */
  private readonly again = (e: PageTransitionEvent): void => {
    if (e.persisted) this.compare();
  };

  private compare(): void {
    const draft = readDraft(this.key);
    if (draft && draft.text !== this.last) this.tell({ state: "foreign" });
  }
}

/** Removes a draft that nobody has open. */
export function forgetDraft(id: string): void {
  dropText(PREFIX + id);
  dropAside(PREFIX + id);
}

/** Says whether anything is kept under an id. */
export function hasDraft(id: string): boolean {
  return readText(PREFIX + id) !== null;
}

/** Returns the text that is kept under an id, null if there is none. */
export function draftText(id: string): string | null {
  return readDraft(PREFIX + id)?.text ?? null;
}

function readDraft(key: string): Draft | null {
  return draftOf(readJSON(key));
}

/** Reads a draft of any origin: null without a text; colours that do not fit the text are left out. */
export function draftOf(x: unknown): Draft | null {
  const { text, tokens, hash, at } = objectOf(x);
  if (typeof text !== "string") return null;
  return {
    text,
    tokens: tokensOf(tokens, text.length),
    hash: typeof hash === "string" ? hash : "",
    at: typeof at === "number" ? at : 0,
  };
}

/** Returns tokens if all of them are in order and inside a text of some length; else none, and the parser colours the
 * text. */
function tokensOf(x: unknown, length: number): Token[] {
  if (!Array.isArray(x)) return [];
  let end = 0;
  const fits = (token: unknown): token is Token => {
    if (!Array.isArray(token)) return false;
    const [from, to, kind] = token as unknown[];
    if (!isPlace(from) || !isPlace(to) || from < end || to <= from || to > length) return false;
    end = to;
    return typeof kind === "string" && /^\w+$/.test(kind);
  };
  return x.every(fits) ? x : [];
}

function isPlace(x: unknown): x is number {
  return Number.isInteger(x);
}
