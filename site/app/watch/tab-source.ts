// The source "this tab": a program with the official client, whose requests an engine of this page answers and records.
import { Control } from "../engine/control.ts";
import type { Engine } from "../engine/engine.ts";
import { openEngine, root } from "../engine/page-data.ts";
import type { Recipe } from "../engine/recipe.ts";
import type { LogProgress, Watched, WatchRequest } from "../engine/types.ts";
import { ClosedFrame } from "../program/closed-frame.ts";
import type { Call, CallAnswer, Pair } from "../program/messages.ts";
import { type Outcome, Session, type Watch } from "../program/session.ts";

/** A program that the page offers, with the rows that are there when it begins. */
export interface ReadyProgram {
  key: string;
  title: string;
  about: string;
  text: string;
  rows: { table: string; recipe: Recipe | null }[]; // null for an empty table
}

/** The requests about a recording. */
export class WatchControl extends Control {
  private readonly ask: typeof fetch;

  constructor(ask: typeof fetch) {
    super(ask);
    this.ask = ask;
  }

  look(): Promise<Watched> {
    return this.call("GET watch", null);
  }

  /** Begins or ends a recording, forgets it, ends units of work, or tries what would cost less. */
  record(how: WatchRequest): Promise<Watched> {
    return this.call("POST watch", how);
  }

  /** Begins with a log, and forgets the one before. */
  async beginLog(): Promise<void> {
    await this.send("PUT watchlog", null);
  }

  /** Reads a slice of a log; with the last one, what is in it. */
  addToLog(slice: ArrayBuffer, last: boolean): Promise<LogProgress> {
    return this.call("POST watchlog", slice, { query: { last } });
  }

  /** What the server of this page says of itself, as an answer: it may be none of ours. */
  machine(): Promise<Response> {
    return this.ask("/-/arrivals", { method: "GET" });
  }

  /** Moves the clock of the sandbox. */
  async advance(milliseconds: number): Promise<void> {
    await this.send("POST clock", { advance: milliseconds });
  }
}

export class TabSource {
  readonly control: WatchControl;
  private readonly engine: Engine = openEngine();
  private readonly frame: ClosedFrame;
  private session: Session | null = null;
  private queue: Promise<unknown> = Promise.resolve();
  private last = 0; // when the clock of the engine was moved

  constructor(host: HTMLElement) {
    this.control = new WatchControl(this.engine.fetch);
    const at = (path = ""): string => new URL(path, root).href;
    const { frame, program, blobs } = host.dataset;
    this.frame = new ClosedFrame({ frame: at(frame), program: at(program), blobs: at(blobs) });
  }

  get busy(): boolean {
    return this.session !== null;
  }

  /** Starts the engine before it is needed. */
  wake(): void {
    this.engine.start();
  }

  /** Lays out the rows of a program in an empty store, and runs its text, which is recorded, to its end. */
  async run(program: ReadyProgram, text: string, heard: Watch & { called: () => void }): Promise<Outcome> {
    if (this.session) throw new Error("a program runs already");
    const session = new Session((call) => this.send(call, heard.called), heard);
    this.session = session;
    try {
      await this.layOut(program);
      await this.control.record({ record: true, clear: true });
      this.last = performance.now();
      return await session.run(this.frame, text);
    } finally {
      this.session = null;
      await this.queue.catch(() => undefined);
      // an engine that is gone has recorded nothing
      await this.control.record({ record: false, examine: true }).catch(() => undefined);
    }
  }

  stop(): void {
    this.session?.stop();
  }

  private async layOut({ rows }: ReadyProgram): Promise<void> {
    await this.control.record({ record: false });
    await this.control.reset();
    for (const { table, recipe } of rows) {
      if (recipe) await this.control.fill(table, recipe, 0, recipe.count);
    }
  }

  /** Requests go one after the other. The clock of the engine goes with that of the page: pauses part units of work. */
  private send(call: Call, called: () => void): Promise<CallAnswer> {
    const sent = this.queue.then(() => this.perform(call));
    this.queue = sent.catch(() => undefined);
    return sent.finally(called);
  }

  private async perform(call: Call): Promise<CallAnswer> {
    const now = performance.now();
    const passed = Math.floor(now - this.last);
    if (passed > 0) {
      this.last += passed;
      await this.control.advance(passed);
    }
    const init = { method: call.method, headers: call.headers, body: call.body };
    const response = await this.engine.fetch(call.url, init);
    return {
      answer: call.call,
      status: response.status,
      headers: [...response.headers] as Pair[],
      body: new Uint8Array(await response.arrayBuffer()),
    };
  }
}
