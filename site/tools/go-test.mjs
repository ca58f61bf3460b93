// Runs `go test` with the arguments given, prints what `go test` prints without -v, and a line while a package
// takes long. Appends a line to $SKIPPED for each skipped test: its reason, a tab, and its name.
// `node go-test.mjs --summary FILE` sums such a file up in one line.
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const quiet = 15_000; // ms without a line, after which the packages that still run are named

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
  const go = spawn("go", ["test", "-json", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const outputs = new Map(); // package, or package and test, to what it has printed
  const running = new Set();
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
    if (e.Action !== "skip") say(e.Action === "fail" ? withoutFrame(text) : lastLine(text));
  });
  go.on("close", (code) => {
    clearInterval(timer);
    process.exitCode = code ?? 1;
  });
}

// note keeps the reason of a skipped test: what follows the file and the line.
function note(test, text) {
  const reason = /^\s+\S+\.go:\d+: (.*)$/m.exec(text)?.[1] ?? "no reason given";
  if (process.env.SKIPPED) appendFileSync(process.env.SKIPPED, `${reason}\t${test}\n`);
}

// withoutFrame drops the lines that say only that a test begins or goes on.
function withoutFrame(text) {
  return text.replace(/^=== .*\n/gm, "");
}

function lastLine(text) {
  return `${text.trimEnd().split("\n").at(-1)}\n`;
}
