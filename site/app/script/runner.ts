// One run at a time: prepares the store, runs, shows what comes, and says what went wrong.

import { brief } from "../answer/brief.ts";
import { isVerdict } from "../answer/rounds.ts";
import { ControlError, type Source } from "../engine/control.ts";
import { EngineStopped } from "../engine/engine.ts";
import { brokenExchange, type RunResult, runScript } from "../engine/run-script.ts";
import { num, said, t } from "../ui/i18n.ts";
import type { PaneOptions } from "./pane-options.ts";
import type { Edits } from "./repairs.ts";
import type { Results } from "./results.ts";
import type { Unit } from "./units.ts";

/** What a runner needs of the pane that it belongs to. */
export interface RunnerHost {
  source: () => Source;
  line: () => number; // of the cursor
  parse: () => Promise<void>; // so that results find their requests
  say: (sentence: string) => void;
  edits: Edits;
}

const PATIENCE = 150; // ms until a run that takes longer says so
const LOADING_PATIENCE = 400;
const STOP_PATIENCE = 1000; // ms until Stop ends a request that does not return

export class Runner {
  private readonly o: PaneOptions;
  session = ""; // of the last run, "" before there was one
  private running: AbortController | null = null;
  private over: Promise<unknown> = Promise.resolve(); // all runs so far, and what follows them

  constructor(
    options: PaneOptions,
    private readonly host: RunnerHost,
    private readonly results: Results,
  ) {
    this.o = options;
  }

  get busy(): boolean {
    return this.running !== null;
  }

  /** Runs one unit, or everything. While a run is under way nothing happens. */
  async run(unit: Unit | null): Promise<void> {
    if (this.running) return;
    const over = this.runNow(unit);
    this.over = Promise.allSettled([this.over, over]);
    await over;
  }

  private async runNow(unit: Unit | null): Promise<void> {
    const running = new AbortController();
    this.running = running;
    const busy = setTimeout(() => this.o.busy(true), PATIENCE); // Stop is for runs that take longer, too
    const impatient = this.impatience(unit);
    const result = await this.perform(unit, running.signal, impatient).finally(() => {
      impatient();
      clearTimeout(busy);
      this.running = null;
      this.o.busy(false);
    });
    this.session = result?.session ?? this.session;
    if (result) await this.conclude(result, !unit);
  }

  /** Asks the run to end, and waits until all that follows it is done; a request that does not return is ended with
   * the worker. */
  async stop(): Promise<void> {
    const { running } = this;
    running?.abort();
    const timer = setTimeout(() => {
      if (running && this.running === running) this.o.engine.reset();
    }, STOP_PATIENCE);
    await this.over;
    clearTimeout(timer);
  }

  /** After a crash: a new worker, an empty store; the text is untouched. */
  async restart(): Promise<void> {
    this.o.engine.reset();
    this.results.clear();
    await this.o.lost();
    await this.host.parse();
  }

  private async perform(unit: Unit | null, signal: AbortSignal, arrived: () => void): Promise<RunResult | null> {
    const { results } = this;
    const blocks = unit?.blocks.map((b) => b.index);
    const target = blocks?.[0] ?? null;
    try {
      const start = await this.o.prepare(!unit);
      await this.host.parse();
      results.begin(blocks ?? null);
      this.o.began?.(unit);
      const result = await runScript(this.o.control, this.host.source(), {
        ...start,
        ...(blocks ? { blocks } : {}),
        signal,
        progress: (p) => {
          arrived();
          results.take(p.exchanges, target);
          this.o.came?.(p.exchanges);
        },
      });
      results.finish(!unit, this.o.foldAll ? this.host.line() : null);
      return result;
    } catch (e) {
      await this.failed(e, target);
      return null;
    }
  }

  /** What follows a run; another may begin meanwhile. */
  private async conclude(result: RunResult, all: boolean): Promise<void> {
    try {
      await this.results.explain(this.o.control, result.pictures);
      await this.results.repair(this.o.control, this.host.edits);
      if (this.o.announce) this.host.say(announcement(result));
      await this.o.finished(result, all);
    } catch (e) {
      if (!(e instanceof EngineStopped || e instanceof ControlError)) throw e; // the store was reset meanwhile
    }
  }

  private async failed(e: unknown, target: number | null): Promise<void> {
    if (e instanceof ControlError) {
      const broken = brokenExchange(target ?? 0, e.line, e.message, e.sentences);
      this.o.came?.([broken]);
      return this.results.take([broken], target);
    }
    if (!(e instanceof EngineStopped)) throw e;
    const { state, loaded } = this.o.engine;
    const crashed = state === "crashed";
    this.results.wait(crashed ? { state, loaded } : { state: "stopped" }, target);
    if (!crashed) await this.o.lost();
  }

  /** Says what takes so long, if it does; returns how to take that back. */
  private impatience(unit: Unit | null): () => void {
    const { engine } = this.o;
    const say = () =>
      this.results.wait(
        engine.state === "ready" ? { state: "running", request: unit?.n ?? 1 } : { state: "loading" },
        unit?.blocks[0]?.index ?? null,
      );
    const timer = setTimeout(say, engine.state === "ready" ? PATIENCE : LOADING_PATIENCE);
    return () => clearTimeout(timer);
  }
}

/** What a live region says after a run, in one sentence. */
function announcement({ exchanges, end, counters }: RunResult): string {
  const last = exchanges.findLast((x) => !isVerdict(x)) ?? exchanges.at(-1);
  if (end === "aborted") return t("state.stopped");
  if (!last) return t("announce.nothing");
  if (last.problem)
    return t("announce.problem", { n: last.problem.line, message: said(last.problem.message, last.problem.sentences) });
  const failed = exchanges.flatMap((x) => x.checks).filter((c) => !c.pass);
  const status =
    last.load || last.design ? t(last.load ? "load.status" : "design.status") : `${last.status} ${last.reason}`;
  const reads = t("reads.label", { read: num(counters.read), returned: num(counters.returned) });
  return failed[0]
    ? t("announce.failed", {
        status,
        n: failed[0].line,
        expected: brief(failed[0].expected),
        got: brief(said(failed[0].got, failed[0].sentences)),
      })
    : t("announce.done", { status, reads });
}
