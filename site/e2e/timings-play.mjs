// How much work the playground makes of a key and of a step of the wheel, for `npm run bench`: the sum of the tasks of
// the main thread in Chromium's trace. Printed, not asserted: the machine decides. On a machine that does other things
// as well, the clock of the processor is the one to look at.
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { fill } from "./many-rows.mjs";
import { serveSite } from "./server.mjs";
import { busy, framesOf, quantile, traced } from "./trace.mjs";

let site, browser;
before(async () => {
  site = await serveSite();
  browser = await launch({ asForReaders: true });
});
after(async () => {
  await browser?.close();
  await site?.close();
});

async function play() {
  const page = await open(browser, `${site.url}play/`);
  await page.waitForSelector("play-ground[state=ready]", { timeout: 60_000 });
  return page;
}

function tell(what, times, budget) {
  const line = (clock) => {
    const list = times.map((t) => t[clock]);
    return `median ${quantile(list, 0.5).toFixed(1)}, p95 ${quantile(list, 0.95).toFixed(1)}, most ${Math.max(...list).toFixed(1)} ms`;
  };
  console.log(`${what}, of ${budget} ms: processor ${line("cpu")}; wall ${line("wall")}; ${times.length} times`);
}

/** A script of so many lines: requests of five lines, with a variable, a filter and an assertion. */
const script = (lines) =>
  Array.from(
    { length: lines / 5 },
    (_, i) =>
      `### Request ${i + 1}\nGET {{table}}/Employees()?$filter=PartitionKey eq 'Sales' and RowKey ge '${i}'\n\n# ?? count >= 0\n`,
  ).join("\n");

const TYPED = "GET {{table}}/Employees(PartitionKey='Sales',RowKey='000223')?$select=FirstName,Age and 12 more";

for (const lines of [50, 500]) {
  test(`a key in a script of ${lines} lines, until it is painted`, async () => {
    const page = await play();
    await page.locator(".cm-line").first().click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(script(lines));
    await page.evaluate((n) => document.querySelector("play-ground").pane.editor.goTo(n), lines / 2);
    await page.waitForTimeout(1500);
    const events = await traced(browser, page, async () => {
      await page.keyboard.press("Enter");
      for (const c of TYPED) {
        await page.keyboard.press(c === " " ? "Space" : c);
        await page.waitForTimeout(60); // 16 keys a second is faster than anybody types
      }
    });
    const keys = events.filter((e) => e.name === "EventDispatch" && e.args.data?.type === "keydown");
    const frames = framesOf(events);
    const painted = (from) => frames.find((at) => at > from) ?? Number.POSITIVE_INFINITY;
    const shown = keys.slice(1).map((k) => busy(events, k.at, painted(k.at)));
    tell(`a key, ${lines} lines`, shown, 16);
    const next = keys.slice(1, -1).map((k, i) => busy(events, k.at, keys[i + 2].at));
    tell(`a key, ${lines} lines, with all that follows it`, next, 60);
    await page.context().close();
  });
}

test("a frame of scrolling through 100,000 rows", { timeout: 300_000 }, async () => {
  const page = await play();
  await fill(page, 100);
  await page.locator(".dg-bar select").selectOption("Aaa");
  await page.getByText("100,000 entities").waitFor({ timeout: 120_000 });
  const events = await traced(browser, page, () =>
    page.evaluate(async () => {
      const wrap = document.querySelector(".dg-wrap");
      for (let i = 0; i < 240; i++) {
        await new Promise(requestAnimationFrame);
        wrap.scrollTop += 280;
      }
    }),
  );
  const frames = framesOf(events);
  const work = frames.slice(1).map((at, i) => busy(events, frames[i], at));
  tell("a frame of scrolling", work, 16.7);
  const gaps = frames.slice(1).map((at, i) => at - frames[i]);
  console.log(
    `${(1000 / quantile(gaps, 0.5)).toFixed(0)} frames a second; ${gaps.filter((g) => g > 25).length} of ${gaps.length} were late`,
  );
  await page.context().close();
});

/** Three clients that count by reading and writing: millions of orders. */
const COUNTERS = ["Ann", "Ben", "Cem"]
  .flatMap((who) =>
    [1, 2, 3].map(
      (i) => `### ${who} reads
# @client ${who}
# @name ${who}${i}
GET {{table}}/Employees(PartitionKey='Sales',RowKey='Department')

### ${who} writes
# @client ${who}
PATCH {{table}}/Employees(PartitionKey='Sales',RowKey='Department')

{ "EmployeeCount": {{$add ${who}${i}.response.body.EmployeeCount ${i}}} }
`,
    ),
  )
  .join("\n");

/** Milliseconds from a click on a button until something is gone. */
const clickUntilGone = (page, button, gone) =>
  page.evaluate(
    async ([selector, what]) => {
      const began = performance.now();
      document.querySelector(selector).click();
      while (document.querySelector(what)) await new Promise((done) => setTimeout(done, 1));
      return performance.now() - began;
    },
    [button, gone],
  );

test("Stop in a laboratory, and in a run of the data centre", async () => {
  const page = await open(browser, `${site.url}play/?sample=clerks`);
  await page.waitForSelector("play-ground[state=ready]", { timeout: 60_000 });
  await page.evaluate((text) => document.querySelector("play-ground").pane.rewrite(text), COUNTERS);
  await page.locator(".side-tabs input[value=races]").check();
  await page.locator("lab-panel .lab-busy button").waitFor({ timeout: 60_000 });
  const trial = await clickUntilGone(page, "lab-panel .lab-busy button", "lab-panel .lab-busy");
  console.log(`Stop of a trial of all orders, of 100 ms: ${trial.toFixed(0)} ms`);
  await page.context().close();

  const scale = await open(browser, `${site.url}design/scale/?load=own`);
  await scale.getByLabel("partitions", { exact: true }).fill("2,000,000");
  await scale.getByLabel("duration, s", { exact: true }).fill("3600");
  await scale.keyboard.press("Control+Enter");
  await scale.locator(".scale-progress").waitFor();
  const run = await clickUntilGone(scale, ".scale-progress button, .scale-bar [aria-label=Stop]", ".scale-progress");
  console.log(`Stop of a run of the data centre, of 100 ms: ${run.toFixed(0)} ms`);
  await scale.context().close();
});
