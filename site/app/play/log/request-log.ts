// Keeps the requests of each document since its data were reset: those of runs as they were sent, all others from the
// ledger of the engine.
import type { Data, Ran, Script, Tabs } from "../workspace/workspace.ts";
import { addPart, type Entry, entryOf, goesOn, recordEntry, type Source } from "./log-entries.ts";

export const MOST = 10_000; // entries of a document

export interface Log {
  entries: Entry[]; // oldest first
  dropped: number; // older ones that are not kept
  since: number; // milliseconds since 1970
  runs: number;
  seen: number; // the last record that is known
}

export class RequestLog {
  private readonly logs = new Map<string, Log>();

  constructor(private readonly workspace: Data & Tabs & Script) {}

  /** The log of the current document; it begins anew with its data. */
  get now(): Log {
    const { document, store } = this.workspace;
    const known = this.logs.get(document.id);
    if (known && known.since >= store.began) return known;
    const log = { entries: [], dropped: 0, since: Date.now(), runs: 0, seen: 0 };
    this.logs.set(document.id, log);
    return log;
  }

  /** Takes note of a run. What the ledger has beside it has set up. */
  async ran({ result, at }: Ran): Promise<void> {
    const log = this.now;
    log.runs++;
    const lines = this.workspace.pane.text.split("\n");
    const own = result.exchanges.flatMap((x) => entryOf(x, lines, { n: 0, at, run: log.runs }) ?? []);
    const ids = new Set(own.map((e) => e.record));
    log.entries = log.entries.filter((e) => e.method || !ids.has(e.record)); // somebody looked while it ran
    const before = await this.others(log, ids, "setup", log.runs, at);
    this.add(
      log,
      [...before, ...own].sort((a, b) => a.record - b.record),
    );
    log.seen = Math.max(log.seen, ...ids);
  }

  /** Looks for requests that no run has sent. */
  async sync(): Promise<void> {
    const log = this.now;
    this.add(log, await this.others(log, new Set(), "page", 0, Date.now()));
  }

  private async others(
    log: Log,
    known: ReadonlySet<number>,
    source: Source,
    run: number,
    at: number,
  ): Promise<Entry[]> {
    if (this.workspace.engine.state !== "ready") return [];
    let ledger = await this.workspace.control.ledgerAfter(log.seen).catch(() => null);
    if (ledger && ledger.sum.requests < log.seen) {
      log.seen = 0; // the engine has begun anew
      ledger = await this.workspace.control.ledgerAfter(0).catch(() => null);
    }
    const records = ledger?.records.filter((r) => r.id > log.seen) ?? [];
    log.seen = Math.max(log.seen, ...records.map((r) => r.id));
    const out: Entry[] = [];
    for (const r of records.filter((r) => !known.has(r.id))) {
      const last = out.at(-1) ?? log.entries.at(-1);
      if (last && goesOn(last, r)) addPart(last, r);
      else out.push(recordEntry(r, source, { n: 0, at, run }));
    }
    return out;
  }

  private add(log: Log, entries: readonly Entry[]): void {
    for (const e of entries) log.entries.push({ ...e, n: log.dropped + log.entries.length + 1 });
    const gone = Math.max(0, log.entries.length - MOST);
    log.entries.splice(0, gone);
    log.dropped += gone;
  }
}
