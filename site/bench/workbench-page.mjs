// A page in Chromium with the engine that the workbench loads, on its main thread, so that times are those of the
// engine alone: globalThis.ask(method, path, body) asks a control path and returns the answer; a body that is no text
// is sent as JSON.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "../e2e/browser.mjs";

export const project = resolve(fileURLToPath(new URL("../..", import.meta.url)));
const dist = join(process.env.SITE ?? join(project, "site/dist"), "a");
const goroot = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
const module = readdirSync(dist).find((name) => /^workbench.*\.wasm$/.test(name));
const FILES = {
  "/": ["text/html", () => "<!doctype html><title>Benchmark</title>"],
  "/engine.wasm": ["application/wasm", () => readFileSync(join(dist, module))],
  "/wasm_exec.js": ["text/javascript", () => readFileSync(join(goroot, "lib/wasm/wasm_exec.js"))],
  "/frame.mjs": ["text/javascript", () => readFileSync(join(project, "wasm/frame/frame.mjs"))],
};

/** Opens the page; close ends its browser and its server. */
export async function openWorkbench() {
  const server = createServer(({ url }, response) => {
    const [type, read] = FILES[url] ?? [];
    response.writeHead(type ? 200 : 404, { "Content-Type": type ?? "text/plain" });
    response.end(read?.() ?? "");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const browser = await launch({ asForReaders: true });
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.evaluate(startEngine);
  return {
    page,
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** Runs in the page. */
async function startEngine() {
  await import("/wasm_exec.js");
  const { connect, decode, encode } = await import("/frame.mjs");
  const go = new globalThis.Go();
  const ready = new Promise((done) => (globalThis.onEngineReady = done));
  const { instance } = await WebAssembly.instantiateStreaming(fetch("/engine.wasm"), go.importObject);
  go.run(instance);
  await ready;
  const serve = connect(go, instance);
  globalThis.ask = (method, path, sent) => {
    const body = new TextEncoder().encode(typeof sent === "string" ? sent : JSON.stringify(sent));
    const answer = decode(serve(encode({ method, url: `http://127.0.0.1/-/${path}`, headers: [], body })));
    const text = new TextDecoder().decode(answer.body);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
}
