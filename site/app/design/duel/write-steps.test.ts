// What is said of the rules of a write.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TemplateResult } from "lit";
import type { DesignReport, RuleReport, SheetMessage, WorkflowStep, WriteReport } from "../../engine/types.ts";
import { budgetsOf } from "./duel-cells.ts";
import { notes, rulesOf, undecidedIn } from "./write-steps.ts";

const asked: SheetMessage = {
  code: "whichCase",
  line: 3,
  path: "/entities/0/attributes/1",
  subject: "user.mail",
  names: ["any case", "exact case"],
  numbers: [],
  note: true,
};

const unique: RuleReport = { name: "mail", identity: [], store: 0, most: 0, of: "" };

/** The state of each rule, and its sentence. */
function said(rule: RuleReport, messages: readonly SheetMessage[]): string[] {
  const d = { stores: [{ text: "{mail} | u | Mails" }] } as DesignReport;
  const w = { kind: "user", rules: [rule] } as WriteReport;
  return rulesOf(d, w, undecidedIn({ messages: [...messages] })).map(({ values }: TemplateResult) =>
    [values[0], values[2]].map((v) => (typeof v === "symbol" ? "asked" : String(v))).join(": "),
  );
}

test("a unique value is not settled before the sheet says whether case counts", () => {
  const [settled = ""] = said(unique, []);
  assert.match(settled, /^true: mail stays unique: \{mail\} \| u \| Mails is inserted first/);
  const [open = ""] = said(unique, [asked]);
  assert.match(
    open,
    /^asked: mail stays unique as it is written: .* doesn't say yet whether Ann and ann are one value$/,
  );
  assert.equal(said(unique, [{ ...asked, subject: "member.mail" }])[0], settled);
  assert.match(said({ ...unique, store: -1 }, [asked])[0] ?? "", /^false: mail does not stay unique/);
  assert.match(said({ ...unique, most: 3, of: "team" }, [asked])[0] ?? "", /^true: At most 3/);
});

/** The notes of the steps of a workflow, in which a name is kept unique by the second store. */
const noted = (...steps: readonly Partial<WorkflowStep>[]) => notedOf(false, steps);

function notedOf(based: boolean, steps: readonly Partial<WorkflowStep>[]): string[] {
  const step = { stores: [], guards: false, counts: false, unchanged: false, undo: [] };
  const list = steps.map((s): WorkflowStep => ({ ...step, verb: "put", ...s }));
  const stores = [{ base: false }, { base: based }] as DesignReport["stores"];
  const d = { writes: [{ rules: [{ ...unique, store: 1 }] } as WriteReport], stores };
  return list.map((_, i) => notes(d, list, i).join().replaceAll("bench.step.", ""));
}

test("a workflow says how a step that is repeated knows its own rows", () => {
  const taken = { verb: "insert", stores: [1], guards: true };
  const worker = { verb: "get" };
  const old = { verb: "delete", stores: [1] };
  const renamed = { verb: "merge", stores: [0], unchanged: true, undo: [1] };
  assert.deepEqual(noted({}, taken, renamed, worker, old), ["", "same,taken", "changed.undo", "", "older"]);
  assert.deepEqual(notedOf(true, [{}, taken, worker, renamed, old]), [
    "",
    "same,taken",
    "",
    "changed.undo",
    "older.moved",
  ]);
  const moved = { ...old, unchanged: true, undo: [1] };
  assert.deepEqual(notedOf(true, [{}, taken, worker, moved]), ["", "same,taken", "", "gone.undo"]);
  assert.deepEqual(notedOf(true, [{}, { ...renamed, verb: "delete", undo: [] }, worker, old]), [
    "",
    "gone",
    "",
    "older",
  ]);
  const gone = { verb: "delete", stores: [0], unchanged: true };
  assert.deepEqual(noted({}, gone, worker, old, { verb: "delete", stores: [2] }), ["", "gone", "", "older", ""]);
  assert.deepEqual(noted({}, taken, { verb: "insert", stores: [0] }, worker), ["", "taken", "notes", ""]);
  assert.deepEqual(noted({}, { verb: "delete", stores: [0] }, worker, old), ["", "", "", ""]);
});

test("a question that a design cannot answer is a budget that it does not meet", () => {
  const limit = { counter: "read", limit: 1, actual: 1, given: false, met: true };
  const d = {
    questions: [
      { stores: [0], budget: [limit], met: true },
      { stores: [], budget: [], met: false },
    ],
    writes: [{ budget: [], met: true }],
    facts: { budget: [limit] },
  } as unknown as DesignReport;
  const { met, of } = budgetsOf(d);
  assert.deepEqual([met, of], [2, 3]);
});

test("a row comes into a copy of some rows and leaves it, which one step says", () => {
  const stores = [{ text: "{number} | p" }, { text: "{station} | w_{number} | Waiting | where status=waiting" }];
  const of = (verb: string, ...at: number[]) => {
    const step = { verb, stores: at, guards: false, counts: false, unchanged: false, undo: [] };
    return notes({ writes: [], stores: stores as DesignReport["stores"] }, [step], 0);
  };
  assert.deepEqual(of("upsert", 1), ["bench.step.sparse"]);
  assert.deepEqual(of("upsert", 0, 1), ["bench.step.sparse"]);
  assert.deepEqual([of("upsert", 0), of("delete", 1)], [[], []]);
  assert.deepEqual([of("merge", 1), of("insert", 1)], [["bench.step.sparse.only"], ["bench.step.sparse.only"]]);
});

test("a workflow says what is added twice, and that a copy of a divided counter needs the total", () => {
  const list = [{ verb: "replace", stores: [0] }, { verb: "put" }, { verb: "get" }, { verb: "move", stores: [1] }].map(
    (s): WorkflowStep => ({ stores: [], guards: false, counts: false, unchanged: false, undo: [], ...s }),
  );
  for (const [text, last] of [
    ["{path} | p", ""],
    ["{path} | p | shards 4", "bench.step.total"],
  ] as const) {
    const stores = [
      { base: true, text },
      { base: false, text: "all | {views:-}" },
    ] as DesignReport["stores"];
    const said = list.map((_, i) => notes({ writes: [], stores }, list, i).join());
    assert.deepEqual(said, ["bench.step.adds", "", "", last]);
  }
});
