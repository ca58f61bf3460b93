import assert from "node:assert/strict";
import { test } from "node:test";
import { Control } from "./control.ts";

(globalThis as { document?: unknown }).document = { documentElement: { dataset: {} }, baseURI: "http://x/" };
const { Fixture, setupsOf } = await import("./fixture.ts");

/** A fixture without a setup, and what it asked of the engine. */
function empty() {
  const asked: string[] = [];
  const control = new Control((url) => {
    asked.push(String(url));
    return Promise.resolve(new Response("{}"));
  });
  return { asked, fixture: new Fixture(control, { files: {} }) };
}

test("what was filled ahead is taken once", async () => {
  const { asked, fixture } = empty();
  fixture.prefill();
  await fixture.restore();
  await fixture.restore();
  assert.equal(asked.length, 2);
});

test("to fill ahead after a run has begun would keep the next one from a fresh store", async () => {
  const { asked, fixture } = empty();
  const run = fixture.restore();
  fixture.prefill();
  await run;
  await fixture.restore();
  assert.equal(asked.length, 2);
});

test("setups are named as the files of the page are", () => {
  assert.deepEqual(setupsOf("# @setup ./a.http\n//  @setup ../fixtures/hr.http\n# @setupx b\nGET /x"), [
    "a.http",
    "fixtures/hr.http",
  ]);
});
