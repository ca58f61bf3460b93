// Firefox by WebDriver BiDi, which it speaks itself: one window of a profile of its own.
// Source: WebDriver BiDi, https://w3c.github.io/webdriver-bidi/
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { shortcut, typed } from "./keys.mjs";
import { found, freePort, patiently, start } from "./programs.mjs";

export const name = "Firefox";

/** Why it cannot be driven here, null if it can. */
export function missing() {
  if (!found("firefox-esr", "firefox")) return "Firefox is not installed";
  return globalThis.WebSocket ? null : "this Node has no WebSocket: start it with --experimental-websocket";
}

/** Starts a browser with one window: { go, run, press, type, screenshot, errors, close }. */
export async function launch() {
  const profile = mkdtempSync(join(tmpdir(), "rowkey-firefox-"));
  const port = await freePort();
  const args = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", String(port)];
  const program = start(found("firefox-esr", "firefox"), args, { env: { ...process.env, HOME: profile } });
  const send = await patiently(() => connect(`ws://127.0.0.1:${port}/session`));
  await send("session.new", { capabilities: {} });
  const { contexts } = await send("browsingContext.getTree", {});
  const context = contexts[0].context;
  const errors = [];
  send.listen("log.entryAdded", (entry) => entry.level === "error" && errors.push(entry.text));
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const act = (actions) => send("input.performActions", { context, actions });
  return {
    errors,
    go: (url) => send("browsingContext.navigate", { context, url, wait: "complete" }),
    run: async (work, ...given) => {
      const { result, exceptionDetails } = await send("script.callFunction", {
        functionDeclaration: `async (given) => JSON.stringify((await (${work})(...JSON.parse(given))) ?? null)`,
        arguments: [{ type: "string", value: JSON.stringify(given) }],
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    press: (keys) => act(shortcut(keys)),
    type: (text) => act(typed(text)),
    screenshot: async () => Buffer.from((await send("browsingContext.captureScreenshot", { context })).data, "base64"),
    close: async () => {
      await send("browser.close", {}).catch(() => undefined);
      await program.end();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Opens a connection and returns what sends a command and waits for its result. */
async function connect(url) {
  const socket = new WebSocket(url);
  await new Promise((done, fail) => Object.assign(socket, { onopen: done, onerror: () => fail(new Error(url)) }));
  const waiting = new Map();
  const listeners = new Map();
  socket.onmessage = ({ data }) => {
    const { id, type, method, params, result, message } = JSON.parse(data);
    if (type === "event") return listeners.get(method)?.(params);
    const { done, fail } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (type === "success") done?.(result);
    else fail?.(new Error(message));
  };
  socket.onclose = () => {
    for (const { fail } of waiting.values()) fail(new Error("Firefox ended"));
  };
  let last = 0;
  const send = (method, params) =>
    new Promise((done, fail) => {
      const id = ++last;
      waiting.set(id, { done, fail });
      socket.send(JSON.stringify({ id, method, params }));
    });
  send.listen = (method, listener) => listeners.set(method, listener);
  return send;
}
