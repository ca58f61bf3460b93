// How long processors have worked for a process and for all that it started, as Linux tells it below /proc.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const TICKS = 100; // a second, whatever the clock of the kernel does
const LOOKS = 250; // ms between two looks of a meter

/** Whether this system tells. */
export const told = existsSync("/proc/self/stat");

/** Seconds of a process that runs, of those below it, and of those among these that have ended and were waited for. */
export function cpuOf(pid) {
  const all = processes();
  return below(pid, all).reduce((sum, id) => sum + all.get(id).own + all.get(id).waitedFor, 0) / TICKS;
}

/**
 * Counts for a process whose children do not always wait for theirs, as those of a browser. What one of them does after
 * the last look at it is not counted.
 */
export class Meter {
  #seen = new Map(); // the ticks of each process that has ever been below

  constructor(pid) {
    this.pid = pid;
    this.timer = setInterval(() => this.#look(), LOOKS);
  }

  seconds() {
    this.#look();
    return [...this.#seen.values()].reduce((sum, ticks) => sum + ticks, 0) / TICKS;
  }

  stop() {
    clearInterval(this.timer);
  }

  #look() {
    const all = processes();
    for (const id of below(this.pid, all)) this.#seen.set(id, all.get(id).own);
  }
}

const processes = () => new Map(told ? readdirSync("/proc").filter(Number).map(statOf).filter(Boolean) : []);

/** A process and all below it. */
function below(top, all) {
  if (!all.has(top)) return [];
  return [top, ...[...all].filter(([, { parent }]) => parent === top).flatMap(([id]) => below(id, all))];
}

/** The parent and the ticks of a process, unless it has just ended. */
function statOf(name) {
  try {
    const text = readFileSync(`/proc/${name}/stat`, "utf8");
    // the name may have spaces; state is the first after it
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [parent, user, system, ofChildren, inSystem] = [1, 11, 12, 13, 14].map((i) => Number(fields[i]));
    return [Number(name), { parent, own: user + system, waitedFor: ofChildren + inSystem }];
  } catch {
    return undefined;
  }
}
