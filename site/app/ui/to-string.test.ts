import assert from "node:assert/strict";
import { test } from "node:test";
import { html, nothing, svg } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { toHtml } from "./to-string.ts";

const evil = `<script>"a" & 'b'</script>\r`;
const safe = `&lt;script&gt;&quot;a&quot; &amp; 'b'&lt;/script&gt;&#13;`;

test("texts and values of attributes are escaped, markup of templates is not", () => {
  assert.equal(toHtml(html`<p title=${evil}>${evil}</p>`), `<p title="${safe}">${safe}</p>`);
  assert.equal(toHtml(html`<p title="a ${evil} b"><b>${1}</b></p>`), `<p title="a ${safe} b"><b>1</b></p>`);
});

test("several values make one attribute, in quotes or without", () => {
  assert.equal(
    toHtml(svg`<path d="M0 0h${3}v1H${0}z" x=${1}% y='${2}'></path>`),
    `<path d="M0 0h3v1H0z" x="1%" y="2"></path>`,
  );
});

test("an attribute that is given nothing is left out, one without a value is empty", () => {
  assert.equal(
    toHtml(html`<i a=${nothing} b="x${nothing}" c=${undefined} d=${null} e=${false}></i>`),
    `<i c="" d="" e="false"></i>`,
  );
});

test("an attribute with a question mark is there or not", () => {
  assert.equal(toHtml(html`<i ?a=${true} ?b=${false} ?c=${nothing} ?d=${1}></i>`), `<i a="" d=""></i>`);
});

test("listeners and properties are for live elements", () => {
  assert.equal(
    toHtml(html`<input
    .value=${"x"} @input=${() => undefined} max=${3}>`),
    `<input max="3">`,
  );
});

test("children may be nested, lists, or nothing", () => {
  const list = [1, html`<b>${"<"}</b>`, [nothing, null, undefined, ""]];
  assert.equal(
    toHtml(html`<p>${list}${new Set(["a", "b"])}${html`<i></i>`} a=${"b"}</p>`),
    `<p>1<b>&lt;</b>ab<i></i> a=b</p>`,
  );
});

test("a template that is drawn again has its new values", () => {
  const draw = (n: number) => toHtml(html`<p class="a-${n}">${n}</p>`);
  assert.equal(draw(1) + draw(2), `<p class="a-1">1</p><p class="a-2">2</p>`);
});

test("directives say what they stand for", () => {
  const items = repeat(
    [1, 2],
    (n) => n,
    (n) => html`<i>${n}</i>`,
  );
  assert.equal(
    toHtml(html`<p class=${classMap({ a: true, b: false })}>${keyed("k", html`<b></b>`)}${items}</p>`),
    `<p class=" a "><b></b><i>1</i><i>2</i></p>`,
  );
});

test("a value that makes an element or a whole tag is refused", () => {
  assert.equal(
    refused(() => toHtml(html`<p ${"hidden"}></p>`)),
    true,
  );
});

function refused(act: () => unknown): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}
