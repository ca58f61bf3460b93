// Runs a script in the engine, a few requests a message, until it ends or the reader stops it.
import type { Control, Source, StartOptions } from "./control.ts";
import type { Counters, Exchange, Progressed } from "./types.ts";

export interface RunResult {
  session: string;
  counters: Counters;
  exchanges: Exchange[];
  end: "done" | "failed" | "aborted"; // failed: the script stopped at a surprise
}

export interface RunOptions extends StartOptions {
  signal?: AbortSignal;
  progress?: (p: Progressed) => void; // after every message
}

const ZERO: Counters = { requests: 0, transactions: 0, roundtrips: 0, read: 0, returned: 0, partitions: 0, pages: 0, bytes: 0, elapsed: 0, throttled: 0, hits: 0, attempts: 0 };
const FIRST = 1; // requests in the first message: the first answer appears at once
const MOST = 50; // later ones: Stop is noticed between two messages

/** Rejects as Control does. Stopping is no error: what has run until then is returned. */
export async function runScript(control: Control, source: Source, options: RunOptions = {}): Promise<RunResult> {
  const { signal, progress, ...start } = options;
  const { id } = await control.start(source, start);
  const exchanges: Exchange[] = [];
  let counters = ZERO;
  for (let max = FIRST; ; max = Math.min(max * 5, MOST)) {
    if (signal?.aborted) return { session: id, counters, exchanges, end: "aborted" };
    const step = await control.next(id, max);
    exchanges.push(...step.exchanges);
    counters = step.counters;
    progress?.(step);
    if (step.done) break;
  }
  return { session: id, counters, exchanges, end: exchanges.at(-1)?.stopped ? "failed" : "done" };
}

/** An exchange that never took place, to say why. */
export function brokenExchange(block: number, line: number, message: string): Exchange {
  return {
    step: 0, block, blocks: [block], index: 0, hidden: false, line, title: "", name: "", client: "", wire: [], status: 0, reason: "", code: "",
    message: "", body: "", record: null, typed: null, ops: [], checks: [], problem: { line, message, fix: "" }, design: null,
    load: null, state: "sent", start: 0, end: 0, fault: "", attempts: [], stopped: true,
  };
}
