// The engine in the process of a test: stores without a socket. rowkey.d.ts says what each of these does.
import { connect, decode, encode } from "./frame.mjs";

const ACCOUNT = "devstoreaccount1";
const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
const at = (port) => `http://127.0.0.1:${port}/${ACCOUNT}`;

/** Of bodies for clients, which are given a byte order mark as a socket would give it to them. */
const text = new TextDecoder("utf-8", { ignoreBOM: true });

let compiled; // the promise of the module that all stores share

/** Opens a store of its own. */
export async function storage({ wasm, seed, now, signatures = false } = {}) {
  const module = wasm === undefined ? await (compiled ??= compile()) : await moduleOf(wasm);
  const store = new Storage(await serveWith(module), { signatures });
  if (signatures || seed !== undefined || now !== undefined) store.reset({ seed, now });
  return store;
}

/** Compiles the engine that is in the package. */
async function compile() {
  if (!globalThis.process?.versions?.node)
    throw new Error('A browser needs the engine as a file: run "npx rowkey-engine public/engine.wasm", and say storage({ wasm: "/engine.wasm" })');
  const [{ readFile }, { brotliDecompressSync }] = await Promise.all([import("node:fs/promises"), import("node:zlib")]);
  return WebAssembly.compile(brotliDecompressSync(await readFile(new URL("engine.wasm.br", import.meta.url))));
}

const modules = new Map(); // by URL

function moduleOf(wasm) {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof ArrayBuffer || ArrayBuffer.isView(wasm)) return WebAssembly.compile(wasm);
  const url = String(wasm);
  if (!modules.has(url)) modules.set(url, fetch(url).then(async (r) => WebAssembly.compile(await r.arrayBuffer())));
  return modules.get(url);
}

/** Starts the program and returns what takes and gives frames. It reports that it is ready before run returns. */
async function serveWith(module) {
  await import("./wasm_exec.js");
  const go = new globalThis.Go();
  letProgramsEnd(go);
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const before = globalThis.onEngineReady;
  let ready = false;
  globalThis.onEngineReady = () => (ready = true);
  void go.run(instance);
  globalThis.onEngineReady = before;
  if (!ready) throw new Error("the engine did not start");
  return connect(go, instance);
}

/** The runtime's timers do not keep a program of Node alive when it has nothing else to do. */
function letProgramsEnd(go) {
  const { gojs } = go.importObject;
  const schedule = gojs["runtime.scheduleTimeoutEvent"];
  gojs["runtime.scheduleTimeoutEvent"] = (sp) => {
    schedule(sp);
    for (const timer of go._scheduledTimeouts.values()) timer.unref?.();
  };
}

class Storage {
  account = ACCOUNT;
  key = KEY;
  credential = { name: ACCOUNT, key: KEY };
  tables = at(10002);
  queues = at(10001);
  blobs = at(10000);
  connectionString =
    `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${KEY};` +
    `BlobEndpoint=${this.blobs};QueueEndpoint=${this.queues};TableEndpoint=${this.tables};`;
  clock;
  #serve;
  #options;

  constructor(serve, options) {
    this.#serve = serve;
    this.#options = options;
    this.clock = new Clock((method, body) => this.#control(method, "clock", body));
  }

  fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = new Uint8Array(await request.arrayBuffer());
    const answer = this.#ask(request.method, request.url, [...request.headers], body);
    const empty = [204, 205, 304].includes(answer.status) || request.method === "HEAD";
    return new Response(empty ? null : answer.body, { status: answer.status, headers: answer.headers });
  };

  httpClient = {
    sendRequest: async (request) => {
      if (request.abortSignal?.aborted) throw aborted();
      const headers = [...request.headers].map(([name, value]) => [name, value]);
      const answer = this.#ask(request.method, request.url, headers, await bytesOf(request));
      const wanted = request.streamResponseStatusCodes;
      const streams = wanted?.has(answer.status) || wanted?.has(Number.POSITIVE_INFINITY);
      return { request, status: answer.status, headers: new HeaderFields(answer.headers), ...contentOf(answer.body, streams) };
    },
  };

