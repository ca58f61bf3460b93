// What axe finds in a page: WCAG 2.2 AA, and its best practice; and texts that are missing.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { rawKeys } from "./raw-keys.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules that see colours: what a page has to be asked again in its other theme. */
export const COLOURS = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** What axe finds in a state of a page that the default tier leaves out: each kind of page is looked at there once. */
export const deepViolations = (page, rules) => (process.env.DEEP ? violations(page, rules) : []);

/** Runs axe past the page's policy, which is for what the page itself loads. */
export async function violations(page, rules = RULES) {
  const { width } = page.viewportSize();
  if (width < 800)
    // else the bar at the foot lies over targets
    await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) });
  await page.evaluate(axe);
  const run = (selectors) =>
    page.evaluate(
      async ([runOnly, selectors]) =>
        (await globalThis.axe.run(document, { resultTypes: ["violations"], runOnly, selectors })).violations,
      [rules, selectors],
    );
  const keys = await rawKeys(page);
  const found = await run(false); // to name all that it looks at takes axe a sixth longer
  if (found.length === 0) return keys;
  const named = await run(true);
  if (named.length === 0) return [...keys, ...found.map((v) => `${v.id}: no longer, when asked where`)];
  return keys.concat(
    named.map(
      (v) =>
        `${v.id}: ${v.nodes
          .slice(0, 3)
          .map((n) => n.target.join(" "))
          .join(", ")}`,
    ),
  );
}
