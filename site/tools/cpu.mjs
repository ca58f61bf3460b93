// How long processors have worked for a process and for all that it started, as Linux tells it below /proc.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const TICKS = 100; // a second, whatever the clock of the kernel does

/** Whether this system tells. */
export const told = existsSync("/proc/self/stat");

/** Seconds of a process, of those below it, and of those that have ended and were waited for. */
export function cpuOf(pid) {
  if (!told) return 0;
  const all = new Map(readdirSync("/proc").filter(Number).map(statOf).filter(Boolean));
  const below = (top) => [...all].filter(([, { parent }]) => parent === top).flatMap(([id]) => [id, ...below(id)]);
  return [pid, ...below(pid)].reduce((sum, id) => sum + (all.get(id)?.ticks ?? 0), 0) / TICKS;
}

/** The parent and the ticks of a process, unless it has just ended. */
function statOf(id) {
  try {
    const text = readFileSync(`/proc/${id}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" "); // the name may have spaces; state is the first after it
    const ticks = fields.slice(11, 15).reduce((sum, n) => sum + Number(n), 0); // utime, stime, cutime, cstime
    return [Number(id), { parent: Number(fields[1]), ticks }];
  } catch {
    return undefined;
  }
}
