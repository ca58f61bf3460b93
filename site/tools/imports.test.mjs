// How app/ is built: which folder stands on which, and how much is in one.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { circles, importGraph } from "./import-graph.mjs";

const app = fileURLToPath(new URL("../app", import.meta.url));

// From the ground up: a file imports from its own folder and from those on the floors below. Folders of one floor do
// not import from each other.
const FLOORS = [
  ["engine"],
  ["ui"],
  ["map"],
  ["answer", "share", "transfer", "program"],
  ["editor"],
  ["profile", "scale"],
  ["script", "labs"],
  ["lesson", "play", "design", "examples", "watch"],
  ["page"],
  ["."], // the entries
];

// The floors of the two largest.
const INSIDE = {
  play: [
    ["data"],
    ["documents"],
    ["workspace"],
    ["open", "make", "cost", "program", "sql"],
    ["grid", "lint", "transfer", "export"],
    ["query", "log", "panels", "share", "run"],
    ["frame"],
    ["."],
  ],
  design: [["sheet"], ["duel"], ["proposals", "money"], ["."]],
};

const MOST = 40; // source files of a folder

/** The first folder of a path and the rest: "play/grid/x.ts" is of "play", and there of "grid/x.ts". */
function split(path) {
  const at = path.indexOf("/");
  return at < 0 ? [".", path] : [path.slice(0, at), path.slice(at + 1)];
}

/** Tells whether an import stays in its folder or leads down; what is outside of app/ is below everything. */
function allowed(from, to, floors = FLOORS) {
  const [[above, upper], [below, lower]] = [split(from), split(to)];
  if (below === "..") return true;
  if (above === below) return !INSIDE[above] || floors !== FLOORS || allowed(upper, lower, INSIDE[above]);
  const floorOf = (folder) => floors.findIndex((floor) => floor.includes(folder));
  return floorOf(below) < floorOf(above);
}

const foldersIn = (path) =>
  readdirSync(join(app, path), { withFileTypes: true })
    .filter((e) => e.isDirectory() && e.name !== "css")
    .map((e) => e.name);

test("every folder of app/, of play/ and of design/ has its floor", () => {
  const listed = (floors) => floors.flat().filter((name) => name !== ".");
  assert.deepEqual(foldersIn(".").sort(), listed(FLOORS).sort());
  for (const [name, floors] of Object.entries(INSIDE)) assert.deepEqual(foldersIn(name).sort(), listed(floors).sort());
});

test("imports lead from a folder to those on floors below", () => {
  const imports = [...importGraph()].flatMap(([from, list]) => list.map((to) => [from, to]));
  assert.ok(imports.length > 1000, `${imports.length} imports were found`);
  assert.deepEqual(
    imports.filter(([from, to]) => !allowed(from, to)).map(([from, to]) => `${from} imports ${to}`),
    [],
  );
});

test("an import that leads up, or across a floor, is found", () => {
  assert.ok(allowed("play/grid/a.ts", "play/make/b.ts"));
  assert.ok(allowed("play/a.ts", "play/grid/b.ts"));
  assert.ok(allowed("page/a.ts", "play/grid/b.ts"));
  assert.ok(!allowed("play/grid/a.ts", "play/lint/b.ts"));
  assert.ok(!allowed("play/make/a.ts", "play/grid/b.ts"));
  assert.ok(!allowed("play/grid/a.ts", "play/b.ts"));
  assert.ok(!allowed("play/grid/a.ts", "design/sheet/b.ts"));
  assert.ok(!allowed("ui/a.ts", "page.ts"));
});

test("no files import each other in a circle", () => {
  assert.deepEqual(circles(importGraph()), []);
});

test("a circle is found, however long, and what leads to it is no part of it", () => {
  const graph = { a: ["b", "f"], b: ["c"], c: ["d", "e"], d: ["b"], e: [], f: ["g", "a.css"], g: ["f"], h: ["a", "h"] };
  const found = circles(new Map(Object.entries(graph)));
  assert.deepEqual(found.map((circle) => circle.sort()).sort(), [
    ["b", "c", "d"],
    ["f", "g"],
  ]);
});

test(`no folder has more than ${MOST} source files`, () => {
  const sources = readdirSync(app, { recursive: true }).filter((name) => /\.(ts|css)$/.test(name));
  const full = new Map();
  for (const name of sources) full.set(dirname(name), (full.get(dirname(name)) ?? 0) + 1);
  assert.deepEqual(
    [...full].filter(([, count]) => count > MOST),
    [],
  );
});
