import assert from "node:assert/strict";
import { test } from "node:test";
import type { Panel } from "../workspace/panel.ts";
import { Rooms, toldOf } from "./rooms.ts";

/** A panel that comes while wanted says so. */
const panel = (id: string, wanted?: () => boolean): Panel =>
  ({ id, ...(wanted ? { special: { about: "map.about", why: () => "map.why", wanted } } : {}) }) as Panel;

function rooms() {
  let load = false;
  const data = panel("data");
  const map = panel("map", () => load);
  const made = new Rooms([data, map]);
  return { made, data, map, write: () => (load = true) };
}

test("a panel that a script needs comes by itself and is told of once; the others are always there", () => {
  const { made, data, map, write } = rooms();
  assert.deepEqual([made.isInSight(data), made.isInSight(map), made.tell().length], [true, false, 0]);
  write();
  assert.deepEqual([made.isInSight(map), made.tell()], [true, [map]]);
  made.dismiss();
  assert.deepEqual(made.tell(), []);
});

test("a panel that the reader opens stays until another document is open", () => {
  const { made, map } = rooms();
  made.open(map);
  assert.deepEqual([made.isInSight(map), made.tell()], [true, []]);
  made.turned();
  assert.equal(made.isInSight(map), false);
});

test("what was kept of panels is read whatever it is", () => {
  assert.deepEqual([...toldOf({ told: ["map", 7, null] })], ["map"]);
  for (const x of [null, 7, "x", [], {}, { told: "map" }]) assert.equal(toldOf(x).size, 0);
});
