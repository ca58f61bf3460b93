// The pages of the built site.
import { readdirSync } from "node:fs";
import { dist } from "./server.mjs";

/** Returns their paths below the root: "", "learn/", … */
export function allPages() {
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((f) => f.endsWith("index.html") || f === "404.html")
    .map((f) => f.replace(/index\.html$/, ""))
    .sort();
}
