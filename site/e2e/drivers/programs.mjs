// Finds and starts the programs that drive other browsers.
import { spawn, spawnSync } from "node:child_process";
import { createServer } from "node:net";

/** The first of these that this machine has, null if it has none. */
export function found(...names) {
  return names.find((name) => spawnSync("which", [name]).status === 0) ?? null;
}

export function freePort() {
  return new Promise((done, fail) => {
    const server = createServer().on("error", fail);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** Starts a program and returns it with a way to end it: { ended, end }. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: "ignore", ...options });
  const ended = new Promise((done) => child.on("exit", done).on("error", done));
  const end = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { child, ended, end };
}

/** Asks until something is there, for at most so long; rejects with the last reason. */
export async function patiently(ask, milliseconds = 60_000) {
  for (const until = Date.now() + milliseconds; ; ) {
    try {
      const answer = await ask();
      if (answer) return answer;
      if (Date.now() > until) throw new Error(`still ${answer} after ${milliseconds} ms: ${ask}`);
    } catch (e) {
      if (Date.now() > until) throw e;
    }
    await new Promise((later) => setTimeout(later, 100));
  }
}
