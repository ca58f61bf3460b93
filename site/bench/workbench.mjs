// Measures the laboratories and the workbench in Chromium: medians of five runs, and the longest time during which the
// engine answers nothing else. Printed beside the bar of each, not asserted: the machine decides.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkbench, project } from "./workbench-page.mjs";

const SHEETS = ["sensor-readings", "shop-orders", "chat", "audit-log", "multi-tenant-saas", "leaderboard"];
const read = (name) => readFileSync(join(project, "engine", name), "utf8");
const withoutDesigns = (sheet) => sheet.split(/^### .*\n(?=# @keys)/m)[0].replace(/^# @keys.*\n/gm, "");

/** Three clients who read a counter and write it, twice each: 34,650 orders. */
function threeClients() {
  const at = "{{table}}/Box(PartitionKey='show',RowKey='friday')";
  const turn = (name, n) =>
    `\n###\n# @client ${name}\n# @name ${name}${n}\nGET ${at}\n` +
    `\n###\n# @client ${name}\nPUT ${at}\nIf-Match: *\n\n{ "Left": {{$sub ${name}${n}.response.body.Left 1}} }\n`;
  const box = '{ "PartitionKey": "show", "RowKey": "friday", "Left": 10 }';
  const setup = `###\nPOST {{table}}/Tables\n\n{ "TableName": "Box" }\n\n###\nPOST {{table}}/Box\n\n${box}\n`;
  return (
    `# @invariant Box('show','friday').Left == 4\n\n${setup}` +
    ["Ann", "Ben", "Cem"].map((name) => turn(name, 1) + turn(name, 2)).join("")
  );
}

/** Rows of twelve columns, as a sensor would send them. */
function readings(rows) {
  const lines = ["id,customer,device,model,time,place,celsius,humidity,battery,firmware,state,note"];
  for (let i = 0; i < rows; i++) {
    const n = Math.imul(i + 1, 2654435761) >>> 0;
    const time = new Date(Date.UTC(2026, 10, 1) + Math.floor(i / 3) * 1000).toISOString();
    lines.push(
      `r${n},c${n % 97},d${n % 1499},m${n % 41},${time},Hall ${n % 9},${15 + (n % 400) / 10},${n % 101},${n % 100},` +
        `${1 + (n % 3)}.${n % 10},${n % 50 ? "ok" : "bad"},note ${n % 977}`,
    );
  }
  return lines.join("\n");
}

const { page, close } = await openWorkbench();
await page.evaluate(defineRuns);

/** Measures what a function of the page does with a value. */
async function tell(title, run, value, bar) {
  const m = await page.evaluate(([name, given]) => globalThis.runs.median(globalThis.runs[name], given), [run, value]);
  const ms = (n) => `${n.toFixed(0)} ms`;
  console.log(
    `${title.padEnd(44)} ${ms(m.sum).padStart(8)}, longest slice ${ms(m.longest)}; bar ${ms(bar)}; ${m.what}`,
  );
}

await tell("race: two clients, four requests each", "race", read("race/testdata/two-clerks.http"), 200);
await tell("race: three clients, four requests each", "race", threeClients(), 5000);
await tell("search: five attributes, eight questions", "search", read("propose/testdata/wide.http"), 2000);
for (const name of SHEETS) {
  const sheet = read(`plan/testdata/${name}.http`);
  await tell(`search: ${name}`, "search", withoutDesigns(sheet), 2000);
  await tell(`all designs compared: ${name}`, "compare", sheet, 500);
}
await tell("profile: 100,000 rows of 12 columns", "profile", readings(100_000), 3000);
await close();

/** Runs in the page: what is measured, each with the times of its slices and a word on what it found. */
function defineRuns() {
  const { ask } = globalThis;
  const timer = () => {
    const times = [];
    return {
      times,
      ask(...request) {
        const begun = performance.now();
        const answer = ask(...request);
        times.push(performance.now() - begun);
        return answer;
      },
    };
  };
  const shares = { enough: 20, most: 2000 }; // as the page chooses the sizes of its slices
  globalThis.runs = {
    race(text) {
      const t = timer();
      let slice = t.ask("POST", "races", { name: "race.http", text });
      while (!slice.done) slice = t.ask("POST", `races/${slice.id}/next`, {});
      if (slice.problem) throw new Error(JSON.stringify(slice.problem));
      return { times: t.times, what: `${slice.report.orders} orders, ${slice.report.states} states` };
    },
    search(text) {
      const t = timer();
      let size = 25;
      let found = t.ask("POST", "propose", { text, state: 0, slice: size });
      const messages = found.messages.filter((m) => m.severity === "error");
      if (messages.length) throw new Error(JSON.stringify(messages));
      while (!found.progress.done) {
        const before = found.state;
        found = t.ask("POST", "propose", { state: before, slice: size });
        const fits = Math.floor(((found.state - before) * shares.enough) / Math.max(1, t.times.at(-1)));
        size = Math.max(1, Math.min(shares.most, 2 * size, fits));
      }
      const keys = found.proposals[0].stores.map((s) => `# @keys ${s}`).join("\n");
      const designs = found.state;
      const { sample } = t.ask("POST", "verify?design=0", { text: `${text}\n### Proposal 1\n${keys}\n` });
      return {
        times: t.times,
        what: `${designs} designs, and a sample of ${sample.entities}`,
      };
    },
    compare(text) {
      const t = timer();
      const { designs } = t.ask("POST", "compare", { text });
      return { times: t.times, what: `${designs.length} designs` };
    },
    profile(text) {
      const t = timer();
      const slice = 256 << 10;
      t.ask("PUT", `profile?name=readings.csv&size=${text.length}`, "");
      for (let at = 0; at < text.length; at += slice)
        t.ask("POST", `profile?last=${at + slice >= text.length}`, text.slice(at, at + slice));
      const report = t.ask("GET", "profile", "");
      return { times: t.times, what: `${report.rows} rows` };
    },
    median(run, value) {
      const all = [0, 1, 2, 3, 4].map(() => run(value));
      const told = all.map(({ times, what }) => ({
        sum: times.reduce((a, b) => a + b),
        longest: Math.max(...times),
        what,
      }));
      return told.toSorted((a, b) => a.sum - b.sum)[2];
    },
  };
}
