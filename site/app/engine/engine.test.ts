import assert from "node:assert/strict";
import { test } from "node:test";
import { Control, ControlError } from "./control.ts";
import { Engine, EngineStopped, type Port } from "./engine.ts";
import { runScript } from "./run-script.ts";
import type { Ask, FromWorker, ToWorker } from "./worker-messages.ts";

const ORIGIN = "http://127.0.0.1:10002/devstoreaccount1";

/** A worker that a test drives by hand. */
class FakePort implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  readonly sent: ToWorker[] = [];
  ended = false;

  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  say(data: FromWorker): void {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }

  get asks(): Ask[] {
    return this.sent.filter((m): m is Ask => "id" in m);
  }

  answer(i: number, status: number, text: string): void {
    this.say({ id: this.asks[i]?.id ?? 0, status, headers: [["ETag", "W/1"]], body: new TextEncoder().encode(text) });
  }
}

function fixture(version = ""): { engine: Engine; ports: FakePort[]; port: (i: number) => FakePort } {
  const ports: FakePort[] = [];
  const engine = new Engine({
    wasm: "http://x/engine.wasm",
    version,
    open: () => {
      ports.push(new FakePort());
      return port(ports.length - 1);
    },
  });
  const port = (i: number): FakePort => ports[i] ?? new FakePort();
  return { engine, ports, port };
}

const settled = () => new Promise<void>((done) => setTimeout(done, 5));

test("a request before the engine is ready waits and starts it", async () => {
  const { engine, port } = fixture();
  const response = engine.fetch(`${ORIGIN}/Tables`);
  await settled();
  assert.deepEqual([engine.state, port(0).sent], ["loading", [{ boot: "http://x/engine.wasm" }]]);
  port(0).say({ ready: "1" });
  port(0).answer(0, 200, "hello");
  assert.equal(await (await response).text(), "hello");
});

test("the answer is a real Response", async () => {
  const { engine, port } = fixture();
  const wanted = engine.fetch(`${ORIGIN}/Tables`, { method: "patch", headers: { "If-Match": "*" }, body: "{}" });
  await settled();
  port(0).say({ ready: "1" });
  port(0).answer(0, 204, "");
  const response = await wanted;
  assert.deepEqual(
    [response instanceof Response, response.status, response.headers.get("etag"), response.url],
    [true, 204, "W/1", `${ORIGIN}/Tables`],
  );
  const ask = port(0).asks[0];
  assert.deepEqual(
    [ask?.method, ask?.headers.find(([n]) => n === "if-match"), new TextDecoder().decode(ask?.body ?? undefined)],
    ["PATCH", ["if-match", "*"], "{}"],
  );
});

test("a crash rejects what is open, and what comes after it until a restart", async () => {
  const { engine, ports, port } = fixture();
  const first = engine.fetch(`${ORIGIN}/a`);
  await settled();
  port(0).say({ ready: "1" });
  port(0).say({ fatal: "out of memory" });
  await assert.rejects(first, (e) => e instanceof EngineStopped && e.message === "out of memory");
  await assert.rejects(engine.fetch(`${ORIGIN}/b`), (e) => e instanceof EngineStopped);
  assert.deepEqual([engine.state, engine.loaded, engine.report], ["crashed", true, "out of memory"]);
  engine.reset();
  const second = engine.fetch(`${ORIGIN}/c`);
  await settled();
  port(1).say({ ready: "1" });
  port(1).answer(0, 200, "again");
  assert.deepEqual([await (await second).text(), ports.length, port(0).ended], ["again", 2, true]);
});

// B5
test("an engine of another build is refused, and the report names both", async () => {
  const { engine, ports, port } = fixture("2");
  const wanted = engine.fetch(`${ORIGIN}/a`);
  await settled();
  port(0).say({ ready: "1" });
  await assert.rejects(wanted, (e) => e instanceof EngineStopped);
  assert.deepEqual([ports.length, port(0).ended, engine.state, engine.loaded], [1, true, "crashed", false]);
  assert.match(engine.report, /page is of build 2, its engine of build 1: reload/);
});

test("an engine of the same build is taken", async () => {
  const { engine, port } = fixture("2");
  engine.start();
  port(0).say({ ready: "2" });
  assert.equal(engine.state, "ready");
});

test("messages of a worker that was replaced are passed over", async () => {
  const { engine, port } = fixture();
  engine.start();
  engine.reset();
  port(0).say({ ready: "1" });
  assert.equal(engine.state, "loading");
});

