import assert from "node:assert/strict";
import { test } from "node:test";
import { BrokenLink } from "../share/packed.ts";
import { EMPTY, linkedPlan, type Plan, planLink, planOf, requestOf } from "./plan.ts";

const PLAN: Plan = {
  ...EMPTY,
  title: "Customers",
  parts: [{ table: "Log", keys: "time", rate: 5200, cold: true }, { keys: "even" }],
  parameters: { servers: 12 },
  times: 10,
};

test("a link carries a plan as it is", async () => {
  assert.deepEqual(await linkedPlan(await planLink(PLAN)), PLAN);
});

test("a link of another kind, or a damaged one, is no plan", async () => {
  const broken = (e: unknown) => e instanceof BrokenLink;
  await assert.rejects(linkedPlan("#m2=abc"), broken);
  await assert.rejects(linkedPlan("#m1=abc"), broken);
  assert.throws(() => planOf([]), broken);
});

test("what is no text, number or switch is left out of a plan", () => {
  const given = { parts: [{ keys: "time", rate: { a: 1 } }], seconds: "long", times: 7, parameters: { servers: "x" } };
  assert.deepEqual(planOf(given), { ...EMPTY, parts: [{ keys: "time" }] });
});

test("keys of one's own are a template with an attribute a line", () => {
  const template = {
    keys: "{customer}",
    attributes: "customer, text 8, 1000 values\n\n at, time ",
    rate: 500,
    writes: 40,
  };
  const { template: asked } = requestOf({ ...PLAN, template }, 1000, null) as { template: object };
  assert.deepEqual(asked, { ...template, attributes: ["customer, text 8, 1000 values", "at, time"], rate: 5000 });
  assert.deepEqual(planOf({ template: { keys: 7 } }).template, { keys: "", attributes: "", rate: 1000, writes: 40 });
});

test("a load that is ten times as large asks for ten times the rate, also where none was entered", () => {
  const { load } = requestOf(PLAN, 1000, null) as { load: { parts: { rate: number }[] } };
  assert.deepEqual(
    load.parts.map((p) => p.rate),
    [52_000, 10_000],
  );
});
