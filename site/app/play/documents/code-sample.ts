// JavaScript of a card or a lesson as a document of the playground, with what the page leaves out around it and the
// data that the page begins with. It is read from the page itself, as the examples of cards are.
import { type FixtureSource, home } from "../../engine/page-data.ts";
import { programAround } from "./program-around.ts";
import type { Sample } from "./sample.ts";

const PATH = /^[\w-]+(?:\/[\w-]+){0,3}$/;
const CODE = "// CODE"; // the line of a program where the code of the page belongs

/** Returns the nth JavaScript of a page, from 0, null if there is no such page or no such code. */
export async function codeSample(path: string, n: number): Promise<Sample | null> {
  if (!PATH.test(path)) return null;
  const response = await fetch(new URL(`${path}/`, home)).catch(() => null);
  return response?.ok ? sampleOf(path, n, new DOMParser().parseFromString(await response.text(), "text/html")) : null;
}

function sampleOf(path: string, n: number, page: Document): Sample | null {
  const code = page.querySelectorAll('[data-sdk="javascript"] pre')[n]?.textContent?.trimEnd();
  const data = (page.getElementById("step") ?? page.getElementById("page"))?.textContent;
  if (!code || !data) return null;
  const { setup, store, files, options, table = "", program } = JSON.parse(data) as FixtureSource;
  const last = n === page.querySelectorAll('[data-sdk="javascript"] pre').length - 1;
  return {
    name: `code-${path.replaceAll("/", "-")}-${n}`,
    title: page.querySelector("h1")?.textContent?.trim() ?? path,
    text:
      program && last
        ? program.replace(CODE, () => code).trimEnd()
        : programAround(code, table, containerIn([setup ?? "", ...Object.values(files)])),
    language: "js",
    card: true,
    files,
    ...(setup ? { setup } : {}),
    ...(store ? { store } : {}),
    ...(options ? { options } : {}),
  };
}

/** The first container that one of some scripts has blobs in, "" if none has. */
function containerIn(scripts: readonly string[]): string {
  return scripts.map((text) => /\{\{blob\}\}\/([a-z0-9-]+)/.exec(text)?.[1] ?? "").find(Boolean) ?? "";
}