test("an aborted request rejects with its reason", async () => {
  const { engine } = fixture();
  const abort = new AbortController();
  const wanted = engine.fetch(`${ORIGIN}/a`, { signal: abort.signal });
  await settled();
  abort.abort(new Error("enough"));
  await assert.rejects(wanted, (e) => e instanceof Error && e.message === "enough");
});

/** A fetch that answers from a list, and keeps what it was asked. */
function scripted(...answers: [status: number, body: unknown][]): {
  fetch: typeof fetch;
  asked: [url: string, body: unknown][];
} {
  const asked: [string, unknown][] = [];
  const answer = (url: RequestInfo | URL, init?: RequestInit) => {
    asked.push([String(url), init?.body ? JSON.parse(String(init.body)) : null]);
    const [status, body] = answers[asked.length - 1] ?? [500, {}];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  };
  return { fetch: answer, asked };
}

const zero = {
  requests: 0,
  transactions: 0,
  roundtrips: 0,
  read: 0,
  returned: 0,
  partitions: 0,
  pages: 0,
  bytes: 0,
  elapsed: 0,
  throttled: 0,
  hits: 0,
  attempts: 0,
};

test("a refused control request names line and fix", async () => {
  const { fetch } = scripted([400, { error: { line: 3, message: "no", fix: "yes" } }]);
  await assert.rejects(
    new Control(fetch).start({ name: "a", text: "", files: {} }),
    (e) => e instanceof ControlError && e.line === 3 && e.message === "no" && e.fix === "yes",
  );
});

test("a run asks for more each time until it is done", async () => {
  const { fetch, asked } = scripted(
    [200, { id: "7" }],
    [200, { exchanges: [], done: false, counters: zero }],
    [200, { exchanges: [], done: true, counters: { ...zero, read: 3 } }],
  );
  const result = await runScript(
    new Control(fetch),
    { name: "a", text: "x", files: {} },
    { blocks: [2], setups: ["s.http"] },
  );
  assert.deepEqual(
    asked.map(([url]) => url),
    ["/-/scripts", "/-/scripts/7/next?max=1", "/-/scripts/7/next?max=5"],
  );
  assert.deepEqual(asked[0]?.[1], { name: "a", text: "x", files: {}, blocks: [2], setups: ["s.http"] });
  assert.deepEqual([result.session, result.end, result.counters.read], ["7", "done", 3]);
});

test("the first answers come one by one, each read with its picture", async () => {
  const read = { code: "", stopped: false, record: { id: 3, plan: { class: "point" } } };
  const { fetch, asked } = scripted(
    [200, { id: "7" }],
    [200, { exchanges: [read], done: false, counters: zero }],
    [200, { table: "T", total: 1, parts: [] }],
    [200, { exchanges: [], done: true, counters: zero }],
  );
  const result = await runScript(new Control(fetch), { name: "a", text: "x", files: {} });
  assert.deepEqual(
    asked.map(([url]) => url),
    ["/-/scripts", "/-/scripts/7/next?max=1", "/-/ledger/3/keyline", "/-/scripts/7/next?max=1"],
  );
  assert.equal(result.pictures.get(3)?.table, "T");
});

test("a run that is stopped keeps what has come", async () => {
  const abort = new AbortController();
  const { fetch, asked } = scripted(
    [200, { id: "7" }],
    [200, { exchanges: [{ stopped: false }], done: false, counters: zero }],
  );
  const result = await runScript(
    new Control(fetch),
    { name: "a", text: "", files: {} },
    { signal: abort.signal, progress: () => abort.abort() },
  );
  assert.deepEqual([result.end, result.exchanges.length, asked.length], ["aborted", 1, 2]);
});

test("another engine of the same page runs what the first one compiled, in a worker of its own", async () => {
  const ports: FakePort[] = [];
  const open = () => {
    const port = new FakePort();
    ports.push(port);
    return port;
  };
  const first = new Engine({ wasm: "http://x/engine.wasm", version: "", share: true, open });
  const second = first.another();
  first.start();
  assert.deepEqual(ports[0]?.sent, [{ boot: "http://x/engine.wasm", share: true }]);
  const module = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  ports[0]?.say({ ready: "1", module });
  second.start();
  assert.deepEqual(ports[1]?.sent, [{ boot: "http://x/engine.wasm", module }]);
  second.stop();
  assert.deepEqual([ports[1]?.ended, ports[0]?.ended, first.state], [true, false, "ready"]);
});
