import assert from "node:assert/strict";
import { test } from "node:test";
import type { KeyLine, KeyLinePart } from "../engine/types.ts";
import { layout } from "./key-line-layout.ts";

const part = (name: string, n: number, read: KeyLinePart["read"] = null, hits: number[] = []): KeyLinePart => ({
  name,
  n,
  fold: 1,
  read,
  hits,
});
const line = (...parts: KeyLinePart[]): KeyLine => ({ table: "T", total: parts.reduce((s, p) => s + p.n, 0), parts });

test("bands are as wide as they have rows, and fill the line", () => {
  const { bands } = layout(line(part("a", 300), part("b", 100)));
  assert.deepEqual(
    bands.map((b) => [b.x, b.width]),
    [
      [0, 0.75],
      [0.75, 0.25],
    ],
  );
});

test("a partition of one row stays visible", () => {
  const { bands } = layout(line(part("a", 100_000), part("b", 1)));
  assert.equal((bands[1]?.width ?? 0) > 0.005, true);
});

test("a point query is a pin with no texture", () => {
  const l = layout(line(part("a", 100), part("b", 100, [50, 51], [50])));
  assert.equal(l.bands[1]?.read, null);
  assert.deepEqual(l.bands[1]?.hits, [0.505]);
  assert.deepEqual(
    l.brackets.map((b) => [b.single, b.read, b.returned]),
    [[true, 1, 1]],
  );
});

// B2
test("the next page begins after the row that was read, also if it was one", () => {
  const { bands } = layout(line(part("a", 4, [0, 1], [0]), part("b", 4, [0, 2]), part("c", 4)));
  assert.deepEqual(
    bands.map((b) => b.end),
    [0.25, 0.5, 0],
  );
});

test("neighbours that were read share a bracket, a gap begins another", () => {
  const l = layout(line(part("a", 10, [0, 10]), part("b", 10, [0, 10], [3]), part("c", 10), part("d", 10, [0, 5])));
  assert.deepEqual(
    l.brackets.map((b) => [b.from, b.to, b.read, b.returned]),
    [
      [0, 0.5, 20, 1],
      [0.75, 0.875, 5, 0],
    ],
  );
  assert.deepEqual([l.read, l.returned, l.total], [25, 1, 40]);
});

test("ticks that would lie upon each other count once", () => {
  const all = Array.from({ length: 10_000 }, (_, i) => i);
  const { bands } = layout(line(part("a", 10_000, [0, 10_000], all)));
  assert.equal((bands[0]?.hits.length ?? 0) <= 401, true);
});

test("an empty table has no width to share", () => {
  assert.deepEqual(layout(line()).bands, []);
});

test("a name that is too long for its band on a phone ends with it, if the band before leaves it room", () => {
  const late = (...parts: KeyLinePart[]) => layout(line(...parts)).bands.map((b) => [b.tight, b.late]);
  const [engineering, marketing, sales] = [part("Engineering", 401), part("Marketing", 154), part("Sales", 201)];
  assert.deepEqual(late(engineering, marketing, sales, part("Support", 248)), [
    [false, false],
    [true, true],
    [false, false],
    [false, false],
  ]);
  assert.deepEqual(late(part("Marketing", 10), part("Engineering", 100)).at(0), [true, false]);
  assert.deepEqual(late(part("Engineering", 230), part("Marketing", 154), part("Rest", 620)).at(1), [true, false]);
});

test("names that would be printed over each other are left out", () => {
  const parts = Array.from({ length: 24 }, (_, i) => ({ ...part(`user${i}`, 8), fold: i % 3 ? 2 : 1 }));
  const { bands } = layout(line(...parts));
  for (const [at, px] of [
    ["wide", 704],
    ["pane", 416],
  ] as const) {
    const named = bands.filter((b) => !b.left.includes(at));
    assert.equal(named.length > 2, true);
    named.forEach((b, i) => {
      const end = b.x * px + (b.fold > 1 ? "2 partitions" : b.name).length * 7.5;
      assert.equal(end <= (named[i + 1]?.x ?? 1) * px, true, `${b.name} at ${px}`);
    });
  }
  assert.deepEqual(
    layout(line(part("a", 300), part("b", 100))).bands.map((b) => b.left),
    [[], []],
  );
  const staff = line(part("Engineering", 401), part("Marketing", 154), part("Sales", 201), part("Support", 248));
  const { bands: departments } = layout(staff);
  assert.equal(
    departments.some((b) => b.left.includes("wide")),
    false,
    "a name comes before the count of another",
  );
  assert.equal(
    departments.some((b) => b.left.includes("count")),
    false,
    "a count is there if there is room for it",
  );
});
