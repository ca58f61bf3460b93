// What is run: a load, the numbers of the model, how many times as large, and the sheet it came from. It is what a
// link carries.
import { BrokenLink, packText, unpackText } from "../share/packed.ts";
import { parseJson } from "../ui/json.ts";

/** A table with its keys, and what is asked of it; members that are absent have the engine's default. */
export type PlanPart = Record<string, string | number | boolean>;

/** A design of a sheet, whose questions and writes are the load. */
export interface PlanSheet {
  text: string;
  design: number; // its place among the designs, from 0
}

/** Keys of one's own: a template of the PartitionKey, and its attributes as a sheet has them, a line each. */
export interface PlanTemplate {
  keys: string;
  attributes: string;
  rate: number | string; // requests a second; a text is one that cannot be
  writes: number | string; // percent
}

export interface Plan {
  title: string;
  parts: PlanPart[];
  sheet: PlanSheet | null; // in place of parts
  template: PlanTemplate | null; // beside parts
  retry: Record<string, string | number>;
  seconds: number;
  seed: number;
  price: number;
  times: number; // how many times the load
  parameters: Record<string, number>; // those that differ from the defaults
}

export const TIMES = [1, 10, 1000];
export const EMPTY: Plan = {
  title: "",
  parts: [],
  sheet: null,
  template: null,
  retry: {},
  seconds: 600,
  seed: 1,
  price: 0,
  times: 1,
  parameters: {},
};

const PREFIX = "#m1=";
const LARGEST = 128 << 10; // bytes
const MOST_PARTS = 24;

/** Tells whether an address carries a plan. */
export function carries(hash: string): boolean {
  return /^#m\d+=/.test(hash);
}

/** The part of an address that carries a plan. */
export async function planLink(plan: Plan): Promise<string> {
  return PREFIX + (await packText(JSON.stringify(plan)));
}

/** Reads it; the engine checks what it says. Rejects with BrokenLink. */
export async function linkedPlan(hash: string): Promise<Plan> {
  if (!hash.startsWith(PREFIX)) throw new BrokenLink("version");
  return planOf(parseJson(await unpackText(hash.slice(PREFIX.length), LARGEST)));
}

/** Reads a plan of any origin; what is missing is as nobody changed it. */
export function planOf(x: unknown): Plan {
  const given = members(x);
  const parts = Array.isArray(given.parts) ? given.parts.slice(0, MOST_PARTS).map(plain) : [];
  const sheet = given.sheet ? members(given.sheet) : null;
  return {
    title: typeof given.title === "string" ? given.title.slice(0, 80) : "",
    parts,
    sheet: sheet && typeof sheet.text === "string" ? { text: sheet.text, design: number(sheet.design, 0) } : null,
    template: given.template ? templateOf(members(given.template)) : null,
    retry: plain(given.retry ?? {}) as Plan["retry"],
    seconds: number(given.seconds, EMPTY.seconds),
    seed: number(given.seed, EMPTY.seed),
    price: number(given.price, EMPTY.price),
    times: TIMES.includes(given.times as number) ? (given.times as number) : 1,
    parameters: numbers(given.parameters ?? {}),
  };
}

function templateOf({ keys, attributes, rate, writes }: Record<string, unknown>): PlanTemplate {
  const text = (v: unknown) => (typeof v === "string" ? v : "");
  return { keys: text(keys), attributes: text(attributes), rate: number(rate, 1000), writes: number(writes, 40) };
}

function members(x: unknown): Record<string, unknown> {
  if (typeof x !== "object" || x === null || Array.isArray(x)) throw new BrokenLink("content");
  return Object.assign(Object.create(null), x) as Record<string, unknown>;
}

function number(x: unknown, otherwise: number): number {
  return typeof x === "number" && Number.isFinite(x) ? x : otherwise;
}

/** The members that are texts, numbers or switches. */
function plain(x: unknown): PlanPart {
  const simple = Object.entries(members(x)).filter(([, v]) => ["string", "number", "boolean"].includes(typeof v));
  return Object.fromEntries(simple) as PlanPart;
}

function numbers(x: unknown): Record<string, number> {
  return Object.fromEntries(Object.entries(members(x)).filter(([, v]) => typeof v === "number")) as Record<
    string,
    number
  >;
}

/** A part of the map that is wanted: partitions and seconds, by their numbers. */
export interface MapWindow {
  from: number;
  to: number;
  begins: number;
  ends: number;
}

const SCALED = "rate"; // what grows with the factor

/** What the engine is asked to run. */
export function requestOf(plan: Plan, usualRate: number, part: MapWindow | null): object {
  const { retry, seconds, seed, price, times, parameters, sheet, template } = plan;
  const grown = (rate: PlanPart[string] = usualRate) => (typeof rate === "number" ? rate * times : rate);
  const parts = plan.parts.map((p) => ({ ...p, [SCALED]: grown(p[SCALED]) }));
  const load = { parts, retry, seconds, seed, price };
  return {
    parameters,
    load: sheet ? { retry, seconds, seed, price } : load,
    ...(sheet ? { text: sheet.text, design: sheet.design, factor: times } : {}),
    ...(template
      ? { template: { ...template, attributes: linesOf(template.attributes), rate: grown(template.rate) } }
      : {}),
    ...(part ? { window: part } : {}),
  };
}

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
