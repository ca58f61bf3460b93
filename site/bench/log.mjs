// Measures how long the page Watch takes to read a log of 1,000,000 lines in Chromium, from the choice of the file to
// its last sum, and the longest time between two frames meanwhile. Printed, not asserted: the machine decides.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "../e2e/browser.mjs";
import { serveSite } from "../e2e/server.mjs";

const LINES = 1_000_000;
const BAR = 10; // seconds
const ADDRESSES = [
  ["QueryEntity", (n) => `Orders(PartitionKey='customer-${n}',RowKey='order-${n}')`],
  ["QueryEntities", (n) => `Orders()?$filter=PartitionKey%20eq%20%27customer-${n}%27`],
  ["QueryEntities", (n) => `Customers()?$filter=Email%20eq%20%27someone${n}@example.com%27&$select=Name`],
  ["InsertEntity", () => "Orders"],
  ["MergeEntity", (n) => `Orders(PartitionKey='customer-${n}',RowKey='order-${n}')`],
];
const HEAD =
  "TenantId,TimeGenerated [UTC],AccountName,Location,Protocol,OperationName,AuthenticationType,StatusCode,StatusText," +
  "DurationMs,Uri,CallerIpAddress,CorrelationId,OperationVersion,UserAgentHeader,ServiceType,RequestBodySize," +
  "ResponseBodySize,Etag,ConditionsUsed,Type";

/** One line, with the columns that Log Analytics exports and readers look at, and as many others. */
function line(_, i) {
  const [does, address] = ADDRESSES[i % ADDRESSES.length];
  const at = new Date(Date.UTC(2026, 10, 28) + 3 * i).toISOString();
  const uri = `https://shop.table.core.windows.net:443/${address((i * 7919) % 1_000_003)}`;
  const id = String(i).padStart(12, "0");
  return (
    `4f3c2a10-0000-4000-8000-2b1d6c9e7f55,${at},shop,westeurope,HTTPS,${does},AccountKey,200,Success,5,"${uri}",` +
    `10.0.0.${i % 20}:4711,0f1e2d3c-0000-4000-8000-${id},2019-02-02,"azsdk-net-Data.Tables/12.8.0 (.NET 8.0.1; Linux)",` +
    `table,0,${i % 9000},,,StorageTableLogs`
  );
}

const folder = mkdtempSync(join(tmpdir(), "rowkey-log-"));
const file = join(folder, "log.csv");
writeFileSync(file, [HEAD, ...Array.from({ length: LINES }, line)].join("\n"));
const { url, close } = await serveSite();
const browser = await launch({ asForReaders: true });
try {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${url}watch/`);
  await page.getByRole("radio", { name: "A file" }).check();
  for (let turn = 0; turn < 3; turn++) {
    const read = page.evaluate(watchFrames, LINES.toLocaleString("en"));
    await page.locator("input[type=file]").setInputFiles(file);
    const { seconds, gap } = await read;
    console.log(
      `a log of 1,000,000 lines: ${seconds.toFixed(1)} s (bar ${BAR} s), longest time without a frame ${gap.toFixed(0)} ms`,
    );
    await page.reload();
    await page.getByRole("radio", { name: "A file" }).check();
  }
} finally {
  await browser.close();
  await close();
  rmSync(folder, { recursive: true });
}

/** Runs in the page, from the choice of a file until the sum of its requests stands there. */
async function watchFrames(sum) {
  await new Promise((chosen) => addEventListener("change", chosen, { once: true, capture: true }));
  const begin = performance.now();
  let gap = 0;
  for (let last = begin; document.querySelector(".w-sums dd")?.textContent.trim() !== sum; ) {
    await new Promise(requestAnimationFrame);
    gap = Math.max(gap, performance.now() - last);
    last = performance.now();
  }
  return { seconds: (performance.now() - begin) / 1000, gap };
}
