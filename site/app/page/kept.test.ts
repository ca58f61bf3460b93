import assert from "node:assert/strict";
import { test } from "node:test";
import { engineOf, isSound, kindOf, missingPage, pageKey, type Shell, storesOf, titleOf, unneeded } from "./kept.ts";

const ROOT = "https://example.org/rowkey/";
const shell: Shell = {
  version: "1",
  files: [],
  pages: [],
  words: { lang: "en", title: "Offline", text: "Not <kept>", visited: "Visited", home: "Home" },
  style: "a/index.css",
};

test("each request is kept in its way, and what is not of this site is left alone", () => {
  const cases: [string, string, string, string][] = [
    ["GET", `${ROOT}a/page.1.js`, "cors", "file"],
    ["GET", `${ROOT}learn/keys/1/?x=1#y`, "navigate", "page"],
    ["GET", ROOT, "cors", "page"],
    ["GET", `${ROOT}pagefind/pagefind.js`, "cors", "data"],
    ["GET", `${ROOT}go-to.json`, "cors", "data"],
    ["POST", `${ROOT}a/page.1.js`, "cors", "none"],
    ["GET", `${ROOT}-reload/script.js`, "cors", "none"],
    ["GET", `${ROOT}sw.js`, "cors", "none"],
    ["GET", "https://example.org/other/", "navigate", "none"],
    ["GET", "https://other.example/rowkey/", "navigate", "none"],
  ];
  for (const [method, url, mode, kind] of cases) assert.equal(kindOf({ method, url, mode }, ROOT), kind, url);
});

test("a page is kept once, whatever is behind its path", () => {
  assert.equal(pageKey(`${ROOT}play/?sample=x#r1`), `${ROOT}play/`);
  assert.equal(pageKey(`${ROOT}play/index.html`), `${ROOT}play/`);
});

test("files of this build and of the one before stay, so open tabs go on; stores stay", () => {
  const kept = ["a/old.js", "a/before.js", "a/now.js", "a/store.bin", "a/old.wasm"];
  assert.deepEqual(unneeded(kept, ["a/now.js"], ["a/before.js"]), ["a/old.js", "a/old.wasm"]);
});

test("a page names its engine, and nothing else is taken for one", () => {
  assert.equal(
    engineOf('<!doctype html><html lang="en" data-engine="a/workbench.1f.wasm" data-x>'),
    "a/workbench.1f.wasm",
  );
  assert.equal(engineOf("<html lang=en data-engine=a/engine.2.wasm>"), "a/engine.2.wasm");
  for (const page of ['<html data-engine="https://example.org/a.wasm">', '<html><p data-engine="a/x.wasm">', "<html>"])
    assert.equal(engineOf(page), "", page);
});

test("what was kept is shown as text", () => {
  const page = missingPage(shell, ROOT, [{ url: `${ROOT}x/"><script>`, title: "<img src=x onerror=alert(1)>" }]);
  assert.equal(/<script|<img|<kept/.test(page), false);
  assert.equal(titleOf("<head><title>A &amp; B &#39;c&#39; · Rowkey</title>"), "A & B 'c' · Rowkey");
});

test("the stores of a page are those that its data name, each once", () => {
  assert.deepEqual(storesOf('{"store":"a/store.0a1b.bin","x":"a/store.0a1b.bin"} {"store":"a/store.ff.bin"} "b.bin"'), [
    "a/store.0a1b.bin",
    "a/store.ff.bin",
  ]);
  assert.deepEqual(storesOf("<p>nothing"), []);
});

test("an answer is kept only as what was asked for: no page of a network or a host in the place of a file", () => {
  const answer = (type: string | null, status = 200, redirected = false, name = "x.js") => ({
    url: `${ROOT}a/${name}`,
    status,
    redirected,
    headers: new Headers(type === null ? {} : { "Content-Type": type }),
  });
  const kept = (a: ReturnType<typeof answer>) => (["file", "page", "data"] as const).filter((kind) => isSound(a, kind));
  assert.deepEqual(kept(answer("text/javascript; charset=utf-8")), ["file", "data"]);
  assert.deepEqual(kept(answer("application/wasm")), ["file", "data"]);
  assert.deepEqual(kept(answer(null)), ["file", "data"]);
  assert.deepEqual(kept(answer("Text/HTML; charset=utf-8")), ["page", "data"]);
  assert.deepEqual(kept(answer("text/html", 200, false, "closed.html")), ["file", "page", "data"]);
  for (const bad of [answer("text/html", 404), answer("text/html", 206), answer("text/javascript", 200, true)])
    assert.deepEqual(kept(bad), []);
});
