// The folders of app/ are layers: a file imports from its own folder and from those in layers below.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { circles, importGraph } from "./import-graph.mjs";

const app = fileURLToPath(new URL("../app", import.meta.url));

// From the ground up. Folders of one layer do not import from each other.
const LAYERS = [
  ["engine"],
  ["ui"],
  ["map"],
  ["answer", "share", "transfer", "program"],
  ["editor"],
  ["profile", "scale"],
  ["script", "labs"],
  ["lesson", "play", "design", "examples"],
  ["page"],
  ["."], // the entries
];

/** All imports between files of app/: { from, to } relative to it, also those that come later or are types. */
const imports = () => [...importGraph()].flatMap(([from, list]) => list.map((to) => ({ from, to })));

const folderOf = (file) => (file.includes("/") ? file.split("/")[0] : ".");
const layerOf = (folder) => LAYERS.findIndex((layer) => layer.includes(folder));

/** Tells whether an import stays in its folder or leads down; what is outside of app/ is below everything. */
function allowed({ from, to }) {
  const [above, below] = [folderOf(from), folderOf(to)];
  return above === below || below === ".." || layerOf(below) < layerOf(above);
}

test("every folder of app/ has its layer", () => {
  const folders = readdirSync(app, { withFileTypes: true }).filter((e) => e.isDirectory() && e.name !== "css");
  assert.deepEqual(
    folders.map((e) => e.name).sort(),
    LAYERS.flat()
      .filter((name) => name !== ".")
      .sort(),
  );
});

test("imports lead from a folder to those below it", () => {
  const list = imports();
  assert.ok(list.length > 100, `${list.length} imports were found`);
  assert.deepEqual(
    list.filter((i) => !allowed(i)).map(({ from, to }) => `${from} imports ${to}`),
    [],
  );
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
