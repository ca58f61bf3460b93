// How long things take here, for `npm run bench`. Printed, not asserted: the machine decides. It is not one of the
// tests, which run side by side and would spoil its numbers.
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { serveSite } from "./server.mjs";

let site, browser;
before(async () => {
  site = await serveSite();
  browser = await launch({ asForReaders: true });
});
after(async () => {
  await browser?.close();
  await site?.close();
});

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const ms = (n) => `${n.toFixed(1)} ms`;

/** Clicks in the page and returns the milliseconds until an element has been painted. */
async function clickTo(page, button, wanted) {
  const target = await button.elementHandle();
  return page.evaluate(
    async ([element, selector]) => {
      const begun = performance.now();
      const seen = new Promise((done) => {
        const look = () =>
          document.querySelector(selector)
            ? requestAnimationFrame(() => done(performance.now() - begun))
            : requestAnimationFrame(look);
        for (const e of document.querySelectorAll(selector)) e.removeAttribute("data-timing");
        look();
      });
      element.click();
      return seen;
    },
    [target, wanted],
  );
}

test("click on Run in a fresh tab to the result", async () => {
  const fresh = [];
  for (let i = 0; i < 5; i++) {
    const page = await open(browser, `${site.url}learn/data-model-and-keys/1/`);
    await page.waitForTimeout(200);
    fresh.push(
      await clickTo(
        page,
        page.locator("lesson-try").getByRole("button", { name: "Run" }),
        "lesson-try run-output .ro-reads",
      ),
    );
    await page.context().close();
  }
  console.log(
    `lesson, fresh tab, click to result: median ${ms(median(fresh))} of ${fresh.map((n) => n.toFixed(0)).join(", ")}`,
  );
});

test("the next runs", async () => {
  const page = await open(browser, `${site.url}play/`);
  await page.waitForSelector("play-ground[state=ready]");
  await page.locator(".cm-line").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText("### One row\nGET {{table}}/Employees(PartitionKey='Sales',RowKey='000223')\n");
  await page.keyboard.press("ControlOrMeta+Shift+Enter");
  await page.locator("run-output .ro-reads").waitFor();
  const next = await page.evaluate(async () => {
    const desk = document.querySelector("play-ground");
    const frame = () => new Promise(requestAnimationFrame);
    const times = [];
    for (let i = 0; i < 20; i++) {
      const { last } = desk; // the same answer changes nothing on the screen, so the end of the run is the sign
      const begun = performance.now();
      desk.querySelector(".run-split > button").click();
      while (desk.last === last) await frame();
      await frame(); // in which it is painted
      times.push(performance.now() - begun);
      await new Promise((done) => setTimeout(done, 150));
    }
    return times;
  });
  console.log(`playground, next run, click to result: median ${ms(median(next))}, worst ${ms(Math.max(...next))}`);
});

test("requests through the worker", async () => {
  const page = await open(browser, `${site.url}help/`);
  const times = await page.evaluate(async () => {
    const { root, engine, worker } = document.documentElement.dataset;
    const base = new URL(root, document.baseURI);
    const port = new Worker(new URL(worker, base), { type: "module" });
    const waiting = new Map();
    const booted = performance.now();
    const ready = new Promise(
      (done) => (port.onmessage = ({ data }) => ("ready" in data ? done() : waiting.get(data.id)(data))),
    );
    port.postMessage({ boot: new URL(engine, base).href });
    await ready;
    const boot = performance.now() - booted;
    let next = 1;
    const ask = (method, url, body) =>
      new Promise((done) => {
        waiting.set(next, done);
        port.postMessage({
          id: next++,
          method,
          url,
          headers: [
            ["Content-Type", "application/json"],
            ["Accept", "application/json;odata=nometadata"],
          ],
          body: body ? new TextEncoder().encode(body) : null,
        });
      });
    const table = "http://127.0.0.1:10002/devstoreaccount1";
    const fill = `### Create\nPOST {{table}}/Tables\nContent-Type: application/json\n\n{ "TableName": "Big" }\n\n### Fill\n# @loop for 9999\nPUT {{table}}/Big(PartitionKey='{{$mod $index 10}}',RowKey='{{$pad $index 6}}')\nContent-Type: application/json\n\n{ "Age": {{$mod $index 97}}, "Name": "Somebody", "Email": "somebody{{$index}}@contoso.com" }\n`;
    const text = new TextDecoder();
    const { id } = JSON.parse(
      text.decode(
        (
          await ask(
            "POST",
            "http://x/-/scripts",
            JSON.stringify({
              name: "a",
              text: "# @setup fill.http\n\n# ?? run requests == 0\n",
              files: { "fill.http": fill },
            }),
          )
        ).body,
      ),
    );
    for (let done = false; !done; )
      done = JSON.parse(text.decode((await ask("POST", `http://x/-/scripts/${id}/next?max=100`)).body)).done;
    const measure = async (url, runs) => {
      const list = [];
      let answer;
      for (let i = 0; i < runs; i++) {
        const begun = performance.now();
        answer = await ask("GET", table + url);
        list.push(performance.now() - begun);
      }
      list.sort((a, b) => a - b);
      const { records } = JSON.parse(text.decode((await ask("GET", "http://x/-/ledger")).body));
      const { read, returned } = records.at(-1);
      return {
        status: answer.status,
        read,
        returned,
        median: list[Math.floor(runs / 2)],
        p95: list[Math.floor(runs * 0.95)],
      };
    };
    return {
      boot,
      point: await measure("/Big(PartitionKey='3',RowKey='000223')", 200),
      range: await measure(
        "/Big()?$filter=PartitionKey%20eq%20'3'%20and%20RowKey%20ge%20'000000'%20and%20RowKey%20lt%20'001000'",
        100,
      ),
      scan: await measure("/Big()?$filter=Age%20eq%20200", 30),
    };
  });
  const { boot, ...kinds } = times;
  console.log(`engine ready: ${ms(boot)}`);
  for (const [name, k] of Object.entries(kinds))
    console.log(
      `${name} (${k.status}, read ${k.read}, returned ${k.returned}): median ${ms(k.median)}, p95 ${ms(k.p95)}`,
    );
});
