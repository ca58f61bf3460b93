// Scripts of people who mean harm, written for others to run: what a script says stays data in each language. curl
// reads files, so there the words of its commands are looked at: no option, no file and no command comes from the
// script.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGUAGES, type Language, scriptAs } from "./copy-as.ts";

const VALUES = [
  "@/etc/evil",
  "name@/etc/evil",
  "-o/tmp/evil",
  "--config /tmp/evil",
  "< /etc/evil",
  "<@ /etc/evil",
  "> /tmp/evil",
  "file:///etc/evil",
  "http://evil.example/",
  ".evil.example/x",
  "@evil.example/x",
  ":80@evil.example/x",
  "_x@/etc/evil",
  "[evil]",
  "{evil,b}[1-9]",
  "$(touch evil)`touch evil`",
  "; touch evil & x | x > evil",
  "' ; touch evil ; '",
  '" ; touch evil ; "',
  "!evil !! !$",
  "evil\\",
  "#evil",
  "=evil",
  "*/ evil // # -- \u202e\ufeff",
  "\u0000\u001b]0;evil\u0007",
  "evil\u2028evil()",
  "{{read.response.headers.Location}}evil",
  "{{read.response.body.v}}@/etc/evil",
];

const json = JSON.stringify;
const TYPES = ["String", "Int32", "Int64", "Double", "Boolean", "DateTime", "Guid", "Binary"];
const everyType = (v: string) =>
  // biome-ignore format: a property and its type
  Object.fromEntries(TYPES.flatMap((type): [string, string][] => [[type, v], [`${type}@odata.type`, `Edm.${type}`]]));

/** Where a value can be in a script. */
const PLACES: Record<string, (value: string) => string> = {
  "a title": (v) => `### ${v}\nGET {{table}}/Orders()`,
  "a word of ours": (v) => `###\n# @${v} x\nGET {{table}}/Orders()`,
  "a variable": (v) => `@v = ${v}\n###\nPOST {{table}}/Orders\nX-A: {{v}}\n\n{{v}}`,
  "an address": (v) => `###\nGET ${v}`,
  "an address to be written to": (v) => `###\nPOST ${v}\n\n{}`,
  "what follows the account": (v) => `###\nGET {{table}}${v}`,
  "what follows the account in a transaction": (v) => `###\n# @batch b\nDELETE {{table}}${v}\nIf-Match: *`,
  "a path": (v) => `###\nGET {{table}}/Orders${v}`,
  "a key": (v) => `###\nGET {{table}}/Orders(PartitionKey='${v}',RowKey='${v}')`,
  "an option without a value": (v) => `###\nGET {{table}}/Orders()?${v}`,
  "a further option without a value": (v) => `###\nGET {{table}}/Orders()?$top=1&$x${v}`,
  "a filter": (v) => `###\nGET {{table}}/Orders()?$filter=${v}`,
  "a filter page after page": (v) => `###\n# @follow\nGET {{table}}/Orders()?$filter=${v}`,
  "the name of a header": (v) => `###\nGET {{table}}/Orders()\n${v}: x`,
  "a header without a colon": (v) => `###\nGET {{table}}/Orders()\n${v}`,
  "the value of a header": (v) => `###\nGET {{table}}/Orders()\nX-A: ${v}`,
  "a version": (v) => `###\nPUT {{table}}/Orders(PartitionKey='a',RowKey='b')\nIf-Match: ${v}\n\n{}`,
  "a body": (v) => `###\nPOST https://evil.example/x\n\n${v}`,
  "a body in a transaction": (v) => `###\n# @batch b\nPUT {{table}}/Orders(PartitionKey='a',RowKey='b')\n\n${v}`,
  "a property": (v) => `###\nPOST {{table}}/Orders\n\n${json({ PartitionKey: v, RowKey: "b", [v]: v })}`,
  "a property of every type": (v) =>
    `###\nPOST {{table}}/Orders\n\n${json({ PartitionKey: "a", RowKey: "b", ...everyType(v) })}`,
};

const READ = "###\n# @name read\nGET {{table}}/Orders(PartitionKey='a',RowKey='b')\n\n"; // an answer that is used later

