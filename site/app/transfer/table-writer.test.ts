import assert from "node:assert/strict";
import { test } from "node:test";
import type { Planned } from "./import-plan.ts";
import { createTable, type Progress, type Writing, writeRows } from "./table-writer.ts";

const rows = (n: number, partition = "a"): Planned[] =>
  Array.from({ length: n }, (_, i) => ({ line: i + 2, partition, row: String(i), json: `{"RowKey":"${i}"}` }));

const refusal = (at: number, code: string): string =>
  `--b\r\n\r\nHTTP/1.1 409 Conflict\r\n\r\n{"odata.error":{"code":"${code}","message":{"lang":"en","value":"${at}:It is there.\\nRequestId:1"}}}\r\n--b--`;

/** A service that answers each transaction with what answer makes of its body. */
function service(answer: (body: string, n: number) => [number, string], more: Partial<Writing> = {}) {
  const bodies: string[] = [];
  let clock = 0;
  const w: Writing = {
    fetch: async (_, init) => {
      bodies.push(String(init?.body));
      const [status, text] = answer(String(init?.body), bodies.length);
      return new Response(text, { status });
    },
    base: "/acc",
    table: "T",
    mode: "insert",
    signal: new AbortController().signal,
    progress: () => undefined,
    now: () => (clock += 60),
    ...more,
  };
  return { w, bodies };
}

test("rows are written in transactions, and the progress is told", async () => {
  const told: Progress[] = [];
  const { w, bodies } = service(() => [202, "HTTP/1.1 204 No Content"], { progress: (p) => told.push(p) });
  const p = await writeRows(w, rows(250));
  assert.deepEqual([p.written, p.of, p.transactions, p.refused.length, bodies.length], [250, 250, 3, 0, 3]);
  assert.deepEqual(
    told.map((t) => t.written),
    [100, 200, 250],
  );
});

test("a row that is refused is told by its line, and the others of its transaction are written", async () => {
  const { w } = service((_, n) =>
    n === 1 ? [202, refusal(1, "EntityAlreadyExists")] : [202, "HTTP/1.1 204 No Content"],
  );
  const p = await writeRows(w, rows(3));
  assert.deepEqual(p.refused, [{ line: 3, code: "EntityAlreadyExists", message: "It is there." }]);
  assert.deepEqual([p.written, p.transactions], [2, 2]);
});

test("a transaction that is refused whole is told for each of its lines", async () => {
  const { w } = service(() => [413, '{"odata.error":{"code":"RequestBodyTooLarge","message":{"value":"Too large."}}}']);
  const p = await writeRows(w, rows(2));
  assert.deepEqual(
    p.refused.map((r) => [r.line, r.code]),
    [
      [2, "RequestBodyTooLarge"],
      [3, "RequestBodyTooLarge"],
    ],
  );
});

test("Stop ends after the transaction under way, and what was written stays", async () => {
  const stop = new AbortController();
  const { w } = service(
    (_, n) => {
      if (n === 2) stop.abort();
      return [202, "HTTP/1.1 204 No Content"];
    },
    { signal: stop.signal },
  );
  const p = await writeRows(w, rows(500));
  assert.deepEqual([p.written, p.transactions], [200, 2]);
});

test("a table that is there already is taken as it is", async () => {
  await createTable(service(() => [409, "{}"]).w);
  const { w } = service(() => [
    400,
    '{"odata.error":{"code":"InvalidResourceName","message":{"value":"The name is wrong."}}}',
  ]);
  await assert.rejects(createTable(w), (e) => (e as Error).message === "The name is wrong.");
});
