// What the generator makes: columns as a reader chooses them, and the recipe that says the same to the engine. Pure.
import type { Attribute, MadeType, Recipe } from "../../engine/recipe.ts";

export type Kind = "number" | "range" | "pick" | "words" | "time" | "guid" | "format";
export const KINDS: readonly Kind[] = ["range", "number", "pick", "words", "time", "guid", "format"];

/** How a value is stored; "" if it is only part of a key. */
export type Stored = MadeType | "";

export interface Column {
  name: string;
  kind: Kind;
  low: number; // of range
  high: number;
  digits: number; // of number
  list: string; // of pick, with commas
  words: "first" | "last";
  from: string; // of time
  to: string;
  format: string;
  zipf: boolean; // the first values most often
  stored: Stored;
  decimals: number; // of a Double
}

export interface Draft {
  table: string;
  count: number;
  seed: number;
  partition: string;
  row: string;
  columns: Column[];
}

export const MOST = 100_000; // entities

/** The types in which the values of a kind can be stored, the usual one first. */
export const TYPES_OF: Readonly<Record<Kind, readonly MadeType[]>> = {
  range: ["Int32", "Int64", "Double", "String"],
  number: ["Int32", "Int64", "String"],
  pick: ["String", "Boolean"],
  words: ["String"],
  time: ["DateTime", "String"],
  guid: ["Guid", "String"],
  format: ["String"],
};

/** Kinds of which some values may come more often than others. */
export const SPREAD: ReadonlySet<Kind> = new Set<Kind>(["range", "pick", "words"]);

const BLANK: Column = {
  name: "",
  kind: "range",
  low: 1,
  high: 100,
  digits: 6,
  list: "red, green, blue",
  words: "last",
  from: "2026-11-01",
  to: "2026-12-01",
  format: "",
  zipf: false,
  stored: "Int32",
  decimals: 0,
};

/** A column whose name no other has. */
export function newColumn(others: readonly Column[], changes: Partial<Column> = {}): Column {
  const taken = new Set(others.map((c) => c.name));
  let n = others.length + 1;
  while (taken.has(`Value${n}`)) n++;
  return { ...BLANK, name: `Value${n}`, ...changes };
}

/** What the dialog begins with: readings of devices, some of which report more often than others. */
export function firstDraft(table: string): Draft {
  return {
    table,
    count: 1000,
    seed: 42,
    partition: "dev-{device:4}",
    row: "{At}",
    columns: [
      newColumn([], { name: "device", high: 100, zipf: true, stored: "" }),
      newColumn([], { name: "At", kind: "time", stored: "DateTime" }),
      newColumn([], { name: "Celsius", low: 15, high: 30, stored: "Double", decimals: 1 }),
      newColumn([], { name: "State", kind: "pick", list: "ok, warm, hot", zipf: true, stored: "String" }),
    ],
  };
}

/** Takes another kind, with a type that it can have. */
export function ofKind(c: Column, kind: Kind): Column {
  const types = TYPES_OF[kind];
  return { ...c, kind, stored: c.stored === "" || types.includes(c.stored) ? c.stored : (types[0] ?? "") };
}

export function recipeOf(d: Draft): Recipe {
  const stored = d.columns.flatMap((c) =>
    c.stored ? [[c.name, { type: c.stored, ...(c.stored === "Double" ? { decimals: c.decimals } : {}) }] as const] : [],
  );
  return {
    count: d.count,
    seed: d.seed,
    partition: d.partition,
    row: d.row,
    attributes: Object.fromEntries(d.columns.map((c) => [c.name, attributeOf(c)])),
    properties: Object.fromEntries(stored),
  };
}

function attributeOf(c: Column): Attribute {
  return { ...valuesOf(c), ...(c.zipf && SPREAD.has(c.kind) ? { zipf: true } : {}) };
}

function valuesOf(c: Column): Attribute {
  switch (c.kind) {
    case "range":
      return { range: [scaled(c, c.low), scaled(c, c.high)] };
    case "number":
      return { number: c.digits };
    case "pick":
      return { pick: listOf(c.list) };
    case "words":
      return { words: c.words };
    case "time":
      return { time: [c.from, c.to] };
    case "guid":
      return { guid: true };
    case "format":
      return { format: c.format };
  }
}

/** A Double is made of a whole number, whose last digits become its decimals. */
const scaled = (c: Column, n: number): number => (c.stored === "Double" ? Math.round(n * 10 ** c.decimals) : n);

/** The words between commas. */
export function listOf(text: string): string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);
}

/** What is wrong with a draft and the engine would not say as plainly: the key of a text, null if nothing is. */
export function wrongWith(d: Draft, tables: readonly string[]): "table" | "taken" | "count" | "seed" | "names" | null {
  const names = d.columns.map((c) => c.name);
  if (!/^[A-Za-z][A-Za-z0-9]{2,62}$/.test(d.table)) return "table";
  if (tables.some((name) => name.toLowerCase() === d.table.toLowerCase())) return "taken";
  if (!isWhole(d.count, 1, MOST)) return "count";
  if (!isWhole(d.seed, 0, 999_999_999)) return "seed";
  return names.every((name) => /^[A-Za-z_]\w{0,254}$/.test(name)) && new Set(names).size === names.length
    ? null
    : "names";
}

const isWhole = (n: number, least: number, most: number): boolean => Number.isInteger(n) && n >= least && n <= most;

/** A name that no table has yet: Readings, Readings2. */
export function freeTable(wanted: string, tables: readonly string[]): string {
  const taken = new Set(tables.map((name) => name.toLowerCase()));
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted.slice(0, 60)}${n}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
