// Examples in prose: each runs in a fresh store, and can never touch the learner's.

import { Output } from "../answer/output.ts";
import { isVerdict } from "../answer/rounds.ts";
import { Control, ControlError } from "../engine/control.ts";
import { Fixture } from "../engine/fixture.ts";
import { type FixtureSource, openEngine, pageData, type StepData } from "../engine/page-data.ts";
import { brokenExchange, runScript } from "../engine/run-script.ts";
import { pictureOf } from "../script/results.ts";
import { tally } from "./compare.ts";

const PATIENCE = 300; // ms until a run that takes longer says so

// All examples of a page share one engine; each run begins with a fresh store, so they cannot meet.
const engine = openEngine();
const control = new Control(engine.fetch);
const step = pageData<StepData>("step");
export const dataOfPage: FixtureSource = step ?? pageData<FixtureSource>("page") ?? { files: {} };
const fixture = new Fixture(control, dataOfPage);
let queue: Promise<unknown> = Promise.resolve();
const live = new WeakMap<HTMLElement, Output[]>();
let serial = 0;

/** The script of an example: the text of its file, or else what the page shows. */
export function textOf(cell: HTMLElement): string {
  return (
    dataOfPage.files[cell.dataset.script ?? ""] ??
    [...cell.querySelectorAll(".cell-edit pre.sample")].map((p) => p.textContent).join("\n\n")
  );
}

/** The engine starts when the reader comes near an example. */
export function wake(): void {
  engine.start();
  fixture.prefill();
}

/** Runs an example; its answers replace those that the page was built with. */
export async function runCell(cell: HTMLElement): Promise<void> {
  const outputs = outputsOf(cell);
  const timer = setTimeout(() => outputs[0]?.wait({ state: "loading" }), PATIENCE);
  queue = queue.then(() => perform(cell, outputs, () => clearTimeout(timer))).catch((e: unknown) => fail(outputs, e));
  await queue;
  clearTimeout(timer);
  for (const o of outputs) o.draw();
  cell.dispatchEvent(new CustomEvent("cell:result", { bubbles: true }));
}

/** The baked answers are replaced by live ones in the same places. */
function outputsOf(cell: HTMLElement): Output[] {
  const known = live.get(cell);
  if (known) return known;
  const made = [...cell.querySelectorAll<HTMLElement>("run-output")].map((baked) => {
    const output = new Output(`cell-${serial++}`, { line: step?.first ?? false });
    return { baked, output };
  });
  const outputs = made.map(({ output }) => output);
  for (const { baked, output } of made) output.replaces(baked);
  live.set(cell, outputs);
  return outputs;
}

async function perform(cell: HTMLElement, outputs: readonly Output[], arrived: () => void): Promise<void> {
  await fixture.restore();
  const { exchanges, counters, pictures } = await runScript(control, {
    name: cell.dataset.script || "example.http",
    text: textOf(cell),
    files: dataOfPage.files,
  });
  arrived();
  tally(cell, counters, exchanges);
  const steps = Map.groupBy(
    exchanges.filter((x) => !x.hidden || x.problem),
    (x) => x.block,
  ); // as the page was baked
  const shown = [...steps].sort(([a], [b]) => a - b).map(([, list]) => list);
  for (const [i, list] of shown.entries()) {
    const output = outputs[i] ?? outputs.at(-1);
    output?.begin();
    for (const x of list) output?.add(x);
    const x = output?.current;
    const line = x && (await pictureOf(control, x, pictures));
    output?.explain(line && x.record ? new Map([...pictures, [x.record.id, line]]) : pictures);
  }
  const last = shown.length ? (outputs[shown.length - 1] ?? outputs.at(-1)) : undefined;
  if (last) last.story = exchanges.filter((x) => !x.hidden && !isVerdict(x));
}

function fail([first]: readonly Output[], e: unknown): void {
  if (e instanceof ControlError) first?.add(brokenExchange(0, e.line, e.message, e.sentences));
  else first?.wait(engine.state === "crashed" ? { state: "crashed", loaded: engine.loaded } : { state: "stopped" });
}
