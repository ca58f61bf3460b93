// A reporter for node:test: a line of JSON for each test when it has ended, with the seconds that processors have
// worked for this process since it began.
import { inspect } from "node:util";
import { cpuOf } from "./cpu.mjs";

// biome-ignore lint/style/noDefaultExport: Node takes this one as the reporter
export default async function* lines(events) {
  for await (const { type, data } of events)
    if (type === "test:pass" || type === "test:fail") yield `${JSON.stringify(lineOf(type, data))}\n`;
  yield `${JSON.stringify({ cpu: cpuOf(process.pid) })}\n`;
}

function lineOf(type, { name, skip, details }) {
  const result = type === "test:fail" ? "failed" : skip === undefined ? "passed" : "skipped";
  const error = type === "test:fail" ? inspect(details.error?.cause ?? details.error) : undefined;
  return { test: name, result, error, cpu: cpuOf(process.pid) };
}
