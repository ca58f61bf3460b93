// Measures the model of a data centre in Chromium, through the engine that the workbench loads: how long the median of five
// runs takes,
// and its longest slice, during which the engine answers nothing else. Printed, not asserted: the machine decides.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "../e2e/browser.mjs";

const project = resolve(fileURLToPath(new URL("../..", import.meta.url)));
const dist = join(process.env.SITE ?? join(project, "site/dist"), "a");
const goroot = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
const module = readdirSync(dist).find((name) => /^workbench.*\.wasm$/.test(name));
const FILES = {
  "/": ["text/html", () => "<!doctype html><title>Benchmark</title>"],
  "/engine.wasm": ["application/wasm", () => readFileSync(join(dist, module))],
  "/wasm_exec.js": ["text/javascript", () => readFileSync(join(goroot, "lib/wasm/wasm_exec.js"))],
  "/frame.mjs": ["text/javascript", () => readFileSync(join(project, "wasm/frame/frame.mjs"))],
};
const KEYS = ["even", "time", "inverted", "prefix", "tenants", "import"];
const RUNS = [
  { title: "10 minutes, 1,000,000/s, 100,000 partitions", seconds: 600, rate: 1e6, partitions: 1e5, bar: 3000 },
  { title: "1 minute, 10,000,000/s, 1,000,000 partitions", seconds: 60, rate: 1e7, partitions: 1e6, bar: 5000 },
];

const server = createServer(({ url }, response) => {
  const [type, read] = FILES[url] ?? [];
  response.writeHead(type ? 200 : 404, { "Content-Type": type ?? "text/plain" });
  response.end(read?.() ?? "");
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const browser = await launch();
const page = await (await browser.newContext()).newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.evaluate(async () => {
  await import("/wasm_exec.js");
  const { connect, decode, encode } = await import("/frame.mjs");
  const go = new globalThis.Go();
  const ready = new Promise((done) => (globalThis.onEngineReady = done));
  const { instance } = await WebAssembly.instantiateStreaming(fetch("/engine.wasm"), go.importObject);
  go.run(instance);
  await ready;
  const serve = connect(go, instance);
  globalThis.ask = (method, body) => {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const answer = decode(serve(encode({ method, url: "http://127.0.0.1/-/scale", headers: [], body: bytes })));
    return JSON.parse(new TextDecoder().decode(answer.body));
  };
});

for (const { title, seconds, rate, partitions, bar } of RUNS) {
  console.log(`${title}; bar ${bar} ms`);
  for (const keys of KEYS) {
    const m = await page.evaluate(
      (request) => {
        const times = [];
        const timed = (method, body) => {
          const begin = performance.now();
          const answer = globalThis.ask(method, body);
          times.push(performance.now() - begin);
          return answer;
        };
        const once = () => {
          times.length = 0;
          let answer = timed("PUT", request);
          while (!answer.progress.done) answer = timed("POST", {});
          const slices = times.toSorted((a, b) => b - a);
          timed("POST", {});
          const sum = times.reduce((a, b) => a + b);
          return { sum, slices, report: times.at(-1), count: slices.length };
        };
        const runs = [0, 1, 2, 3, 4].map(once).toSorted((a, b) => a.sum - b.sum);
        return runs[2];
      },
      { load: { seconds, parts: [{ keys, rate, partitions }] } },
    );
    const ms = (n) => `${n.toFixed(0).padStart(5)} ms`;
    console.log(
      `  ${keys.padEnd(9)}${ms(m.sum)}, longest of ${m.count} slices ${m.slices.slice(0, 3).map(ms)}, report ${ms(m.report)}`,
    );
  }
}
await browser.close();
server.close();