  reset({ seed, now } = {}) {
    const options = this.#options;
    this.#control("POST", "reset", { seed, now: now && new Date(now).toISOString(), options });
  }

  snapshot() {
    return this.#ask("GET", "/-/snapshot", [], null).body.slice();
  }

  restore(snapshot) {
    this.#check(this.#ask("PUT", "/-/snapshot", [], snapshot));
  }

  costs() {
    const { sum } = this.#control("GET", "ledger?brief=1");
    const { requests, transactions, read, returned, pages, bytes } = sum;
    return { requests, transactions, read, returned, pages, bytes };
  }

  requests() {
    return this.#control("GET", "ledger?brief=1").records.map(({ op, table, plan, read, returned, code }) => ({
      op, table, class: plan?.class ?? "", read, returned, code,
    }));
  }

  findings() {
    return this.#control("POST", "findings", {}).findings;
  }

  #ask(method, url, headers, body) {
    return decode(this.#serve(encode({ method, url, headers, body })));
  }

  #control(method, path, body) {
    const sent = body === undefined ? null : new TextEncoder().encode(JSON.stringify(body));
    return this.#check(this.#ask(method, `/-/${path}`, [["Content-Type", "application/json"]], sent));
  }

  #check({ status, body }) {
    const said = text.decode(body);
    if (status >= 400) throw new Error(said || `the engine answered ${status}`);
    return said ? JSON.parse(said) : undefined;
  }
}

class Clock {
  #send;
  constructor(send) {
    this.#send = send;
  }
  get now() {
    return new Date(this.#send("GET").now);
  }
  advance(by) {
    return new Date(this.#send("POST", { advance: milliseconds(by) }).now);
  }
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads 1500, "90s", "1h" or "1h 30m". */
function milliseconds(by) {
  if (typeof by === "number" && by >= 0) return Math.round(by);
  const parts = [...String(by).matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)\b\s*/g)];
  if (!parts.length || parts.map(([whole]) => whole).join("") !== String(by))
    throw new TypeError(`advance takes milliseconds, or a text such as "90s", "1h" or "2d", not ${JSON.stringify(by)}`);
  return Math.round(parts.reduce((sum, [, n, unit]) => sum + Number(n) * UNITS[unit], 0));
}

function aborted() {
  return Object.assign(new Error("The operation was aborted."), { name: "AbortError" });
}

/** The body of a request of the official libraries, as bytes. */
async function bytesOf({ body }) {
  const content = typeof body === "function" ? body() : body;
  if (content === undefined || content === null) return null;
  return new Uint8Array(await new Response(content, { duplex: "half" }).arrayBuffer());
}

/** The body of an answer as the official libraries want it: text, or a stream for what they download. */
function contentOf(body, streams) {
  if (!streams) return { bodyAsText: text.decode(body) };
  if (!globalThis.process?.versions?.node) return { blobBody: Promise.resolve(new Blob([body])) };
  return { readableStreamBody: readable(body) };
}

/** A stream of Node, without an import that a bundler for browsers would follow. */
function readable(body) {
  return globalThis.process.getBuiltinModule("node:stream").Readable.from([Buffer.from(body)], { objectMode: false });
}

/** Header fields as the pipeline of the official libraries wants them: whatever the case of their names. */
class HeaderFields {
  #fields;
  constructor(list) {
    this.#fields = new Map(list.map(([name, value]) => [name.toLowerCase(), { name, value }]));
  }
  get(name) {
    return this.#fields.get(name.toLowerCase())?.value;
  }
  has(name) {
    return this.#fields.has(name.toLowerCase());
  }
  set(name, value) {
    this.#fields.set(name.toLowerCase(), { name, value: String(value) });
  }
  delete(name) {
    this.#fields.delete(name.toLowerCase());
  }
  toJSON({ preserveCase } = {}) {
    return Object.fromEntries([...this.#fields].map(([low, { name, value }]) => [preserveCase ? name : low, value]));
  }
  *[Symbol.iterator]() {
    for (const { name, value } of this.#fields.values()) yield [name, value];
  }
}