for (const [place, script] of Object.entries(PLACES)) {
  test(`${place} gives curl no file, no option and no other host`, () => {
    for (const value of VALUES)
      for (const command of commandsOf(scriptAs("curl", READ + script(value), 0))) assertHarmless(command, value);
  });

  test(`${place} becomes code in no language`, () => {
    for (const language of Object.keys(LANGUAGES) as Language[]) {
      if (language === "curl") continue;
      for (const value of VALUES) {
        const code = codeIn(scriptAs(language, READ + script(value), 0), language);
        assert.equal(/evil|touch|["'`]/.test(code), false, `${language}, ${value}: ${code}`);
      }
    }
  });
}

test("no request has the name of a variable that a shell or curl obeys", () => {
  for (const name of ["path", "PATH", "http_proxy", "all_proxy", "histchars"]) {
    const later = `###\nGET {{table}}/Tables\nX-A: {{${name}.response.headers.ETag}}`;
    const script = `###\n# @name ${name}\nGET {{table}}/Tables\n\n${later}`;
    const variables = commandsOf(scriptAs("curl", script, 0)).flatMap((c) => /^(\w+)=\$$/.exec(c[0] ?? "")?.[1] ?? []);
    assert.deepEqual(variables, [`${name.toLowerCase()}2`]);
  }
});

test("what is pasted into a shell that knows no comments does nothing either", () => {
  for (const value of VALUES) {
    const comments = scriptAs("curl", `### ${value}\nGET {{table}}/Tables`, 0).match(/^#.*$/gm) ?? [];
    for (const line of comments)
      // biome-ignore format: one call
      assert.deepEqual(commandsOf(line.replace("#", "comment")).map(([head]) => head), ["comment"], line);
  }
});

/** Programs and words of bash that begin our commands, and settings. */
const PROGRAM = /^(?:curl|echo|printf|tr|grep|head|cut|tail|header|member|while|do|done|do:|read|case|esac)$/;
const SETTING = /^(?:\{|\}|\[|next\+?=|IFS=: |[a-z_]\w*=.*|\[xX\].*|--data-urlencode|<|)$/;

/** The options of curl that are written, and what their values are. */
const OPTIONS = new Map<string, RegExp | null>([
  ["--silent", null],
  ["--show-error", null],
  ["--include", null],
  ["--get", null],
  ["--globoff", null],
  ["--request", /^[A-Z]+$/],
  ["--url", /^(?:\$tables(?:[/?]|\$sas|$)|https?:\/\/|\{\{)/], // never a part of the host of the reader's tables
  ["--data-urlencode", /=/],
  ["--header", /^[\w-]+:/],
  ["--data-raw", /(?:)/],
  ["--data-binary", /^@-$/], // the transaction that printf has written
]);

const FURTHER = `\${next[@]+\${next[@]}}`; // the tokens of page after page

function assertHarmless([head = "", ...words]: readonly string[], value: string): void {
  assert.equal(PROGRAM.test(head) || SETTING.test(head), true, `${value}: ${head}`);
  if (head !== "curl") return;
  for (let i = 0; i < words.length; i++) {
    const option = words[i] ?? "";
    if (option === FURTHER) continue;
    const form = OPTIONS.get(option);
    assert.equal(form !== undefined, true, `${value}: ${option}`);
    if (form) assert.equal(form.test(words[++i] ?? ""), true, `${value}: ${option} ${words[i]}`);
  }
}

const SUBSTITUTION = /\$\((?:"[^"]*"|[^()"])*\)/.source;
const PIECE = new RegExp(
  [
    /(?<space>(?:[ \t]|\\\n)+)/.source,
    /(?<end>[;\n|&()]+)/.source,
    /'(?<single>[^']*)'/.source,
    `"(?<double>(?:${SUBSTITUTION}|\\\\[\\s\\S]|[^"\\\\])*)"`,
    /\\(?<escaped>[\s\S])/.source,
    /(?<bare>[^\s'"\\;|&()]+)/.source,
  ].join("|"),
  "y",
);

/** The words of commands of bash. Substitutions in double quotes stay as they are written, others are commands as
 * well. */
function commandsOf(text: string): string[][] {
  const commands: string[][] = [[]];
  let word: string | null = null;
  const endWord = () => {
    if (word !== null) commands.at(-1)?.push(word);
    word = null;
  };
  for (PIECE.lastIndex = 0; PIECE.lastIndex < text.length; ) {
    const [at, rest] = [PIECE.lastIndex, text.slice(PIECE.lastIndex)];
    const comment = word === null ? /^#[^\n]*/.exec(rest) : null;
    const found = PIECE.exec(text)?.groups;
    if (comment) PIECE.lastIndex = at + comment[0].length;
    else if (!found) throw new Error(`a quote is never closed: ${rest}`);
    else if (found.space ?? found.end) endWord();
    else word = (word ?? "") + (found.single ?? found.escaped ?? found.bare ?? unescaped(found.double ?? ""));
    if (!comment && found?.end) commands.push([]);
  }
  endWord();
  return commands.filter((c) => c.length);
}

const unescaped = (text: string): string => text.replaceAll(/\\([\\"$`\n])/g, "$1");

/** A program without its strings and comments. */
function codeIn(program: string, language: Language): string {
  const comment = language === "python" ? "#" : "//";
  const skipped = new RegExp(
    `"(?:[^"\\\\\\n\\r\\u2028\\u2029\\u0085]|\\\\.)*"|${comment}[^\\n\\r\\u2028\\u2029\\u0085]*|/\\*.*?\\*/`,
    "g",
  );
  return program.replaceAll(skipped, " ");
}
