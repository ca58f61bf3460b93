import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange, Rec } from "../../engine/types.ts";
import type { Ran, Workspace } from "../workspace/workspace.ts";
import { countsOf } from "./log-entries.ts";
import { MOST, RequestLog } from "./request-log.ts";

/** A workspace with a ledger of so many records. */
function workspaceWith(ledger: {
  records: number;
}): Workspace & { document: { id: string }; store: { began: number } } {
  const record = (id: number) =>
    ({
      id,
      op: "InsertEntity",
      table: "T",
      plan: null,
      code: "",
      read: 0,
      returned: 0,
      transactions: 1,
      changes: [],
    }) as unknown as Rec;
  const after = (from: number) => ({
    records: Array.from({ length: Math.min(1000, Math.max(0, ledger.records - from)) }, (_, i) => record(from + i + 1)),
    sum: { requests: ledger.records },
  });
  return {
    document: { id: "a" },
    store: { began: 0 },
    pane: { text: "GET /T()" },
    engine: { state: "ready" },
    control: { ledgerAfter: async (from: number) => after(from) },
  } as never;
}

const exchange = (id: number) =>
  ({
    wire: [
      {
        request: { method: "GET", url: "http://h/devstoreaccount1/T()", headers: [], body: "" },
        response: { status: 200 },
      },
    ],
    ops: [],
    line: 1,
    client: "",
    title: "",
    code: "",
    record: { id, plan: null, read: 1, returned: 1, transactions: 1 },
  }) as unknown as Exchange;

const ran = (first: number, n: number): Ran =>
  ({ at: 0, result: { exchanges: Array.from({ length: n }, (_, i) => exchange(first + i)) } }) as unknown as Ran;

test("what a run did not send itself has set up, and what came between two runs the page has sent", async () => {
  const ledger = { records: 3 };
  const log = new RequestLog(workspaceWith(ledger));
  await log.ran(ran(2, 2)); // 1 has set up
  ledger.records = 4;
  await log.sync();
  await log.sync();
  assert.deepEqual(
    log.now.entries.map((e) => [e.n, e.record, e.source, e.run]),
    [
      [1, 1, "setup", 1],
      [2, 2, "script", 1],
      [3, 3, "script", 1],
      [4, 4, "page", 0],
    ],
  );
});

test("a log begins anew with its data, and each document has its own", async () => {
  const ledger = { records: 2 };
  const workspace = workspaceWith(ledger);
  const log = new RequestLog(workspace);
  await log.ran(ran(1, 2));
  workspace.document.id = "b";
  assert.equal(log.now.entries.length, 0);
  workspace.document.id = "a";
  assert.equal(log.now.entries.length, 2);
  ledger.records = 1; // the engine has begun anew, with the data that were kept
  await log.sync();
  assert.deepEqual(
    log.now.entries.map((e) => e.source),
    ["script", "script", "page"],
  );
  workspace.store.began = Date.now() + 1;
  assert.equal(log.now.entries.length, 0);
});

test("the log keeps 10,000 requests, counts the older ones, and looks at each once to filter them (row 17)", async () => {
  const log = new RequestLog(workspaceWith({ records: 0 }));
  for (let i = 0; i < 4; i++) await log.ran(ran(1 + i * 3000, 3000));
  const { entries, dropped } = log.now;
  assert.deepEqual([entries.length, dropped, entries[0]?.n, entries.at(-1)?.n], [MOST, 2000, 2001, 12_000]);
  let reads = 0;
  const watched = entries.map(
    (e) =>
      new Proxy(e, {
        get(entry, name) {
          reads++;
          return Reflect.get(entry, name) as unknown;
        },
      }),
  );
  assert.equal(countsOf(watched, "get t 200").all, MOST);
  assert.equal(reads > 0 && reads <= 100 * MOST, true, `${reads} members were read`);
});

test("the filling of a table is one entry, however many parts it has and whoever looks in between", async () => {
  const part = (id: number, kind: string) =>
    ({
      id,
      op: "Fill",
      table: "T",
      plan: null,
      code: "",
      read: 0,
      returned: 0,
      transactions: 10,
      changes: [{ kind }],
    }) as unknown as Rec;
  const all = [part(1, "createTable"), part(2, "insert"), part(3, "insert"), part(4, "createTable")];
  let known = 2;
  const workspace = workspaceWith({ records: 0 });
  const ledgerAfter = (from: number) => Promise.resolve({ records: all.slice(from, known), sum: { requests: known } });
  const log = new RequestLog({ ...workspace, control: { ledgerAfter } } as unknown as Workspace);
  await log.sync();
  known = 4;
  await log.sync();
  assert.deepEqual(
    log.now.entries.map((e) => [e.words.path, e.source, e.transactions]),
    [
      ["Fill T", "page", 30],
      ["Fill T", "page", 10],
    ],
  );
});

test("a record that was looked at while its run was under way is listed once, as what the run has sent", async () => {
  const ledger = { records: 2 };
  const log = new RequestLog(workspaceWith(ledger));
  await log.sync();
  ledger.records = 3;
  await log.ran(ran(1, 3));
  assert.deepEqual(
    log.now.entries.map((e) => [e.n, e.record, e.source]),
    [
      [1, 1, "script"],
      [2, 2, "script"],
      [3, 3, "script"],
    ],
  );
});
