import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScaleReport, Simulated } from "../engine/types.ts";
import { type Model, Runner } from "./runner.ts";

const REPORT = { seconds: 4 } as ScaleReport;

/** A model of so many slices. */
function model(slices: number, log: string[] = [], messages: Simulated["messages"] = []): Model {
  let at = 0;
  const answer = (report: ScaleReport | null): Simulated => ({
    messages,
    sheet: [],
    progress: { prepared: 1, second: at, seconds: slices, done: at >= slices },
    report,
  });
  return {
    begin: async () => {
      log.push("begin");
      at = 0;
      return answer(null);
    },
    step: async (stop) => {
      log.push(stop ? "stop" : "next");
      if (stop || at >= slices) return answer(REPORT);
      at++;
      return answer(null);
    },
  };
}

test("a run goes on slice by slice to its report", async () => {
  const seen: number[] = [];
  const runner: Runner = new Runner(
    model(3),
    () => seen.push(runner.ran.progress.second),
    () => 7,
  );
  assert.equal(await runner.run({ a: 1 }), true);
  assert.deepEqual([runner.ran.state, runner.ran.of, seen.includes(2)], ["done", '{"a":1}', true]);
});

test("Stop asks for no further slice, and shows what is known so far", async () => {
  const log: string[] = [];
  const runner: Runner = new Runner(
    model(100, log),
    () => {
      if (runner.ran.progress.second === 2) runner.stop();
    },
    () => 0,
  );
  await runner.run({});
  assert.deepEqual([runner.ran.state, log], ["stopped", ["begin", "next", "next", "stop"]]);
});

test("Stop before the first second ends a run at once, without a report", async () => {
  const log: string[] = [];
  const runner = new Runner(
    model(100, log),
    () => undefined,
    () => 0,
  );
  const running = runner.run({});
  runner.stop();
  assert.equal(runner.busy, false);
  assert.equal(await running, false);
  assert.deepEqual([runner.ran.report, log], [null, ["begin"]]);
});

test("what is wrong with a request ends its run, and the report of the last one stays", async () => {
  const bad: Simulated["messages"] = [{ code: "noParts", path: "/load/parts", names: [], numbers: [] }];
  let wrong = false;
  const good = model(1);
  const runner = new Runner(
    { begin: (r) => (wrong ? model(1, [], bad).begin(r) : good.begin(r)), step: good.step },
    () => undefined,
    () => 0,
  );
  await runner.run({});
  wrong = true;
  assert.equal(await runner.run({}), false);
  assert.deepEqual([runner.ran.state, runner.ran.messages, runner.ran.report], ["none", bad, REPORT]);
});

test("an engine that stopped is told as trouble", async () => {
  const fails = { begin: () => Promise.reject(new Error("out of memory")), step: () => Promise.reject(new Error("")) };
  const runner = new Runner(
    fails,
    () => undefined,
    () => 0,
  );
  await runner.run({});
  assert.deepEqual([runner.ran.state, runner.ran.trouble], ["none", "out of memory"]);
});
