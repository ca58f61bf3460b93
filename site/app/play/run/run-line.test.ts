import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../engine/types.ts";
import type { Unit } from "../../script/units.ts";
import { boxesOf, fateOf, summaryOf } from "./run-line.ts";
import { RunState } from "./run-state.ts";
import { remedyOf, verdictOf } from "./verdict.ts";

const exchange = (of: Partial<Exchange>) =>
  ({
    block: 0,
    blocks: [0],
    title: "",
    status: 200,
    code: "",
    message: "",
    checks: [],
    problem: null,
    stopped: false,
    hidden: false,
    wire: [],
    ops: [],
    ...of,
  }) as Exchange;
const unit = (n: number, index: number) => ({ n, title: `r${n}`, blocks: [{ index }] }) as Unit;

test("a transaction that is refused counts as refused, though its answer is 202", () => {
  const ops = [{ state: "failed", status: 409 }] as Exchange["ops"];
  const x = exchange({ status: 202, code: "EntityAlreadyExists", stopped: true, ops });
  assert.equal(fateOf(x), "refused");
  const boxes = boxesOf([unit(1, 0), unit(2, 1)], [x]);
  assert.deepEqual(summaryOf(boxes), { worst: "1 refused", rest: "1 not run" });
  assert.equal(verdictOf(boxes, () => null)?.what, "Request 1 was refused: 409 EntityAlreadyExists.");
});

test("what is said of a refusal is what is known of its cause, then what the service says", () => {
  const of = (x: Partial<Exchange>, advice = "") =>
    verdictOf(
      boxesOf([unit(1, 0)], [exchange({ status: 400, stopped: true, ...x })]),
      () => null,
      () => advice,
    )?.why;
  const check = { line: 3, pass: false, query: "status", text: "status == 200", expected: "200", got: "400" };
  assert.equal(of({ code: "X", message: "No.\nRequestId" }), "No.");
  assert.equal(of({ code: "X", message: "No." }, "Write eq."), "Write eq.");
  assert.match(
    of({ code: "X", checks: [{ ...check, sentences: null }] as unknown as Exchange["checks"] }, "Write eq.") ?? "",
    /expected status 200 and got 400\. Write eq\.$/,
  );
});

test("an error that an assertion expects is an answer like any other", () => {
  assert.equal(fateOf(exchange({ status: 404, code: "ResourceNotFound" })), "answered");
});

test("text that cannot be read has a box between those of the requests, and the verdict", () => {
  const problem = { message: "GTE is not a method" } as NonNullable<Exchange["problem"]>;
  const exchanges = [exchange({}), exchange({ block: 1, blocks: [], problem, stopped: true })];
  const boxes = boxesOf([unit(1, 0), unit(2, 2)], exchanges);
  assert.deepEqual(
    boxes.map((b) => [b.n, b.fate]),
    [
      [1, "answered"],
      [-1, "unsent"],
      [2, "none"],
    ],
  );
  const verdict = verdictOf(boxes, () => null);
  assert.equal(verdict?.what, "A part of the script could not be run.");
  assert.match(verdict?.why ?? "", /GTE/);
});

test("what was not sent is forgotten, with what is said of it, once its mistake is no longer there", () => {
  const problem = { message: "this is SQL", sentences: [] as unknown } as NonNullable<Exchange["problem"]>;
  const unread = exchange({ block: 1, blocks: [], problem, stopped: true });
  const state = new RunState();
  state.begin([unit(1, 0), unit(2, 2)], null, "");
  state.take([exchange({}), unread]);
  state.finish([], 0);
  assert.equal(state.verdict?.n, -1);
  state.drop([exchange({})]);
  assert.equal(state.verdict?.n, -1, "of another");
  state.drop([unread]);
  assert.deepEqual([state.verdict, state.boxes.map((b) => b.fate)], [null, ["answered", "none"]]);
});

test("of what was there already the band says whether a reset takes it away", () => {
  const x = exchange({ status: 409, code: "TableAlreadyExists", stopped: true });
  const boxes = boxesOf([unit(1, 0)], [x]);
  const of = (remedy: "reset" | "empty" | "begins", at: number | null = null) => {
    const v = verdictOf(
      boxes,
      () => at,
      () => "",
      () => remedy,
    );
    return [v?.remedy, v?.why];
  };
  assert.deepEqual(of("reset"), ["reset", "The table existed before this run."]);
  const brings = "The table is part of the data that this document begins with. A reset brings it back.";
  assert.deepEqual(
    [of("empty"), of("begins")],
    [
      ["empty", brings],
      ["begins", brings],
    ],
  );
  assert.match(String(of("empty", 0)[1]), /^Your own run at/);
  assert.equal(verdictOf(boxesOf([unit(1, 0)], [exchange({ status: 400, stopped: true })]), () => null)?.remedy, null);
});

test("no reset is offered that would take away what no script has made", () => {
  const x = exchange({ status: 409, code: "EntityAlreadyExists", stopped: true });
  const of = (store: Partial<Parameters<typeof remedyOf>[0]>, at: number | null, text = "") =>
    remedyOf({ bare: false, byHand: false, fromBefore: false, ...store }, text, x, at);
  const creates = 'POST {{table}}/Tables\n\n{"TableName":"People"}\n';
  assert.deepEqual([of({}, 0), of({ fromBefore: true }, null), of({ bare: true }, null)], ["reset", "reset", "reset"]);
  for (const at of [null, 0])
    for (const text of ["", creates])
      for (const bare of [false, true]) assert.equal(of({ byHand: true, fromBefore: true, bare }, at, text), "hand");
  const why = (code: string, at: number | null) => {
    const boxes = boxesOf([unit(1, 0)], [exchange({ ...x, code })]);
    return verdictOf(
      boxes,
      () => at,
      () => "",
      () => "hand",
    )?.why;
  };
  assert.match(
    why("EntityAlreadyExists", null) ?? "",
    /^The row was in the table before this run\. .*another RowKey.*PUT/,
  );
  assert.match(why("TableAlreadyExists", 0) ?? "", /^Your own run at .* Leave this request out/);
});

test("a run that met what it made itself says so, and no reset is offered", () => {
  const row = JSON.stringify({ PartitionKey: "me", RowKey: "1" });
  const wire = [{ request: { body: row } }] as Exchange["wire"];
  const changes = [{ kind: "insert", table: "T", key: { partition: "me", row: "1" } }];
  const record = { table: "T", changes } as unknown as Exchange["record"];
  const first = exchange({ wire, record });
  const refused = { block: 1, blocks: [1], status: 409, code: "EntityAlreadyExists", stopped: true, wire };
  const second = exchange({ ...refused, record: { table: "T", changes: [] } as unknown as Exchange["record"] });
  const state = new RunState();
  state.begin([unit(1, 0), unit(2, 1)], null, "");
  state.take([first, second]);
  state.finish([first, second], 0);
  assert.equal(state.verdict?.remedy, "again");
  assert.match(state.verdict?.why ?? "", /^An earlier request of this run wrote a row with these keys/);
  state.begin([unit(1, 0), unit(2, 1)], null, "");
  state.take([second]);
  state.finish([second], 0);
  assert.equal(state.verdict?.remedy, "reset");
});
