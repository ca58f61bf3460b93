// What the engine says about two clerks who sell the last seats, for tests.
import type { LabStep, LabTouch, RaceReport } from "../engine/types.ts";

const seats = (Left: number) => ({ PartitionKey: "show", RowKey: "friday", Left });

export function touch(
  change: LabTouch["change"],
  version: number,
  before: object | null,
  after: object | null,
): LabTouch {
  return { kind: "entity", change, store: "Box", partition: "show", row: "friday", version, before, after };
}

export function step(n: number, lane: string, more: Partial<LabStep> = {}): LabStep {
  return {
    n,
    kind: "request",
    lane,
    again: 0,
    time: n * 10,
    block: n,
    line: n * 5,
    title: "",
    method: "GET",
    target: "Box(PartitionKey='show',RowKey='friday')",
    service: "table",
    status: 200,
    code: "",
    fault: "" as LabStep["fault"], // none
    applied: true,
    condition: "",
    reads: [],
    writes: [],
    overwrites: 0,
    held: 0,
    ...more,
  };
}

const reads = (n: number, lane: string): LabStep =>
  step(n, lane, { title: `${lane} reads the seats`, reads: [touch("", 1, null, seats(10))] });

const writes = (n: number, lane: string, version: number, before: number, more: Partial<LabStep> = {}): LabStep =>
  step(n, lane, {
    title: `${lane} takes one`,
    method: "PUT",
    status: 204,
    condition: "any",
    writes: [touch("replace", version, seats(before), seats(9))],
    ...more,
  });

/** Ann reads, Ben reads and writes, Ann overwrites what Ben wrote. */
export const LOST: LabStep[] = [
  reads(1, "Ann"),
  reads(2, "Ben"),
  writes(3, "Ben", 2, 10),
  writes(4, "Ann", 3, 9, { overwrites: 3, held: 1 }),
];

const lane = (name: string, lines: number[]) => ({ name, requests: 2, worker: false, lines });

const outcome = (orders: number, left: string, broken: boolean): RaceReport["outcomes"][number] => ({
  orders,
  low: orders / 6,
  high: orders / 6,
  broken,
  verdicts: [{ holds: !broken, left: String(Number(left) + 2), right: "10", why: [], step: 0 }],
  facts: [
    {
      kind: "entity",
      store: "Box",
      partition: "show",
      row: "friday",
      property: "Left",
      value: left,
      present: true,
    },
  ],
  ends: ["Ann", "Ben"].map((name) => ({ lane: name, state: "done", line: 0, status: 204, code: "" })),
  switches: 2,
  order: LOST,
  repeats: 0,
});

export const REPORT: RaceReport = {
  lanes: [lane("Ann", [5, 20]), lane("Ben", [10, 15])],
  invariants: [{ line: 1, text: "Box('show','friday').Left + count(Box 'booking') == 10", always: false }],
  orders: 6,
  broken: 4,
  states: 9,
  requests: 12,
  crashes: 0,
  pauses: 0,
  outcomes: [outcome(4, "9", true), outcome(2, "8", false)],
  more: 0,
  sample: null,
};
