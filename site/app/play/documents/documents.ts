// The documents of the playground: which are open, how they are called, and which were closed last. Their texts are
// drafts (ui/drafts.ts), their data snapshots (keep-data.ts). Every change reads what is kept first: another tab may
// have changed it.

import type { Language } from "../../editor/script-editor.ts";
import { draftText, forgetDraft, hasDraft } from "../../ui/drafts.ts";
import { t } from "../../ui/i18n.ts";
import { keepText, objectOf, readJSON, type Trouble } from "../../ui/storage.ts";
import { forgetData } from "../data/keep-data.ts";
import { forgetSnapshots } from "../data/keep-snapshots.ts";
import { forgetSandbox } from "../data/sandbox-settings.ts";
import { forgetEarlier } from "./earlier.ts";
import type { Sample } from "./sample.ts";
import { forgetVisit, visitText } from "./visit-text.ts";

export interface Entry {
  id: string;
  title: string; // "" of a sample that has its own
  fresh: boolean; // each run of everything begins with fresh data
  language?: Language; // a script if it does not say
}

/** A document that is open. */
export interface PlayDocument extends Entry {
  sample: Sample; // what it began as
}

export interface Kept {
  open: Entry[];
  closed: Entry[]; // the last first; their texts are still there
}

const KEY = "rowkey/documents";
export const DRAFT = "play/"; // beginning of the ids of drafts
const CLOSED = 5; // that can be opened again
const LONGEST = 60; // characters of a title

/** Reads a list of documents of any origin, null if it is none. */
export function keptOf(x: unknown): Kept | null {
  const { open, closed } = objectOf(x);
  return Array.isArray(open) ? { open: entriesOf(open), closed: entriesOf(Array.isArray(closed) ? closed : []) } : null;
}

function entriesOf(list: readonly unknown[]): Entry[] {
  const seen = new Set<string>();
  return list.flatMap((x) => {
    const { id, title, fresh, language } = objectOf(x);
    if (typeof id !== "string" || !/^[\w-]*$/.test(id) || seen.has(id)) return [];
    seen.add(id);
    return [
      {
        id,
        title: typeof title === "string" ? title.slice(0, LONGEST) : "",
        fresh: fresh === true,
        ...(language === "js" ? { language } : {}),
      },
    ];
  });
}

/** Returns a name that no document has yet: "Untitled", "Untitled 2". */
export function freeTitle(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  for (let n = 2; ; n++) if (!taken.includes(`${wanted} ${n}`)) return `${wanted} ${n}`;
}

/** Tells whether a text creates a table, as a request or as a program. */
export function creates(text: string, table: string): boolean {
  const quoted = `["'\`]${table}["'\`]`;
  const asked = new RegExp(`\\bTableName["']?\\s*:\\s*${quoted}`, "i").test(text);
  return asked || (/\bcreateTable\b/.test(text) && new RegExp(quoted, "i").test(text));
}

export class Documents {
  trouble: Trouble | null = null; // why the list is not kept
  private readonly visiting: Entry[] = []; // documents of this visit alone
  private readonly visitors: Sample[] = [];
  private kept: Kept;

  constructor(readonly samples: readonly Sample[]) {
    this.kept = keptOf(readJSON(KEY)) ?? { open: this.first(), closed: [] };
  }

  get list(): PlayDocument[] {
    return [...this.kept.open, ...this.visiting].flatMap((e) => this.documentOf(e) ?? []);
  }

  get closed(): PlayDocument[] {
    return this.kept.closed.flatMap((e) => this.documentOf(e) ?? []);
  }

  find(id: string): PlayDocument | null {
    return this.list.find((d) => d.id === id) ?? null;
  }

  /** The first open document but one that creates a table by its text or before it, null if none does. */
  withTable(table: string, but: string): PlayDocument | null {
    const made = ({ id, sample }: PlayDocument) => {
      const text = (sample.link ? visitText(id) : draftText(DRAFT + id)) ?? sample.text;
      return [text, sample.files[sample.setup ?? ""] ?? ""].some((part) => creates(part, table));
    };
    return this.list.find((d) => d.id !== but && made(d)) ?? null;
  }

