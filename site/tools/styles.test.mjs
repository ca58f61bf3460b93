// The style sheets of app/css: every class that a rule is for is named by a template or by code.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sources } from "./sources.mjs";

/** The classes of all selectors. */
function classes(css) {
  const rules = css.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{};]+)\{/g);
  return new Set([...rules].flatMap(([, selector]) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map((m) => m[1])));
}

test("no style is for a class that nothing has", () => {
  const source = sources(".", ".ts", ".go", ".html", ".svg");
  const words = new Set(source.match(/[\w-]+/g));
  const levels = [...source.matchAll(/\bclass="(\w+)\$\{/g)].map(([, beginning]) => beginning); // h0, h1 and so on
  const named = (name) => words.has(name) || levels.includes(name.replace(/\d+$/, ""));
  assert.deepEqual(
    [...classes(sources("app/css", ".css"))].filter((name) => !named(name)),
    [],
  );
});
