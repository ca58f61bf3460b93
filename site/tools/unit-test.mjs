// Runs the unit tests of app/, compiled into .cache/test, and those of tools/, all in this process: to start one for
// each file takes five times as long. Arguments are the folders whose tests alone are run, such as site/app/share.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const site = fileURLToPath(new URL("..", import.meta.url));
const compiled = join(site, ".cache/test");
const asked = process.argv.slice(2).map((path) => path.replace(/^site\/?/, ""));

const testsIn = (folder, ending) =>
  readdirSync(join(site, folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .filter((name) => asked.length === 0 || asked.some((path) => path === "" || name.startsWith(`${path}/`)))
    .sort();

process.chdir(join(compiled, "app")); // some tests find what they read from here

// Tests run one after another: as the first waits for all files, no test begins before the last line of its file has
// run.
let allLoaded;
const loaded = new Promise((done) => {
  allLoaded = done;
});
test("every file of tests loads", () => loaded);
for (const name of testsIn("tools", ".test.mjs")) await import(join(site, name));
for (const name of testsIn("app", ".test.ts")) await import(join(compiled, name.replace(/ts$/, "js")));
allLoaded();
