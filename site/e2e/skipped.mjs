// Notes tests that are skipped where ./build.sh tells of them at its end, as tools/go-test.mjs does for those of Go.
import { appendFileSync } from "node:fs";

export function tellSkipped(reason, test) {
  if (process.env.SKIPPED) appendFileSync(process.env.SKIPPED, `${reason}\t${test}\n`);
}
