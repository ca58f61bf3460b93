// Runs `go test` with the arguments given, prints what `go test` prints without -v with the seconds of a processor
// that a package took, and a line while one takes long. A package that took more than its budget has failed; $TIER
// says which budget: "cpu" (the default) or "deep"; with "none" there is no budget, as for the race detector, which
// slows down. Appends a line to $SKIPPED for each skipped test: its reason, a tab, and its name. `node go-test.mjs
// --summary FILE` sums such a file up in one line.
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { overBudget } from "./budget.mjs";

const quiet = 15_000; // ms without a line, after which the packages that still run are named
const tier = process.env.TIER ?? "cpu";
const meter = new URL("cpu.sh", import.meta.url).pathname;

if (process.argv[2] === "--summary") summary(process.argv[3]);
else run(process.argv.slice(2));

function summary(file) {
  const reasons = new Map();
  for (const line of existsSync(file) ? readFileSync(file, "utf8").split("\n") : []) {
    const [reason, name] = line.split("\t");
    if (name) reasons.set(reason, (reasons.get(reason) ?? new Set()).add(name));
  }
  const total = [...reasons.values()].reduce((n, names) => n + names.size, 0);
  const groups = [...reasons].map(([reason, names]) => `${reason} (${[...names].join(", ")})`);
  console.log(
    total === 0 ? "no test was skipped" : `skipped ${total} ${total === 1 ? "test" : "tests"}: ${groups.join("; ")}`,
  );
}

function run(args) {
  const go = spawn("go", ["test", "-json", "-exec", meter, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const outputs = new Map(); // package, or package and test, to what it has printed
  const running = new Set();
  const over = []; // packages that took too much
  let total = 0;
  let told = Date.now();
  const say = (text) => {
    process.stdout.write(text);
    told = Date.now();
  };
  const timer = setInterval(() => {
    if (Date.now() - told >= quiet && running.size > 0) say(`...     ${[...running].join(" ")}\n`);
  }, 1000);

  createInterface({ input: go.stdout }).on("line", (line) => {
    let e;
    try {
      e = JSON.parse(line);
    } catch {
      return say(`${line}\n`);
    }
    const id = e.Test ? `${e.Package} ${e.Test}` : e.Package;
    const text = outputs.get(id) ?? "";
    switch (e.Action) {
      case "start":
        return void running.add(e.Package);
      case "build-output":
        return say(e.Output);
      case "output":
        return void outputs.set(id, text + e.Output);
      case "skip":
        if (e.Test) note(e.Test, text);
        break;
      case "fail":
        if (e.Test) say(withoutFrame(text));
        break;
    }
    if (e.Action !== "pass" && e.Action !== "fail" && e.Action !== "skip") return;
    outputs.delete(id);
    if (e.Test) return;
    running.delete(e.Package);
    if (e.Action === "skip") return;
    const seconds = cpuIn(text);
    total += seconds;
    say(e.Action === "fail" ? withoutFrame(text) : `${lastLine(text)}\t${seconds.toFixed(1)} s of the processors\n`);
    const wrong = tier !== "none" && overBudget("go", e.Package, seconds, tier === "deep");
    if (wrong) over.push(wrong);
  });
  go.on("close", (code) => {
    clearInterval(timer);
    const lines = over.map((o) => `over: ${o}\n`).join("");
    say(`tests of Go: ${total.toFixed(0)} s of the processors, without compiling\n${lines}`);
    process.exitCode = code || (over.length > 0 ? 1 : (code ?? 1));
  });
}

// note keeps the reason of a skipped test: what follows the file and the line.
function note(test, text) {
  if (/^\s+\S+\.go:\d+: deep: /m.test(text)) return; // ./build.sh test deep runs it
  const reason = /^\s+\S+\.go:\d+: (.*)$/m.exec(text)?.[1] ?? "no reason given";
  if (process.env.SKIPPED) appendFileSync(process.env.SKIPPED, `${reason}\t${test}\n`);
}

// withoutFrame drops the lines that say only that a test begins or goes on.
function withoutFrame(text) {
  return text.replace(/^=== .*\n/gm, "");
}

// cpuIn reads the last two lines of cpu.sh, each as "1m2.003s 0m0.504s": of the user and of the system.
function cpuIn(text) {
  const parts = [...text.matchAll(/^(\d+)m([\d.]+)s (\d+)m([\d.]+)s$/gm)].flatMap((line) => line.slice(1).map(Number));
  return parts.reduce((sum, n, i) => sum + (i % 2 === 0 ? 60 * n : n), 0);
}

function lastLine(text) {
  return text.trimEnd().split("\n").at(-1);
}
