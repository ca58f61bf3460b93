// What the tests may cost, in seconds of a processor: budget.json has a number for each file of browser tests and for
// each package of Go tests, "cpu" for what runs by default and "deep" for everything. It leaves room for a slow machine
// whose cores others use as well: there Go takes half as much again as on a quiet one, and a browser, which draws and
// asks again while it waits, more than twice as much. A number is raised with a reason in the commit.
import { readFileSync } from "node:fs";

export const budgets = JSON.parse(readFileSync(new URL("budget.json", import.meta.url), "utf8"));

/** Says what is wrong with the seconds that a file or a package took, if they are too many. kind is "browser" or
 * "go". */
export function overBudget(kind, name, cpuSeconds, deep = false) {
  const limit = budgets[kind][name]?.[deep ? "deep" : "cpu"];
  if (limit === undefined) return `${name} has no budget in site/tools/budget.json`;
  if (cpuSeconds <= limit) return undefined;
  return `${name} took ${cpuSeconds.toFixed(1)} s of the processors, its budget in site/tools/budget.json is ${limit}`;
}

/** The files of browser tests to which a path of the project belongs: "site/app/share" or a file in it. */
export function filesOf(paths) {
  const inside = (path, folder) => `${path}/`.startsWith(`${folder}/`);
  const belongs = (path) => (folder) => inside(path, folder) || inside(folder, path);
  const places = paths.map((path) =>
    path
      .replace(/^\.\//, "")
      .replace(/\/$/, "")
      .replace(/^site\//, ""),
  );
  return Object.entries(budgets.browser)
    .filter(([, { of }]) => places.some((path) => of.some(belongs(path))))
    .map(([file]) => file);
}
