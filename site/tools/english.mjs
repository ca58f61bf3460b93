// The house rules of the prose, as the files in vale/Rowkey have them for vale (https://vale.sh), and what a text says
// against them. Vale is for editors: to compile it takes longer than all that it reads here.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Reads the rules: each has a pattern, and the message of its file. */
export function rules(dir) {
  return readdirSync(dir)
    .filter((name) => name.endsWith(".yml"))
    .flatMap((name) => rulesOf(name.replace(".yml", ""), readFileSync(join(dir, name), "utf8")));
}

/** Reads a file of vale: a token or a swap is a line, whose pattern is in single quotes. */
function rulesOf(name, text) {
  const flags = /^ignorecase: true$/m.test(text) ? "gi" : "g";
  const message = /^message: "(.*)"$/m.exec(text)[1];
  return [...text.matchAll(/^ {2}(?:- )?'(.*?)'(?:: (.*))?$/gm)].map(([, pattern, instead]) => ({
    name,
    instead,
    pattern: new RegExp(`\\b(?:${pattern})${/[.\s]$/.test(pattern) ? "" : "\\b"}`, flags),
    say: (found) =>
      [...(instead ? [instead] : []), found].reduce((m, word) => m.replace("%s", word), message).replace("%%", "%"),
  }));
}

/** What is no prose in any text: blocks of code, code in a line, addresses of links, and names of scripts. */
const NO_PROSE = [
  /^```[\s\S]*?^```/gm,
  /(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g,
  /(?<=\])\([^)\s]*\)/g,
  /https?:\S+|\S+\.http\b/g,
];

/** The keys of front matter, and what in it are words of others: titles of documents, and what readers search for. */
const FRONT = /^(?:sources|covers):(?:\n .*|.*)*|^ *(?:- )?(?:words: .*|\w+:)/gm;

/** Keys of JSON, and codes of messages. */
const KEYS = /^\s*"[^"]*":|^[\w-]+:/gm;

/** Comments and literals of Go. */
const GO = /\/\/.*|'(?:[^'\\\n]|\\.)'|`[^`]*`|"(?:[^"\\\n]|\\.)*"/g;

const blank = (part) => part.replace(/[^\n]/g, "\u00b7");

/** Leaves what people read of a text of some kind, each part where it was. */
const READ = {
  md: (text) => text.replace(/^---\n([\s\S]*?\n)---\n/, (front) => front.replace(FRONT, blank)),
  json: (text) => text.replace(KEYS, blank),
  txt: (text) => text.replace(KEYS, blank),
  go: (text) => {
    let read = "";
    let at = 0;
    for (const { 0: part, index } of text.matchAll(GO)) {
      const prose = /^["`]/.test(part) && / /.test(part) ? ` ${part.slice(1, -1).replace(/\\n/g, "  ")} ` : blank(part);
      read += blank(text.slice(at, index)) + prose;
      at = index + part.length;
    }
    return read;
  },
};

/**
 * Returns what is wrong with a text in Markdown, JSON or Go, or of messages: the line, the rule and the message. A line
 * that begins with a lowercase letter goes on with the sentence of the line above it.
 */
export function faults(rules, text, kind = "md") {
  const read = READ[kind](text);
  const prose = NO_PROSE.reduce((t, pattern) => t.replace(pattern, blank), read);
  const line = (at) => text.slice(0, at).split("\n").length;
  return [...prose.replace(/\n(?=[a-z])/g, " ").matchAll(/.+/g)].flatMap((part) =>
    rules.flatMap(({ name, pattern, instead, say }) =>
      [...part[0].matchAll(pattern)]
        .filter(([found]) => found !== instead)
        .map((m) => `${line(part.index + m.index)}: ${name}: ${say(m[0])}`),
    ),
  );
}
