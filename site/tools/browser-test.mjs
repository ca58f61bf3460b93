// Runs the tests in a browser, a line for each as soon as it has ended:
//
//   node tools/browser-test.mjs                        what ./build.sh test runs
//   node tools/browser-test.mjs --deep                 everything
//   node tools/browser-test.mjs e2e/labs.test.mjs      these files
//   node tools/browser-test.mjs --of site/app/share    all tests of the files that test this folder, see budget.json
//
// The workers share one server of the site; each has a browser and takes the file that is due, the most expensive
// first, so that all end together. A file that needs more of the processors than budget.json gives it has failed.
import { fork, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { serveSite } from "../e2e/server.mjs";
import { budgets, filesOf, overBudget } from "./budget.mjs";
import { cpuOf, Meter, told } from "./cpu.mjs";

const QUIET = 20_000; // ms without a line, after which it is said what is running
const inSite = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const { values, positionals } = parseArgs({
  options: { deep: { type: "boolean" }, of: { type: "boolean" } },
  allowPositionals: true,
});
const deep = values.deep || values.of || false;
const WORKERS = deep ? 3 : 2; // deep tests often wait: for a pause, another program, an answer that must not come
const counts = { passed: 0, failed: 0, skipped: 0 };
const costs = []; // of the files that have run: { file, cpu, over }
const running = new Set();
const begun = Date.now();
let spoken = begun;

function say(line) {
  console.log(line);
  spoken = Date.now();
}

/** The files to run, the most expensive first. */
function chosen() {
  const all = readdirSync(inSite("e2e")).filter((name) => name.endsWith(".test.mjs"));
  const named = values.of ? filesOf(positionals) : positionals.map((path) => basename(path));
  const due = all.filter((file) => deep || budgets.browser[file]?.cpu !== undefined);
  const price = (file) => budgets.browser[file]?.[deep ? "deep" : "cpu"] ?? 0;
  return (positionals.length > 0 ? named : due).sort((a, b) => price(b) - price(a));
}

/** Seconds, where the system tells them. */
const seconds = (cpu) => (told ? ` (${cpu.toFixed(1)} s)` : "");

/** Starts a browser for a worker: where it listens, and what it costs. */
async function startBrowser() {
  const child = fork(inSite("tools/browser-server.mjs"));
  const address = await new Promise((done, fail) => {
    child.once("message", done);
    child.once("exit", () => fail(new Error("the browser does not start")));
  });
  return { child, address, meter: new Meter(child.pid) };
}

/** Takes files until there is none left. Gives the seconds that the browser took to start. */
async function work(files, site) {
  const browser = await startBrowser();
  const start = browser.meter.seconds();
  for (let file = files.shift(); file !== undefined; file = files.shift()) await runFile(file, browser, site);
  browser.meter.stop();
  browser.child.disconnect();
  return start;
}

async function runFile(file, browser, site) {
  running.add(file);
  const before = browser.meter.seconds();
  const env = { ...process.env, SITE_URL: site.url, BROWSER_WS: browser.address, ...(deep && { DEEP: "1" }) };
  const args = [...process.execArgv, `--test-reporter=${inSite("tools/test-lines.mjs")}`, inSite(`e2e/${file}`)];
  const child = spawn(process.execPath, args, { cwd: inSite(""), env, stdio: ["ignore", "pipe", "inherit"] });
  let cpu = 0;
  let failed = false;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const report = reportIn(line);
    if (!report) return say(line);
    const now = report.cpu + browser.meter.seconds() - before;
    if (report.test !== undefined) tell(report, now - cpu);
    failed ||= report.result === "failed";
    cpu = now;
  });
  const code = await new Promise((done) => child.on("close", done));
  if (code !== 0 && !failed) tell({ test: file, result: "failed", error: `it ended with ${code}` }, 0);
  costs.push({ file, cpu, over: told ? overBudget("browser", file, cpu, deep) : undefined });
  running.delete(file);
}

/** What the reporter says in a line; other lines are printed by the tests. */
function reportIn(line) {
  try {
    const report = JSON.parse(line);
    return typeof report.cpu === "number" ? report : undefined;
  } catch {
    return undefined;
  }
}

function tell({ test, result, error }, cpu) {
  counts[result]++;
  say(`${{ passed: "ok    ", skipped: "skip  ", failed: "not ok" }[result]} ${test}${seconds(cpu)}`);
  if (error) say(error.replace(/^/gm, "    "));
}

/** Says what the files took, what else did, and what was too much; gives whether anything was. */
function sumUp(besides) {
  costs.sort((a, b) => b.cpu - a.cpu);
  for (const { file, cpu } of costs) say(`${cpu.toFixed(1).padStart(7)} s  ${file}`);
  const all = costs.reduce((sum, { cpu }) => sum + cpu, besides);
  say(`${all.toFixed(1).padStart(7)} s  of the processors in all, with the server and the start of the browsers`);
  const over = costs.flatMap((cost) => cost.over ?? []);
  for (const what of over) say(`not ok ${what}`);
  return over.length > 0;
}

const files = chosen();
if (values.of && files.length === 0) {
  say(`no browser test belongs to ${positionals.join(", ")}, see tools/budget.json`);
  process.exit();
}
const timer = setInterval(() => {
  if (Date.now() - spoken < QUIET) return;
  const passed = `${Math.round((Date.now() - begun) / 1000)} s, ${counts.passed} passed`;
  say(`...    ${passed}; running: ${[...running].join(", ")}`);
}, 1000);

const site = await serveSite();
const starts = await Promise.all(Array.from({ length: Math.min(WORKERS, files.length) }, () => work(files, site)));
const served = site.pid ? cpuOf(site.pid) : 0;
await site.close();
clearInterval(timer);
const tooMuch = told && sumUp(starts.reduce((sum, cpu) => sum + cpu, served));
if (tooMuch || counts.failed > 0 || counts.passed === 0) process.exitCode = 1;
say(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
