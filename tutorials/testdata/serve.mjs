// Answers requests with the engine as WebAssembly: one JSON line in, one out.
// Usage: node serve.mjs <wasm_exec.js> <engine.wasm>
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { connect, decode, encode } from "../../wasm/frame/frame.mjs";

const [loader, wasm] = process.argv.slice(2);
await import(pathToFileURL(loader).href);

const ready = new Promise((resolve) => (globalThis.onEngineReady = resolve));
const go = new globalThis.Go();
const { instance } = await WebAssembly.instantiate(await readFile(wasm), go.importObject);
void go.run(instance);
await ready;
const serve = connect(go, instance);

for await (const line of createInterface({ input: process.stdin })) {
  const { method, path, body } = JSON.parse(line);
  const answer = decode(serve(encode({ method, url: path, headers: [], body: Buffer.from(body ?? "", "base64") })));
  console.log(JSON.stringify({ status: answer.status, body: Buffer.from(answer.body).toString("base64") }));
}
process.exit(0);
