import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf } from "./drafts.ts";
import { parseJson } from "./json.ts";
import { settingsOf } from "./settings.ts";
import {
  dropAside,
  keepText,
  moveTexts,
  objectOf,
  readAside,
  readJSON,
  readText,
  setAside,
  troubleOf,
} from "./storage.ts";

/** A browser's storage; it takes so many characters. */
class FakeStorage {
  private readonly kept = new Map<string, string>();
  private readonly room: number;

  constructor(room = Infinity) {
    this.room = room;
  }

  get length(): number {
    return this.kept.size;
  }

  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    const others = [...this.kept].filter(([k]) => k !== key).reduce((n, [k, v]) => n + k.length + v.length, 0);
    if (others + key.length + value.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.kept.set(key, value);
  }

  removeItem(key: string): void {
    this.kept.delete(key);
  }
}

function lend(storage: unknown): void {
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
}

test("a text that cannot be read is set aside even where storage is full, and nothing of it is lost", () => {
  const key = "rowkey/draft/play/";
  lend(new FakeStorage(key.length + 30));
  keepText(key, "x".repeat(30));
  setAside(key);
  assert.deepEqual([readText(key), readAside(key)], [null, "x".repeat(30)]);
  dropAside(key);
  assert.equal(readAside(key), null);
});

test("what was set aside before is kept beside what is set aside now", () => {
  lend(new FakeStorage());
  for (const text of ["one", "two"]) {
    keepText("rowkey/progress", text);
    setAside("rowkey/progress");
  }
  assert.equal(readAside("rowkey/progress"), "one\ntwo");
});

test("a refused write says why, and a read of no storage is null", () => {
  lend(new FakeStorage(0));
  assert.equal(keepText("rowkey/a", "x"), "private");
  lend(new FakeStorage(12));
  assert.deepEqual([keepText("rowkey/a", "x"), keepText("rowkey/b", "much more than fits")], [null, "full"]);
  lend(null);
  assert.deepEqual(
    [keepText("rowkey/a", "x"), readText("rowkey/a"), readJSON("rowkey/a"), readAside("rowkey/a")],
    ["blocked", null, undefined, null],
  );
});

test("each failure of a database has its reason", () => {
  const of = (name: string) => troubleOf(new DOMException("", name), false);
  assert.deepEqual(["SecurityError", "QuotaExceededError", "InvalidStateError", "UnknownError"].map(of), [
    "blocked",
    "full",
    "private",
    "failed",
  ]);
  assert.equal(troubleOf(new TypeError("indexedDB is undefined"), false), "blocked");
});

test("an object of any origin has only properties of its own", () => {
  const of = (text: string) => Object.keys(objectOf(parseJson(text)));
  assert.deepEqual(['{"a":1,"__proto__":2}', "7", "null", "nonsense", '"text"'].map(of), [
    ["a", "__proto__"],
    [],
    [],
    [],
    [],
  ]);
  assert.equal(objectOf(parseJson("{}")).toString, undefined);
});

test("a draft needs a text; colours that do not fit it are left out", () => {
  const tokens = (list: unknown) => draftOf({ text: "### Mine", tokens: list, hash: "h", at: 1 })?.tokens;
  assert.deepEqual(
    tokens([
      [0, 3, "title"],
      [4, 8, "title"],
    ]),
    [
      [0, 3, "title"],
      [4, 8, "title"],
    ],
  );
  for (const bad of [
    7,
    null,
    "text",
    {},
    [7],
    [[0, 3]],
    [[3, 0, "key"]],
    [[0, 9, "key"]],
    [[-1, 3, "key"]],
    [
      [0, 3, "key"],
      [2, 5, "key"],
    ],
    [[0, 3, "a b"]],
    [[0, 0.5, "key"]],
  ]) {
    assert.deepEqual(tokens(bad), [], JSON.stringify(bad));
  }
  for (const bad of [undefined, null, 7, [], {}, { text: 7 }, { tokens: [] }])
    assert.equal(draftOf(bad), null, JSON.stringify(bad));
  assert.deepEqual(draftOf({ text: "x", hash: {}, at: "noon" }), { text: "x", tokens: [], hash: "", at: 0 });
});

test("settings that make no sense are as usual", () => {
  assert.deepEqual(settingsOf({ plain: "yes", scores: false }), {
    plain: false,
    tabIndents: false,
    singleKeys: true,
    scores: false,
  });
});

test("texts that change places keep their texts, and one that stays is not overwritten", () => {
  lend(new FakeStorage());
  for (const id of ["a/1", "a/2", "a/3", "b/8"]) keepText(`rowkey/draft/${id}`, id);
  moveTexts("rowkey/draft/", [
    ["a/1", "a/2"],
    ["a/2", "a/1"],
    ["b/9", "a/1"],
    ["b/8", "a/3"],
  ]);
  const texts = ["a/1", "a/2", "a/3"].map((id) => readText(`rowkey/draft/${id}`));
  assert.deepEqual(texts, ["a/2", "a/1", "a/3"]);
});
