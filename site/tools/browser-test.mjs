// Runs the tests of the files given, three files side by side, prints a line for each test and all that is known of one
// that failed. A few that failed are tried a second time, one after another: a browser that shares two processors with
// two others is late now and then. What passes only then is printed, and noted in $SKIPPED, so that the last line
// of ./build.sh test names it; what fails again, or fails among many, has failed.
import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { run } from "node:test";
import { inspect } from "node:util";

const AGAIN = 5; // that are tried a second time; more is no accident

const files = process.argv.slice(2);
const first = await tests(files, { concurrency: 3 });
console.log(`# ${first.passed} passed, ${first.failed.length} failed, ${first.skipped} skipped`);
if (first.failed.length > AGAIN || first.passed === 0) process.exitCode = 1;
else for (const test of first.failed) process.exitCode |= await again(test);

/** Runs tests and gives the names of those that failed, each with its file. A file that does not start is a failed test. */
async function tests(files, options) {
  const result = { passed: 0, skipped: 0, failed: [] };
  for await (const { type, data } of run({ files, ...options })) {
    if (type === "test:stderr" || type === "test:stdout") process.stdout.write(data.message);
    if (type !== "test:pass" && type !== "test:fail") continue;
    const seconds = (data.details.duration_ms / 1000).toFixed(1);
    const of = { name: data.name, file: data.file ?? data.name };
    if (data.skip !== undefined && options.testNamePatterns) continue; // not asked for
    if (data.skip !== undefined) result.skipped++;
    else if (type === "test:pass") result.passed++;
    else result.failed.push(of);
    const sign = data.skip !== undefined ? "skip  " : type === "test:pass" ? "ok    " : "not ok";
    console.log(`${sign} ${data.name} (${seconds} s)`);
    if (type === "test:fail")
      console.log(inspect(data.details.error?.cause ?? data.details.error).replace(/^/gm, "    "));
  }
  return result;
}

/** Tries a test alone. Gives 0 when it passes, 1 when not. */
async function again({ name, file }) {
  console.log(`# a second time, alone: ${name}`);
  const pattern =
    name === file ? [] : { testNamePatterns: [new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`)] };
  const second = await tests([file], { concurrency: 1, ...pattern });
  if (second.failed.length > 0 || second.passed === 0) return 1;
  const where = relative(process.cwd(), file);
  if (process.env.SKIPPED) appendFileSync(process.env.SKIPPED, `passed only at the second try, ${where}\t${name}\n`);
  return 0;
}
