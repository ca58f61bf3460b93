// Runs a script in the engine, a few requests a message, until it ends or the reader stops it.
import type { Control, Source, StartOptions } from "./control.ts";
import type { Counters, Exchange, KeyLine, Progressed, Sentence } from "./types.ts";

export interface RunResult {
  session: string;
  counters: Counters;
  exchanges: Exchange[];
  pictures: Map<number, KeyLine>; // of what reads have touched, as the table then was, by record
  end: "done" | "failed" | "aborted"; // failed: the script stopped at a surprise
}

export interface RunOptions extends StartOptions {
  signal?: AbortSignal;
  progress?: (p: Progressed) => void; // after every message
}

const ZERO: Counters = {
  requests: 0,
  transactions: 0,
  roundtrips: 0,
  read: 0,
  returned: 0,
  partitions: 0,
  pages: 0,
  bytes: 0,
  elapsed: 0,
  throttled: 0,
  hits: 0,
  attempts: 0,
};
// requests that come one in a message: the first answer appears at once, and each read has its picture
const SINGLE = 20;
const MOST = 50; // in later messages: Stop is noticed between two of them

/** Rejects as Control does. Stopping is no error: what has run until then is returned. */
export async function runScript(control: Control, source: Source, options: RunOptions = {}): Promise<RunResult> {
  const { signal, progress, ...start } = options;
  const { id } = await control.start(source, start);
  const exchanges: Exchange[] = [];
  const pictures = new Map<number, KeyLine>();
  let counters = ZERO;
  for (let max = 1; ; ) {
    if (signal?.aborted) return { session: id, counters, exchanges, pictures, end: "aborted" };
    const step = await control.next(id, max);
    exchanges.push(...step.exchanges);
    counters = step.counters;
    await picture(control, step.exchanges.at(-1), pictures);
    progress?.(step);
    if (step.done) break;
    // setups are not shown, and hurry
    max = step.exchanges.length && exchanges.length < SINGLE ? 1 : Math.min(max * 5, MOST);
  }
  return { session: id, counters, exchanges, pictures, end: exchanges.at(-1)?.stopped ? "failed" : "done" };
}

/** Takes the picture of a read before the next request changes the table. */
async function picture(control: Control, x: Exchange | undefined, pictures: Map<number, KeyLine>): Promise<void> {
  const line = x?.record?.plan && !x.code ? await control.keyline(x.record.id).catch(() => null) : null;
  if (x?.record && line) pictures.set(x.record.id, line);
}

/** An exchange that never took place, to say why. */
export function brokenExchange(block: number, line: number, message: string, sentences: Sentence[] = []): Exchange {
  return {
    step: 0,
    block,
    blocks: [block],
    index: 0,
    hidden: false,
    line,
    title: "",
    name: "",
    client: "",
    wire: [],
    status: 0,
    reason: "",
    code: "",
    message: "",
    body: "",
    record: null,
    typed: null,
    ops: [],
    checks: [],
    problem: { line, message, sentences, fix: "", label: [] },
    design: null,
    load: null,
    state: "sent",
    start: 0,
    end: 0,
    fault: "",
    sentences: [],
    attempts: [],
    stopped: true,
  };
}
