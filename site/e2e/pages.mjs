// The pages of the built site.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dist } from "./server.mjs";

/** Returns their paths below the root: "", "learn/", … */
export function allPages() {
  return readdirSync(dist, { recursive: true, encoding: "utf8" })
    .filter((f) => f.endsWith("index.html") || f === "404.html")
    .filter((f) => !leadsOn(f))
    .map((f) => f.replace(/index\.html$/, ""))
    .sort();
}

/** Whether a file does nothing but lead on from an address that was. */
export function leadsOn(file) {
  return /<meta http-equiv="?refresh/i.test(readFileSync(join(dist, file), "utf8"));
}

/** Returns a few pages that together have every pattern that any page has (patternsOf). */
export function showingAll() {
  const pages = allPages().map((path) => ({ path, patterns: patternsOf(path) }));
  const missing = new Set(pages.flatMap(({ patterns }) => [...patterns]));
  const gain = ({ patterns }) => [...patterns].filter((p) => missing.has(p)).length;
  const chosen = [];
  while (missing.size > 0) {
    const best = pages.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    for (const p of best.patterns) missing.delete(p);
    chosen.push(best.path);
  }
  return chosen;
}

const TAG = /<(\/?)([a-z][\w-]*)((?:\s+[^\s=>]+(?:=(?:"[^"]*"|[^\s>]+))?)*)\s*(\/?)>/g;
const ATTRIBUTE = /\s([^\s=>]+)(?:=(?:"([^"]*)"|([^\s>]+)))?/g;
const EMPTY = [
  "area",
  "br",
  "col",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "wbr",
  "circle",
  "line",
  "path",
  "rect",
  "use",
];

/**
 * What a page is made of: which element is in which ("td>code"), with which classes, roles and states ("td.num",
 * "div[role=status]"), and which heading follows which ("h2~h3").
 */
function patternsOf(path) {
  const html = readFileSync(join(dist, path.endsWith(".html") ? path : `${path}index.html`), "utf8");
  const found = new Set();
  const open = ["document"];
  let heading = "document";
  for (const [, end, tag, attributes, empty] of html.replace(/<(script|noscript)\b[\s\S]*?<\/\1>/g, "").matchAll(TAG)) {
    if (end) {
      if (open.includes(tag)) open.length = open.lastIndexOf(tag);
      continue;
    }
    found.add(`${open.at(-1)}>${tag}`);
    for (const name of namesIn(attributes)) found.add(tag + name);
    if (/^h[1-6]$/.test(tag)) {
      found.add(`${heading}~${tag}`);
      heading = tag;
    }
    if (!empty && !EMPTY.includes(tag)) open.push(tag);
  }
  return found;
}

/** The classes, roles and states among attributes: ".num", "[role=status]", "[aria-current]". */
function namesIn(attributes) {
  return [...attributes.matchAll(ATTRIBUTE)].flatMap(([, name, quoted, bare]) => {
    const value = quoted ?? bare ?? "";
    if (name === "class") return value.split(/\s+/).map((c) => `.${c}`);
    if (name === "role") return [`[role=${value}]`];
    return /^(data|aria)-/.test(name) ? [`[${name}]`] : [];
  });
}
