// Source text of the site, for tests that look for what nobody names.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const site = fileURLToPath(new URL("..", import.meta.url));
const SKIPPED = /(^|\/)(node_modules|\.cache|dist|testdata)\/|_test\.go$|\.test\.ts$/;

/** The text of a file of the site. */
export const read = (name) => readFileSync(join(site, name), "utf8");

/** The text of all files below a folder whose names end in one of some ways, without tests. */
export function sources(folder, ...endings) {
  const names = readdirSync(join(site, folder), { recursive: true }).filter((name) => !SKIPPED.test(name));
  const wanted = names.filter((name) => endings.some((ending) => name.endsWith(ending)));
  return wanted.map((name) => read(join(folder, name))).join("\n");
}
