// Which file of app/ imports which: static imports, types among them, and those that come later.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const app = fileURLToPath(new URL("../app", import.meta.url));

/** The imports of each TypeScript file, by its path below app/. What is outside of app/ begins with "..". */
export function importGraph() {
  const files = readdirSync(app, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  const sources = files.filter((name) => name.endsWith(".ts")).sort();
  return new Map(sources.map((from) => [from, importsOf(from, readFileSync(join(app, from), "utf8"))]));
}

function importsOf(from, text) {
  const found = [...text.matchAll(/(?:\bfrom|\bimport)[\s(]*"(\.[^"]+)"/g)];
  return found.map(([, path]) => posix.join(dirname(from), path));
}

/** The circles of a graph: its strongly connected components of more than one node (Tarjan). */
export function circles(graph) {
  const found = [];
  const low = new Map(); // the earliest node of the path that a node leads back to
  const path = [];
  const visit = (node) => {
    const at = low.size;
    low.set(node, at);
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!low.has(next)) visit(next);
      low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) < at) return;
    const part = path.splice(path.indexOf(node));
    for (const member of part) low.set(member, Number.POSITIVE_INFINITY); // it leads back to nothing that is open
    if (part.length > 1) found.push(part);
  };
  for (const node of graph.keys()) if (!low.has(node)) visit(node);
  return found;
}
