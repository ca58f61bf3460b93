// Gives a file to the engine slice by slice, so that the page can show how far it is, and stop.
import type { ProfileProgress } from "../engine/types.ts";

const SLICE = 256 << 10; // bytes; the engine needs about 20 ms for one

export interface Reader {
  add(slice: ArrayBuffer, last: boolean): Promise<ProfileProgress>;
}

export interface Reading {
  signal: AbortSignal; // ends it after the slice under way
  progress(p: ProfileProgress): void; // after each slice
}

/** Reads a file from a place on, and returns how far it came. Rejects with what the engine or the browser says. */
export async function readFile(reader: Reader, file: Blob, from: number, reading: Reading): Promise<number> {
  let at = from;
  for (let done = false; !done && !reading.signal.aborted; ) {
    const to = Math.min(file.size, at + SLICE);
    const slice = await file.slice(at, to).arrayBuffer();
    if (reading.signal.aborted) break;
    const p = await reader.add(slice, to === file.size);
    at = to;
    done = p.done;
    reading.progress(p);
  }
  return at;
}
