// The two tiers of the browser tests. What `test` says runs always; what `deep` says runs with DEEP set, which is what
// `./build.sh test deep` does, and `tools/browser-test.mjs --deep`. A walk through many promises on one page costs less
// than a page for each, so the first tier has walks, and the second what looks at one thing closely.
import { appendFileSync } from "node:fs";
import { test } from "node:test";

export { after, before, test } from "node:test";

export const deep = process.env.DEEP ? test : () => {};

/** Notes a test that is skipped where ./build.sh tells of it at its end, as tools/go-test.mjs does for those of Go. */
export function tellSkipped(reason, test) {
  if (process.env.SKIPPED) appendFileSync(process.env.SKIPPED, `${reason}\t${test}\n`);
}
