// Serves a built site on this machine: with the project's own command, or by itself with SERVE=files.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as listener } from "node:net";
import { extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const project = resolve(fileURLToPath(new URL("../..", import.meta.url)));
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".xml": "application/xml",
  ".txt": "text/plain; charset=utf-8",
};

export const dist = resolve(process.env.SITE ?? join(project, "site/dist"));

/** Serves a folder and returns { url, close }; url ends with a slash. The built site may be at SITE_URL already. */
export async function serveSite(dir = dist) {
  if (process.env.SITE_URL && process.env.SERVE !== "files" && dir === dist)
    return { url: process.env.SITE_URL, close: async () => {} };
  if (!existsSync(join(dir, "index.html"))) throw new Error(`there is no site in ${dir}: build it with ./build.sh`);
  return process.env.SERVE !== "files" && existsSync(join(project, "serve/main.go"))
    ? serveWithGo(dir)
    : serveFiles(dir);
}

async function serveFiles(dir) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    let file = join(dir, path);
    if (existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    const found = file.startsWith(dir) && existsSync(file);
    if (!found) file = join(dir, "404.html");
    response.writeHead(found ? 200 : 404, {
      "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
      "Cache-Control": "no-cache",
    });
    response.end(readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  const close = () =>
    new Promise((done) => {
      server.close(done);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

/** A port that nothing listens on: test files run side by side, and so may other copies of the project. */
function freePort() {
  return new Promise((done, fail) => {
    const server = listener().on("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Whoever serves at SITE_URL has built the command. */
async function serveWithGo(dir) {
  const address = `127.0.0.1:${await freePort()}`;
  const binary = join(project, "site/.cache/serve-for-tests");
  if (!process.env.SITE_URL)
    await finished(spawn("go", ["build", "-o", binary, "./serve"], { cwd: project, stdio: "inherit" }));
  const child = spawn(binary, ["-site", address, "-table", "off", "-queue", "off", "-blob", "off", "-dir", dir], {
    cwd: project,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://${address}/`;
  for (let i = 0; i < 600; i++) {
    if (
      await fetch(url).then(
        (r) => r.ok,
        () => false,
      )
    )
      return { url, pid: child.pid, close: () => finished(child, child.kill("SIGTERM")) };
    await new Promise((later) => setTimeout(later, 100));
  }
  child.kill();
  throw new Error(`go run ./serve does not answer at ${url}`);
}

function finished(child) {
  return new Promise((done, fail) =>
    child
      .on("exit", (code) => (code ? fail(new Error(`${child.spawnfile} ended with ${code}`)) : done()))
      .on("error", fail),
  );
}
