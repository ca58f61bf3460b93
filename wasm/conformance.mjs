// Answers requests with the engine as a browser runs it: one line of JSON in, one line out.
// node conformance.mjs engine.wasm wasm_exec.js
//   in   [method, url, [[name, value], …], body in base64]
//   out  {"status": 200, "headers": [[name, value], …], "body": "…in base64"}
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { connect, decode, encode } from "./frame/frame.mjs";

const [, , module, runtime] = process.argv;
await import(pathToFileURL(runtime).href);
const go = new globalThis.Go();
const ready = new Promise((resolve) => (globalThis.onEngineReady = resolve));
const { instance } = await WebAssembly.instantiate(readFileSync(module), go.importObject);
go.run(instance);
await ready;
const serve = connect(go, instance);

for await (const line of createInterface({ input: process.stdin })) {
  const [method, url, headers, body] = JSON.parse(line);
  const answer = decode(serve(encode({ method, url, headers, body: body ? Buffer.from(body, "base64") : null })));
  console.log(JSON.stringify({ ...answer, body: Buffer.from(answer.body).toString("base64") }));
}
process.exit(0);
