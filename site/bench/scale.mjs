// Measures the model of a data centre in Chromium, through the engine that the workbench loads: the median of five
// runs, and its longest slice, during which the engine answers nothing else. Printed, not asserted: the machine
// decides.
import { openWorkbench } from "./workbench-page.mjs";

const KEYS = ["even", "time", "inverted", "prefix", "tenants", "import"];
const RUNS = [
  { title: "10 minutes, 1,000,000/s, 100,000 partitions", seconds: 600, rate: 1e6, partitions: 1e5, bar: 3000 },
  { title: "1 minute, 10,000,000/s, 1,000,000 partitions", seconds: 60, rate: 1e7, partitions: 1e6, bar: 5000 },
];

const { page, close } = await openWorkbench();
for (const { title, seconds, rate, partitions, bar } of RUNS) {
  console.log(`${title}; bar ${bar} ms`);
  for (const keys of KEYS) {
    const m = await page.evaluate(
      (request) => {
        const times = [];
        const timed = (method, body) => {
          const begin = performance.now();
          const answer = globalThis.ask(method, "scale", body);
          times.push(performance.now() - begin);
          return answer;
        };
        const once = () => {
          times.length = 0;
          let answer = timed("PUT", request);
          while (!answer.progress.done) answer = timed("POST", {});
          const slices = times.toSorted((a, b) => b - a);
          timed("POST", {});
          const sum = times.reduce((a, b) => a + b);
          return { sum, slices, report: times.at(-1), count: slices.length };
        };
        const runs = [0, 1, 2, 3, 4].map(once).toSorted((a, b) => a.sum - b.sum);
        return runs[2];
      },
      { load: { seconds, parts: [{ keys, rate, partitions }] } },
    );
    const ms = (n) => `${n.toFixed(0).padStart(5)} ms`;
    console.log(
      `  ${keys.padEnd(9)}${ms(m.sum)}, longest of ${m.count} slices ${m.slices.slice(0, 3).map(ms)}, report ${ms(m.report)}`,
    );
  }
}
await close();