  /** Looks again at what is kept: another tab has changed it. Tells whether an event says so. */
  follow(e: StorageEvent): boolean {
    if (e.key !== KEY) return false;
    this.kept = keptOf(readJSON(KEY)) ?? this.kept;
    return true;
  }

  /** Opens a document that is known by its id: a sample, one of the reader's own, or one that was closed. */
  open(id: string): PlayDocument | null {
    if (this.find(id)) return this.find(id);
    const entry = this.kept.closed.find((e) => e.id === id) ?? { id, title: "", fresh: false };
    if (!this.documentOf(entry) || (id && !this.sampleOf(id) && !this.kept.closed.includes(entry))) return null;
    this.change((k) => ({ open: [...k.open, entry], closed: k.closed.filter((e) => e.id !== id) }));
    return this.find(id);
  }

  /** Opens a document for this visit. */
  visit(sample: Sample): PlayDocument | null {
    this.visitors.push(sample);
    this.visiting.push({
      id: sample.name,
      title: "",
      fresh: false,
      ...(sample.language ? { language: sample.language } : {}),
    });
    return this.find(sample.name);
  }

  add(title: string, language?: Language): PlayDocument {
    const id = `d-${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`;
    const entry: Entry = { id, title: this.titleFor(title), fresh: false, ...(language ? { language } : {}) };
    this.change((k) => ({ ...k, open: [...k.open, entry] }));
    return this.find(id) ?? this.untitled(entry);
  }

  rename(id: string, title: string): void {
    const text = title.trim().slice(0, LONGEST);
    if (text) this.alter(id, { title: text });
  }

  /** Says what the text of a document is from now on. */
  setLanguage(id: string, language: Language): void {
    this.alter(id, { language });
  }

  setFresh(id: string, fresh: boolean): void {
    this.alter(id, { fresh });
  }

  /** Closes a document; it can be opened again until five others have been closed. */
  close(id: string): void {
    const visiting = this.visiting.findIndex((e) => e.id === id);
    if (this.find(id)?.sample.link) this.forget(id);
    if (visiting >= 0) this.visiting.splice(visiting, 1);
    const closing = this.kept.open.find((e) => e.id === id);
    if (!closing) return;
    this.change((k) => ({
      open: k.open.filter((e) => e.id !== id),
      closed: [closing, ...k.closed.filter((e) => e.id !== id)],
    }));
    for (const { id: old } of this.kept.closed.splice(CLOSED)) this.forget(old);
    this.write();
  }

  private alter(id: string, change: Partial<Entry>): void {
    for (const e of this.visiting) if (e.id === id) Object.assign(e, change);
    this.change((k) => ({ ...k, open: k.open.map((e) => (e.id === id ? { ...e, ...change } : e)) }));
  }

  private change(how: (k: Kept) => Kept): void {
    this.kept = how(keptOf(readJSON(KEY)) ?? this.kept);
    this.write();
  }

  private write(): void {
    this.trouble = keepText(KEY, JSON.stringify({ v: 1, ...this.kept }));
  }

  private forget(id: string): void {
    forgetDraft(DRAFT + id);
    forgetVisit(id);
    forgetEarlier(id);
    forgetSandbox(id);
    void forgetData(id);
    void forgetSnapshots(id);
  }

  /** What is open at the first visit, or after one with an older build: a sample, and whatever has been written in. */
  private first(): Entry[] {
    const ids = ["", ...this.samples.map((s) => s.name)].filter((id) => hasDraft(DRAFT + id));
    const first = this.samples[0]?.name ?? "";
    return [...new Set([first, ...ids])].map((id) => ({ id, title: "", fresh: false }));
  }

  private documentOf(e: Entry): PlayDocument | null {
    const sample = this.sampleOf(e.id);
    if (sample) return { ...e, title: e.title || sample.title, sample };
    return e.id === "" || e.title ? this.untitled(e) : null;
  }

  private untitled(e: Entry): PlayDocument {
    const title = e.title || t("play.yours");
    return { ...e, title, sample: { name: e.id, title, text: "", files: {} } };
  }

  private sampleOf(id: string): Sample | null {
    return [...this.samples, ...this.visitors].find((s) => s.name === id) ?? null;
  }

  private titleFor(title: string): string {
    return freeTitle(
      title.slice(0, LONGEST),
      this.list.map((d) => d.title),
    );
  }
}
