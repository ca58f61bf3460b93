// Measures the engine beside sql.js in Chromium, both on the main thread of a page and in one run: how long they
// take to start, and the medians of four requests. Printed, not asserted: the machine decides.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "../e2e/browser.mjs";

const project = resolve(fileURLToPath(new URL("../..", import.meta.url)));
const dist = join(project, "site/dist/a");
const goroot = execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim();
const sqljs = join(project, "site/bench/node_modules/sql.js/dist");
const FILES = {
  "/": ["text/html", () => "<!doctype html><title>Benchmark</title>"],
  "/engine.wasm": [
    "application/wasm",
    () =>
      readFileSync(
        join(
          dist,
          readdirSync(dist).find((name) => /^engine.*\.wasm$/.test(name)),
        ),
      ),
  ],
  "/wasm_exec.js": ["text/javascript", () => readFileSync(join(goroot, "lib/wasm/wasm_exec.js"))],
  "/frame.mjs": ["text/javascript", () => readFileSync(join(project, "wasm/frame/frame.mjs"))],
  "/rivals.mjs": ["text/javascript", () => readFileSync(join(project, "site/bench/rivals.mjs"))],
  "/sql-wasm.js": ["text/javascript", () => readFileSync(join(sqljs, "sql-wasm.js"))],
  "/sql-wasm.wasm": ["application/wasm", () => readFileSync(join(sqljs, "sql-wasm.wasm"))],
};

const server = createServer(({ url }, response) => {
  const [type, read] = FILES[url] ?? [];
  response.writeHead(type ? 200 : 404, { "Content-Type": type ?? "text/plain" });
  response.end(read?.() ?? "");
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const url = `http://127.0.0.1:${server.address().port}/`;
const browser = await launch({ asForReaders: true });
const starts = { engine: [], sqljs: [] };
let medians;
for (let i = 0; i < 5; i++) {
  const context = await browser.newContext(); // without compiled code of an earlier start
  const page = await context.newPage();
  await page.goto(url);
  const measured = await page.evaluate(async (last) => {
    const { startEngine, startSql, measure } = await import("/rivals.mjs");
    const engine = await startEngine();
    const sql = await startSql();
    return { engine: engine.ms, sqljs: sql.ms, medians: last ? await measure(engine, sql) : null };
  }, i === 4);
  starts.engine.push(measured.engine);
  starts.sqljs.push(measured.sqljs);
  medians = measured.medians;
  await context.close();
}
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const [ours, theirs] = [median(starts.engine), median(starts.sqljs)];
console.log(
  `ready           engine ${ours.toFixed(0)} ms, sql.js ${theirs.toFixed(0)} ms: ${(ours / theirs).toFixed(1)} x`,
);
for (const [name, engine, sql] of medians) {
  const us = (ms) => `${(ms * 1000).toFixed(0)} us`.padStart(9);
  console.log(`${name.padEnd(15)} engine ${us(engine)}   sql.js ${us(sql)}`);
}
await browser.close();
server.close();
