import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenExchange } from "../../engine/run-script.ts";
import type { Exchange, Rec } from "../../engine/types.ts";
import { programAround } from "../documents/program-around.ts";
import { ProgramLines } from "./program-lines.ts";

function call(
  line: number,
  name: string,
  method: string,
  status = 200,
  read: [number, number] | null = null,
): Exchange {
  const none = { url: "", status: 0, reason: "", headers: [], body: "" };
  const record = read ? ({ plan: { class: "partitionScan" }, read: read[0], returned: read[1] } as Rec) : null;
  const wire = [{ request: { ...none, method }, response: { ...none, method: "" } }];
  return { ...brokenExchange(0, line, ""), problem: null, name, status, wire, record };
}

test("the end of a line says what its calls cost, and where the program stopped", () => {
  const lines = new ProgramLines();
  for (let i = 0; i < 3; i++) lines.add(call(7, "createEntity", "POST", 204));
  lines.add(call(17, "listEntities", "GET", 200, [3, 2]));
  lines.add(call(17, "listEntities", "GET", 200, [4, 4]));
  lines.add(call(18, "listTables", "GET"));
  lines.add(call(19, "updateEntity", "PATCH", 404));
  const words = [...lines.notes(19)].map(([line, { text, bad }]) => [line, text, bad]);
  assert.deepEqual(words, [
    [7, "3 writes", false],
    [17, "read 7 → 6", false],
    [18, "1 request", false],
    [19, "1 write, 404", true],
  ]);
  assert.deepEqual(new ProgramLines().notes(5).get(5), { text: "stopped", bad: true });
});

test("calls of one method in one line are one box of the run", () => {
  const lines = new ProgramLines();
  const calls = [call(1, "createTable", "POST"), call(3, "createEntity", "POST"), call(3, "createEntity", "POST")];
  for (const x of calls) lines.add(x);
  assert.deepEqual(
    lines.units.map((u) => [u.n, u.title, u.firstLine]),
    [
      [1, "createTable", 1],
      [2, "createEntity", 3],
    ],
  );
  assert.deepEqual(
    calls.map((x) => x.blocks),
    [[1], [2], [2]],
  );
});

test("code of a page gets the clients whose names it uses, and no others", () => {
  assert.equal(
    programAround('const ana = await client.getEntity("Sales", "1");', "Staff"),
    'import { TableClient } from "@azure/data-tables";\n\nconst connection = "UseDevelopmentStorage=true";\nconst client = TableClient.fromConnectionString(connection, "Staff");\n\nconst ana = await client.getEntity("Sales", "1");',
  );
  const blobs = programAround('container.getBlockBlobClient("a.jpg");', "Staff", "photos");
  assert.match(blobs, /import \{ ContainerClient \} from "@azure\/storage-blob";/);
  assert.match(
    blobs,
    /const container = new ContainerClient\("http:\/\/127\.0\.0\.1:10000\/devstoreaccount1\/photos"\);/,
  );
  const service = programAround("await service.deleteTable(odata`x`);", "Staff");
  assert.match(service, /^import \{ TableServiceClient, odata \} from/);
  assert.equal(/TableClient\.from/.test(service), false);
});
