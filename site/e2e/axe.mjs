// What axe finds in a page: WCAG 2.2 AA, and its best practice.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Runs axe past the page's policy, which is for what the page itself loads. */
export async function violations(page) {
  const { width } = page.viewportSize();
  if (width < 800)
    await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) }); // else the bar at the foot lies over targets
  await page.evaluate(axe);
  const found = await page.evaluate(
    (runOnly) => globalThis.axe.run(document, { resultTypes: ["violations"], runOnly }),
    RULES,
  );
  return found.violations.map(
    (v) =>
      `${v.id}: ${v.nodes
        .slice(0, 3)
        .map((n) => n.target.join(" "))
        .join(", ")}`,
  );
}
