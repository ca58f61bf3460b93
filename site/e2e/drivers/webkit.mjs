// WebKit's own small browser by WebDriver, as webkit2gtk-driver of Debian and Ubuntu brings it. It needs a screen;
// without one it gets one that nobody sees. Source: WebDriver, https://www.w3.org/TR/webdriver2/
import { shortcut, typed } from "./keys.mjs";
import { found, freePort, patiently, start } from "./programs.mjs";

export const name = "WebKit";

/** Why it cannot be driven here, null if it can. */
export function missing() {
  if (!found("WebKitWebDriver")) return "WebKitWebDriver is not installed";
  return process.env.DISPLAY || found("Xvfb") ? null : "there is no screen, and Xvfb is not installed";
}

/** Starts a browser with one window: { go, run, press, type, screenshot, close }; it tells of no errors. */
export async function launch() {
  const screen = process.env.DISPLAY ? null : await startScreen();
  const port = await freePort();
  const env = { ...process.env, ...(screen ? { DISPLAY: screen.display } : {}) };
  const program = start("WebKitWebDriver", [`--port=${port}`], { env });
  const driver = `http://127.0.0.1:${port}`;
  await patiently(() => call(`${driver}/status`));
  const capabilities = { alwaysMatch: { timeouts: { script: 60_000, pageLoad: 60_000 } } };
  const { sessionId } = await call(`${driver}/session`, { capabilities });
  const session = `${driver}/session/${sessionId}`;
  const act = (actions) => call(`${session}/actions`, { actions });
  return {
    go: (url) => call(`${session}/url`, { url }),
    run: async (work, ...args) => {
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve((${work})(...JSON.parse(arguments[0])))
          .then((x) => done([x ?? null]), (e) => done(String(e)));`;
      const answer = await call(`${session}/execute/async`, { script, args: [JSON.stringify(args)] });
      if (typeof answer === "string") throw new Error(answer);
      return answer[0];
    },
    press: (keys) => act(shortcut(keys)),
    type: (text) => act(typed(text)),
    screenshot: async () => Buffer.from(await call(`${session}/screenshot`), "base64"),
    close: async () => {
      await call(session, undefined, "DELETE").catch(() => undefined);
      await program.end();
      await screen?.end();
    },
  };
}

async function call(url, body, method = body ? "POST" : "GET") {
  const response = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${url}: ${value.error}: ${value.message}`);
  return value;
}

async function startScreen() {
  const program = start("Xvfb", ["-displayfd", "1", "-screen", "0", "1440x900x24"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const number = await new Promise((done) => program.child.stdout.once("data", (data) => done(String(data).trim())));
  return { display: `:${number}`, end: program.end };
}
