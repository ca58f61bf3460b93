// A certificate: the scripts that have solved steps, in a file that anybody can have solved again. Pure.
import { sha256 } from "@noble/hashes/sha2.js";
import { parseJson } from "../ui/json.ts";
import { objectOf } from "../ui/storage.ts";

export interface Certificate {
  rowkey: "certificate";
  v: 1;
  name: string; // of the learner, as they wrote it; nobody has checked it
  day: string; // on which it was made
  moved: number; // how often steps had moved by then
  steps: Record<string, string>; // script by "<lesson>/<n>"
  seal: string; // a hash of all that
}

const MOST = 2_000_000; // characters of a file; a course is a tenth of it

/** Returns a certificate with its seal. */
export function sealed(c: Omit<Certificate, "rowkey" | "v" | "seal">): Certificate {
  return { rowkey: "certificate", v: 1, ...c, seal: sealOf(c) };
}

/** Reads a file: a certificate, or why it is none that counts. */
export function certificateOf(text: string): Certificate | "none" | "changed" {
  const { rowkey, v, name, day, moved, steps, seal } = objectOf(text.length > MOST ? undefined : parseJson(text));
  const scripts = Object.entries(objectOf(steps));
  if (rowkey !== "certificate" || v !== 1 || !scripts.length) return "none";
  if (typeof name !== "string" || typeof day !== "string" || typeof moved !== "number") return "changed";
  const sound = scripts.filter(
    (s): s is [string, string] => /^[a-z0-9-]+\/\d+$/.test(s[0]) && typeof s[1] === "string",
  );
  const c = { name, day, moved, steps: Object.fromEntries(sound) };
  return sound.length === scripts.length && seal === sealOf(c) ? sealed(c) : "changed";
}

function sealOf({ name, day, moved, steps }: Omit<Certificate, "rowkey" | "v" | "seal">): string {
  const scripts = Object.entries(steps).sort(([a], [b]) => (a < b ? -1 : 1));
  const sum = sha256(new TextEncoder().encode(JSON.stringify([name, day, moved, scripts])));
  return [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
