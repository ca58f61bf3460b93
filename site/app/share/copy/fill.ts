// Variables and helpers of a script, for a text that runs without it. What is not known here stays as it is written.

export interface Fill {
  text: (text: string, index: number) => string;
  sleep: (ms: number) => void;
}

const DEPTH = 20; // of variables within variables
const MOST = 20_000; // variables that are filled in at all: one may name another twice
const MOST_TEXT = 4_000_000; // characters that they are filled in with
const DIGITS = /^-?\d{1,40}$/; // of numbers that are reckoned with
const LONGEST_SLEEP = 1e12; // ms
const TICKS_OF_1970 = 621_355_968_000_000_000n;
const MAX_TICKS = 3_155_378_975_999_999_999n;

/** Returns what fills in the variables of a script; helpers tell the time from now on, in milliseconds since 1970. */
export function filler(script: string, now: number): Fill {
  const variables = new Map(
    [...script.matchAll(/^@([\w-]+)\s*=\s*(.*)$/gm)].map((m) => [m[1] ?? "", m[2]?.trim() ?? ""]),
  );
  let at = now;
  let [filled, characters] = [0, 0];
  const text = (x: string, index: number, depth = 0): string => {
    if (depth > DEPTH) return x;
    return x.replaceAll(/\{\{(%?)([^{}]*)\}\}/g, (whole: string, percent: string, inner: string) => {
      const value = filled++ > MOST || characters > MOST_TEXT ? null : worth(inner.trim(), index, depth);
      if (value === null) return whole;
      characters += value.length;
      return percent ? encodeURIComponent(value.toWellFormed()) : value;
    });
  };
  const worth = (inner: string, index: number, depth: number): string | null => {
    const variable = variables.get(inner);
    if (variable !== undefined) return text(variable, index, depth + 1);
    if (!inner.startsWith("$")) return null;
    const [name = "", ...words] = inner.slice(1).split(/\s+/);
    const args = words.map((w) => (w.startsWith("$") || variables.has(w) ? worth(w, index, depth + 1) : w));
    return args.includes(null) ? null : helper(name, args as string[], { index, at });
  };
  const sleep = (ms: number) => {
    at += Math.min(Math.max(ms, 0), LONGEST_SLEEP);
  };
  return { text, sleep };
}

interface Moment {
  index: number; // of a loop
  at: number; // ms since 1970
}

function helper(name: string, args: readonly string[], { index, at }: Moment): string | null {
  const [a = "", b = ""] = args;
  switch (name) {
    case "index":
      return String(index);
    case "pad":
      return a.padStart(Math.min(Number(b) || 0, 1000), "0");
    case "lower":
      return a.toLowerCase();
    case "pick":
      return picked(Number(a), args.slice(1));
    case "guid":
      return guid();
    case "timestamp":
      return args.length ? null : String(Math.floor(at / 1000));
    case "ticks":
      return args.length ? null : String(ticks(at));
    case "invertedTicks":
      return args.length ? null : String(MAX_TICKS - ticks(at)).padStart(19, "0");
  }
  return arithmetic(name, a, b);
}

/** A random GUID of version 4. crypto.randomUUID is missing in pages of another machine without HTTPS. */
export function guid(): string {
  const b = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(b, (x, i) =>
    (i === 6 ? (x & 15) | 64 : i === 8 ? (x & 63) | 128 : x).toString(16).padStart(2, "0"),
  );
  return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const ticks = (ms: number): bigint => TICKS_OF_1970 + BigInt(Math.floor(ms)) * 10_000n;

function picked(n: number, words: readonly string[]): string | null {
  return Number.isInteger(n) ? (words[((n % words.length) + words.length) % words.length] ?? null) : null;
}

function arithmetic(name: string, x: string, y: string): string | null {
  if (!DIGITS.test(x) || !DIGITS.test(y)) return null;
  const [a, b] = [BigInt(x), BigInt(y)];
  if (name === "add") return String(a + b);
  if (name === "sub") return String(a - b);
  if (name === "mul") return String(a * b);
  if (b === 0n) return null;
  if (name === "div") return String(a / b);
  return name === "mod" ? String(((a % b) + (b < 0n ? -b : b)) % b) : null;
}
