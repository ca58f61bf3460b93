// A script as a list of requests with the values of its variables, for code in other languages. Pure. What only an
// answer can tell, such as {{read.response.headers.ETag}}, stays as it is written.
import { type Fill, filler } from "./fill.ts";

export interface HttpRequest {
  method: string;
  url: string; // begins with {{table}} for the tables of the reader
  headers: (readonly [name: string, value: string])[];
  body: string;
}

/** A request of a script, or several of one transaction. */
export interface Step {
  title: string;
  name: string;
  requests: HttpRequest[];
  batch: boolean;
  follow: boolean; // page after page
  expects: string; // a status or a code of an error that the script expects, "" if none
  left: number; // further rounds of a loop, which are not written
  meta: string[]; // keys of metadata that change what is sent, and have no counterpart
}

const ROUNDS = 100; // of a loop that are written
const MOST = 10_000; // steps, after which one round of each further loop is written: a script may come with a link
const METHODS = /^(GET|POST|PUT|PATCH|MERGE|DELETE|HEAD|OPTIONS)\s+(\S.*)$/s;
const HARMLESS = new Set([
  "name",
  "title",
  "client",
  "batch",
  "follow",
  "loop",
  "sleep",
  "disabled",
  "as",
  "hint",
  "note",
]);
const REFUSALS = /^(?:status\s*==\s*([45]\d\d)|error\s*==\s*(\w+))/;

interface Block {
  title: string;
  meta: Map<string, string>;
  lines: string[]; // of the request
  expects: string;
}

/** Reads a script; rounds of loops are written one by one. */
export function stepsOf(text: string, now: number): Step[] {
  const fill = filler(text, now);
  const steps: Step[] = [];
  let last = ""; // batch of the block before
  for (const block of blocksOf(text)) {
    if (!block.lines.length || block.meta.has("disabled")) continue;
    const batch = block.meta.get("batch") ?? "";
    const before = steps.at(-1);
    const rounds = roundsOf(block);
    const written = Math.min(rounds, ROUNDS, Math.max(1, MOST - steps.length));
    for (let index = 0; index < written; index++) {
      fill.sleep(Number(block.meta.get("sleep")) || 0);
      const request = requestOf(block.lines, fill, index);
      if (batch && index === 0 && before?.batch && last === batch) join(before, request, block);
      else steps.push(stepOf(block, request, index, rounds));
      if (index === written - 1 && rounds > written) leave(steps, rounds - written);
    }
    last = batch;
  }
  return steps;
}

/** The last step stands for so many more rounds. */
function leave(steps: readonly Step[], rounds: number): void {
  const last = steps.at(-1);
  if (last) last.left = rounds;
}

function join(step: Step, request: HttpRequest, block: Block): void {
  step.requests.push(request);
  step.expects ||= block.expects;
}

function stepOf(block: Block, request: HttpRequest, index: number, rounds: number): Step {
  const { meta } = block;
  return {
    title: rounds > 1 ? `${block.title} ${index + 1}`.trim() : block.title,
    name: meta.get("name") ?? "",
    requests: [request],
    batch: meta.has("batch"),
    follow: meta.has("follow"),
    expects: block.expects,
    left: 0,
    meta: [...meta.keys()].filter((key) => !HARMLESS.has(key)),
  };
}

function roundsOf(block: Block): number {
  const [, n] = /^for\s+(\d+)/.exec(block.meta.get("loop") ?? "") ?? [];
  return n ? Number(n) : 1;
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [{ title: "", meta: new Map(), lines: [], expects: "" }];
  for (const line of text.split("\n")) {
    const block = blocks[blocks.length - 1] as Block;
    const title = /^###+\s*(.*)$/s.exec(line);
    if (title) blocks.push({ title: title[1] ?? "", meta: new Map(), lines: [], expects: "" });
    else take(line, block);
  }
  return blocks;
}

function take(line: string, block: Block): void {
  const [, meta, value] = /^\s*(?:#|\/\/)\s*@(\w+)\s*(.*)$/s.exec(line) ?? [];
  const [, assertion] = /^\s*(?:(?:#|\/\/)\s*)?\?\?\s+(.*)$/s.exec(line) ?? [];
  if (meta) block.meta.set(meta, value?.trim() ?? "");
  else if (assertion) block.expects ||= REFUSALS.exec(assertion)?.slice(1).find(Boolean) ?? "";
  else if (/^\s*(#|\/\/)/.test(line)) return;
  else if (block.lines.length || (line.trim() && !/^@\w+\s*=/.test(line))) block.lines.push(line);
}

function requestOf(lines: readonly string[], fill: Fill, index: number): HttpRequest {
  const end = lines.findIndex((line) => !line.trim());
  const [first = "", ...rest] = end < 0 ? lines : lines.slice(0, end);
  const more = rest.findIndex((line) => !/^\s*[?&]/.test(line));
  const query = (more < 0 ? rest : rest.slice(0, more)).map((line) => line.trim()).join("");
  const [, method = "GET", target = first] = METHODS.exec(first.trim()) ?? [];
  const url = target.replace(/(?<!\s)\s+HTTP\/[\d.]+$/, "") + query;
  return {
    method,
    url: fill.text(url.startsWith("/") ? `{{table}}${url}` : url, index),
    headers: (more < 0 ? [] : rest.slice(more)).map((line) => headerOf(fill.text(line, index))),
    body:
      end < 0
        ? ""
        : fill.text(
            lines
              .slice(end + 1)
              .join("\n")
              .trim(),
            index,
          ),
  };
}

/** Name and value of a line of the head. */
export function headerOf(line: string): [string, string] {
  const at = line.indexOf(":");
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}
