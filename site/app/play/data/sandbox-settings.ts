// What a reader changes of the sandbox of a document. Only what differs from how the document begins is kept.
import type { Options } from "../../engine/types.ts";
import { dropText, keepText, objectOf, readJSON, type Trouble } from "../../ui/storage.ts";

export interface SandboxSettings {
  pageReads: number; // entities that one page reads
  partitionBoundary: boolean;
  unordered: boolean;
  cluster: boolean;
  nodes: number;
  target: number; // entities a second, of a partition
  account: number;
  capacity: number; // of a node
  warm: boolean;
  deleteDelay: number; // seconds
  signatures: boolean;
  seed: number | null; // null: another one at each reset
}

export type Setting = keyof SandboxSettings;

/** How a sandbox is if nobody wants it otherwise; the numbers are those of the engine. */
export const USUAL: SandboxSettings = {
  pageReads: 100_000,
  partitionBoundary: false,
  unordered: false,
  cluster: false,
  nodes: 4,
  target: 2000,
  account: 20_000,
  capacity: 5000,
  warm: true,
  deleteDelay: 0,
  signatures: false,
  seed: null,
};

/** The least and the most of each number. */
export const RANGE: Readonly<Partial<Record<Setting, readonly [least: number, most: number]>>> = {
  pageReads: [1, 1_000_000],
  nodes: [1, 16],
  target: [1, 1_000_000],
  account: [1, 1_000_000],
  capacity: [1, 1_000_000],
  deleteDelay: [0, 86_400],
  seed: [0, 999_999_999],
};

const KEY = "rowkey/sandbox/";

/** How the sandbox of a document begins. */
export function usualOf(options: Options = {}): SandboxSettings {
  const { cluster, ...rest } = options;
  return settingsOf(
    { ...rest, pageReads: options.pageReads || USUAL.pageReads, ...cluster, cluster: cluster !== undefined },
    USUAL,
  );
}

/** Reads settings of any origin; what is missing or cannot be is as usual. */
export function settingsOf(x: unknown, usual: SandboxSettings): SandboxSettings {
  const given = objectOf(x);
  const out: Record<string, unknown> = { ...usual };
  for (const name of Object.keys(USUAL) as Setting[]) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const range = RANGE[name];
    if (range ? isWithin(value, range) : typeof value === "boolean") out[name] = value;
  }
  return out as unknown as SandboxSettings;
}

export function isWithin(value: unknown, [least, most]: readonly [number, number]): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** What differs from the usual. */
export function changesOf(s: SandboxSettings, usual: SandboxSettings): Partial<SandboxSettings> {
  return Object.fromEntries((Object.keys(USUAL) as Setting[]).filter((n) => s[n] !== usual[n]).map((n) => [n, s[n]]));
}

/** The settings as options of the engine, all of them. */
export function optionsOf(s: SandboxSettings): Options {
  const { pageReads, partitionBoundary, unordered, deleteDelay, signatures, nodes, target, account, capacity, warm } =
    s;
  const rest = { pageReads, partitionBoundary, unordered, deleteDelay, signatures };
  return s.cluster ? { ...rest, cluster: { nodes, target, account, capacity, warm } } : { ...rest, single: true };
}

export function readSandbox(id: string, options?: Options): SandboxSettings {
  return settingsOf(readJSON(KEY + id), usualOf(options));
}

/** Keeps the settings of a document, or returns why not. */
export function keepSandbox(id: string, s: SandboxSettings, options?: Options): Trouble | null {
  const changes = changesOf(s, usualOf(options));
  if (Object.keys(changes).length) return keepText(KEY + id, JSON.stringify(changes));
  forgetSandbox(id);
  return null;
}

export function forgetSandbox(id: string): void {
  dropText(KEY + id);
}
