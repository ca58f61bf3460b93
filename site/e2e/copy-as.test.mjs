// Code for others, run against the local endpoint: what it leaves in the tables is what the script leaves.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, deep } from "./tier.mjs";

const site = fileURLToPath(new URL("..", import.meta.url));
const project = join(site, "..");
const SAMPLES = ["batches", "classes", "newest", "paging", "versions", "writes"];
const KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

const ALL = "all"; // every request, every type

const script = (name) => {
  const folder = name === ALL ? join(site, "app/share/copy/testdata") : join(project, "content/play");
  return readFileSync(join(folder, `${name}.http`), "utf8");
};

let copy, base, child, filled, work;
before(async () => {
  work = mkdtempSync(join(tmpdir(), "copy-as-"));
  const module = join(site, ".cache/copy-as.mjs");
  mkdirSync(join(site, ".cache"), { recursive: true });
  const esbuild = ["run", "github.com/evanw/esbuild/cmd/esbuild", "app/share/copy/copy-as.ts", "--bundle"];
  execFileSync("go", [...esbuild, "--format=esm", "--log-level=warning", `--outfile=${module}`], { cwd: site });
  copy = await import(module);
  await startServe();
  const hr = readFileSync(join(project, "tutorials/fixtures/hr.http"), "utf8");
  await run("# @setup hr.http\n", { "hr.http": hr });
  filled = await control("GET", "snapshot").then((r) => r.arrayBuffer());
});
after(() => {
  child?.kill("SIGTERM");
  if (work) rmSync(work, { recursive: true });
});

async function startServe() {
  const binary = join(work, "serve");
  execFileSync("go", ["build", "-o", binary, "./serve"], { cwd: project, stdio: "inherit" });
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const off = ["-site", "off", "-queue", "off", "-blob", "off"];
  child = spawn(binary, ["-control", "-auth", "trust", "-table", `127.0.0.1:${port}`, ...off], { stdio: "ignore" });
  for (let i = 0; i < 300; i++) {
    if (
      await fetch(`${base}/-/version`).then(
        (r) => r.ok,
        () => false,
      )
    )
      return;
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error("serve does not answer");
}

const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

async function control(method, path, body) {
  const response = await fetch(`${base}/-/${path}`, { method, body });
  assert.ok(response.ok, `${method} /-/${path}: ${response.status}`);
  return response;
}

const restore = () => control("PUT", "snapshot", filled);

/** Runs a script in the endpoint. */
async function run(text, files = {}) {
  const { id } = await control("POST", "scripts", JSON.stringify({ name: "x.http", text, files })).then((r) =>
    r.json(),
  );
  for (let done = false; !done; ) {
    const got = await control("POST", `scripts/${id}/next?max=10000`, "{}").then((r) => r.json());
    done = got.done;
    assert.deepEqual(
      got.exchanges.filter((x) => x.stopped).map((x) => `${x.code} ${x.message}`),
      [],
    );
  }
}

/** What the tables hold, without the marks of time. */
async function held() {
  const tables = await control("GET", "tables").then((r) => r.json());
  const rows = {};
  for (const { name } of tables) {
    const answer = await fetch(`${base}/devstoreaccount1/${name}()`, {
      headers: { Accept: "application/json;odata=nometadata" },
    });
    const { value } = await answer.json();
    rows[name] = value.map(({ Timestamp, ...rest }) => rest);
  }
  return rows;
}

const clock = (rows) =>
  Object.fromEntries(
    Object.entries(rows).map(([table, list]) => [
      table,
      list.map((e) => ({ ...e, RowKey: /^\d{19}$/.test(e.RowKey) ? "" : e.RowKey })),
    ]),
  );

/** What a script leaves, and what its code leaves. */
async function bothOf(name, runCode) {
  await restore();
  await run(script(name));
  const expected = await held();
  await restore();
  await runCode();
  return [clock(await held()), clock(expected)];
}

const TABLES = () =>
  `DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey=${KEY};TableEndpoint=${base}/devstoreaccount1;`;

/** A program has to end by itself and well; what it prints is returned. */
function program(command, args, options = {}) {
  return execFileSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, TABLES: TABLES() },
    maxBuffer: 1 << 26,
    ...options,
  });
}

for (const name of [...SAMPLES, ALL]) {
  deep(`the sample ${name} as JavaScript does what the script does (row 60)`, async () => {
    const [got, expected] = await bothOf(name, async () => {
      const file = join(site, ".cache", `copy-${name}.mjs`); // where the client is found
      writeFileSync(file, copy.scriptAs("js", script(name), Date.now()));
      program("node", [file]);
    });
    assert.deepEqual(got, expected);
  });

  deep(`the sample ${name} as curl does what the script does (row 60)`, async () => {
    const [got, expected] = await bothOf(name, async () => {
      const code = copy.scriptAs("curl", script(name), Date.now());
      const here = code.replace(/^tables=\S+/, `tables=${base}/devstoreaccount1`);
      const printed = program("bash", ["-c", here]);
      const wanted = /# \?\? (?:status|error) == (\S+)/.exec(script(name))?.[1];
      if (!wanted) assert.doesNotMatch(printed, /odata\.error/);
    });
    assert.deepEqual(got, expected);
  });
}

deep("the samples as Go are programs that compile, and do what the scripts do (row 60)", async () => {
  for (const name of [...SAMPLES, ALL]) {
    const dir = join(work, name);
    mkdirSync(dir);
    writeFileSync(join(dir, "main.go"), copy.scriptAs("go", script(name), Date.now()));
    program("go", ["vet", join(dir, "main.go")], { cwd: project });
    program("go", ["build", "-o", join(dir, "run"), join(dir, "main.go")], { cwd: project });
    assert.equal(program("gofmt", ["-l", dir]), "");
    const [got, expected] = await bothOf(name, async () => program(join(dir, "run"), []));
    assert.deepEqual(got, expected, name);
  }
});

deep("the samples as Python are programs that compile (row 60)", () => {
  for (const name of [...SAMPLES, ALL]) {
    const file = join(work, `${name}.py`);
    writeFileSync(file, copy.scriptAs("python", script(name), Date.now()));
    program("python3", ["-m", "py_compile", file]);
  }
});
