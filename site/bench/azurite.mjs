// Measures the local endpoint beside Azurite in one run: starts Azurite in memory, then BenchmarkBeside of ../../serve.
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const host = "127.0.0.1";
const port = 11002;
const url = `http://${host}:${port}/devstoreaccount1`;
const flags = [
  "--tableHost",
  host,
  "--tablePort",
  String(port),
  "--inMemoryPersistence",
  "--skipApiVersionCheck",
  "--silent",
  "--disableTelemetry",
];

const azurite = spawn(process.execPath, [resolve(here, "node_modules/azurite/dist/src/table/main.js"), ...flags], {
  stdio: ["ignore", "ignore", "inherit"],
});
const ended = new Promise((_, fail) => azurite.on("exit", (code) => fail(new Error(`Azurite ended with ${code}`))));
ended.catch(() => {}); // told by the race below, or killed at the end
try {
  await Promise.race([answers(), ended]);
  const bench = [
    "test",
    "-run",
    "^$",
    "-bench",
    "Beside",
    "-benchtime",
    "1x",
    "-timeout",
    "20m",
    "./serve",
    "-beside",
    url,
    "-beside-pid",
    String(azurite.pid),
  ];
  process.exitCode = await run("go", bench, resolve(here, "../.."));
} finally {
  azurite.kill();
}

async function answers() {
  while (!(await fetch(url).catch(() => null))) await new Promise((later) => setTimeout(later, 100));
}

function run(command, args, cwd) {
  return new Promise((done, fail) =>
    spawn(command, args, { cwd, stdio: "inherit" }).on("exit", done).on("error", fail),
  );
}
