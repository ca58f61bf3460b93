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

/** What is no prose: front matter, blocks of code, code in a line, and addresses of links. */
const NO_PROSE = [
  /^---\n[\s\S]*?\n---\n/g,
  /^```[\s\S]*?^```/gm,
  /(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g,
  /(?<=\])\([^)\s]*\)/g,
  /https?:\S+/g,
];

/**
 * Returns what is wrong with a text in Markdown: the line, the rule and the message. A line that begins with a
 * lowercase letter goes on with the sentence of the line above it.
 */
export function faults(rules, text) {
  const blank = (part) => part.replace(/[^\n]/g, "\u00b7");
  const prose = NO_PROSE.reduce((t, pattern) => t.replace(pattern, blank), text);
  const line = (at) => text.slice(0, at).split("\n").length;
  return [...prose.replace(/\n(?=[a-z])/g, " ").matchAll(/.+/g)].flatMap((part) =>
    rules.flatMap(({ name, pattern, instead, say }) =>
      [...part[0].matchAll(pattern)]
        .filter(([found]) => found !== instead)
        .map((m) => `${line(part.index + m.index)}: ${name}: ${say(m[0])}`),
    ),
  );
}
