// Links of people who mean harm: each is refused with its reason, or is text, and takes time in proportion to its
// length.
import assert from "node:assert/strict";
import { test } from "node:test";
import { atOnce } from "../ui/at-once.ts";
import { scriptAs } from "./copy/copy-as.ts";
import { setupOf, tablesOf } from "./data.ts";
import { BrokenLink, pack, readShared, type Shared, unpack } from "./link.ts";
import { masked, secretsOf } from "./secrets.ts";
import { summaryOf } from "./summary.ts";

const LONG = 1_000_000; // characters; what grows with the square of them would take minutes

const script = { name: "x", text: "### x\nGET {{table}}/Tables\n" };
const linkOf = (x: unknown): Promise<string> => pack(x as Shared);
const rowOf = (members: string): string => `{"table":"Orders","entity":{"PartitionKey":"a","RowKey":"b"${members}}}`;

// ---- links that are refused ----

const refused: [string, unknown, BrokenLink["reason"]][] = [
  ["a text", "x", "content"],
  ["a number", 1, "content"],
  ["a boolean", true, "content"],
  ["scripts that are a text", { scripts: "x" }, "content"],
  ["scripts that are an object with a length", { scripts: { length: 1, 0: script } }, "content"],
  ["a script that is null", { scripts: [null] }, "content"],
  ["a script that is a list", { scripts: [["x", "y"]] }, "content"],
  ["a script whose text is a list", { scripts: [{ name: "x", text: ["GET"] }] }, "content"],
  ["a script whose name is an object with toString", { scripts: [{ name: { toString: "x" }, text: "" }] }, "content"],
  ["a good script and a bad one", { scripts: [script, {}] }, "content"],
  ["settings that are a text", { scripts: [script], settings: "x" }, "content"],
  ["data that are a list", { scripts: [script], data: [] }, "content"],
  ["scripts of more than 2 MB", { scripts: Array(3).fill({ name: "x", text: "x".repeat(700_000) }) }, "large"],
  ["data of more than 8 MB", { scripts: [script], data: "x".repeat(8_000_001) }, "large"],
];
for (const [what, content, reason] of refused) {
  atOnce(`a link of ${what} is refused`, async () => {
    await assert.rejects(unpack(await linkOf(content)), (e) => e instanceof BrokenLink && e.reason === reason);
  });
}

const damaged: [string, string][] = [
  ["standard base64", "#v1=a+b/"],
  ["padding", "#v1=AAA="],
  ["an impossible length", "#v1=AAAAA"],
  ["spaces", "#v1=AA AA"],
  ["percent escapes", "#v1=%41%41"],
  ["another fragment behind", "#v1=AAAA#v1=AAAA"],
  ["text with zeros", "#v1=AA\u0000AA"],
];
for (const [what, hash] of damaged) {
  test(`an address with ${what} is damaged`, async () => {
    await assert.rejects(unpack(hash), (e) => e instanceof BrokenLink && e.reason === "damaged");
  });
}
for (const version of ["#v0=AAAA", "#v01=AAAA", "#v11=AAAA", "#v1", "#V1=AAAA", ""]) {
  test(`an address ${JSON.stringify(version)} is of no version that is known`, async () => {
    await assert.rejects(unpack(version), (e) => e instanceof BrokenLink && e.reason === "version");
  });
}

const files: [string, string, BrokenLink["reason"]][] = [
  ["of a later version", '{"rowkey":2,"scripts":[]}', "version"],
  ["whose version is a text", '{"rowkey":"1","scripts":[]}', "version"],
  ["that is cut", '{"rowkey":1,"scripts":[{"name":"x","te', "damaged"],
  ["with a comment", '{"rowkey":1,/* x */"scripts":[]}', "damaged"],
  ["without scripts", '{"rowkey":1}', "content"],
  ["nested without end", `{"rowkey":1,"scripts":${"[".repeat(100_000)}`, "damaged"],
  ["larger than any", `{"rowkey":1,"x":"${"x".repeat(8_000_000)}"}`, "large"],
];
for (const [what, text, reason] of files) {
  test(`a shared file ${what} is refused`, () => {
    assert.throws(
      () => readShared(text),
      (e) => e instanceof BrokenLink && e.reason === reason,
    );
  });
}

const rows: [string, string][] = [
  ["numbers without end", rowOf(`,"n":${"1".repeat(10)}`).slice(0, -1)],
  ["text behind the object", `${rowOf("")} x`],
  ["two objects in a line", `${rowOf("")}${rowOf("")}`],
  ["a key that is null", '{"table":"Orders","entity":{"PartitionKey":null,"RowKey":"b"}}'],
  ["a table with letters of another script", '{"table":"Оrders"}'],
  ["a table of two letters", '{"table":"ab"}'],
  ["a table of 64 letters", `{"table":"${"a".repeat(64)}"}`],
  ["a table that begins with a digit", '{"table":"1abc"}'],
  ["a list in a property", rowOf(',"l":[1]')],
  ["single quotes", "{'table':'Orders'}"],
  ["an entity before its table", '{"entity":{},"table":"Orders"}'],
  ["a second entity", `${rowOf("").slice(0, -1)},"entity":{}}`],
];
for (const [what, line] of rows) {
  test(`rows with ${what} are refused`, () => {
    assert.throws(
      () => tablesOf(line),
      (e) => e instanceof BrokenLink && e.reason === "content",
    );
  });
}

// ---- long texts that make slow programs slow ----

const many = (text: string): string => text.repeat(Math.ceil(LONG / text.length));
const slow: [string, () => unknown][] = [
  ["signatures without number are masked", () => masked(many(" Bearer aaaaaaaaaaaaaaaaaaaaaa\n"))],
  ["signatures without number are listed", () => secretsOf(many(" Bearer aaaaaaaaaaaaaaaaaaaaaa\n"))],
  ["signatures that never end are masked", () => masked(many("SharedKey a"))],
  ["loops without number are summed up", () => summaryOf(many("###\n# @loop for 100\nGET /x\n"))],
  ["requests of spaces are summed up", () => summaryOf(`### x\nGET ${many(" ")}\n`)],
  ["a variable of spaces is summed up", () => summaryOf(`### x\nGET /{{${many(" ")}x\n`)],
  ["variables of a million characters are summed up", () => summaryOf(`@a = ${many("x")}\nGET /${many("{{a}}")}\n`)],
  ["a product of a million digits is summed up", () => summaryOf(`GET /{{$mul ${many("9")} ${many("9")}}}\n`)],
  ["a row with a long text becomes a setup", () => setupOf(tablesOf(rowOf(`,"t":"${many("x")}"`)))],
  ["a row of escapes becomes a setup", () => setupOf(tablesOf(rowOf(`,"t":"${many("\\n")}"`)))],
  ["a body that is nested is summed up", () => summaryOf(`POST {{table}}/Tables\n\n${many("[")}\n`)],
];
for (const [what, work] of slow) atOnce(`${what} at once`, () => void work());

atOnce("loops without number are counted to the last round", () => {
  const { requests } = summaryOf("###\n# @loop for 5000\nGET /x\n".repeat(3000));
  assert.equal(requests, 15_000_000);
});

// ---- texts that could break what is written of them ----

const odd = [
  ["half a character", "@a = \ud800\nGET {{table}}/{{%a}}\n"],
  ["a moment beyond time", "# @sleep 1e999\nGET {{table}}/{{$ticks}}\n\n### y\nGET {{table}}/{{$invertedTicks}}\n"],
  ["a moment before time", "# @sleep -1e999\nGET {{table}}/{{$ticks}}\n"],
  ["a division by nothing", "GET {{table}}/{{$div 1 0}}{{$mod 1 0}}\n"],
  ["a pick of nothing", "GET {{table}}/{{$pick 1}}{{$pick x y}}\n"],
  ["names of every object", "@__proto__ = x\nGET {{table}}/{{__proto__}}{{constructor}}{{$constructor}}\n"],
  ["a variable of itself", "@a = {{a}}\nGET {{table}}/{{a}}\n"],
  ["escapes of nothing", "GET {{table}}/%zz('%')\n"],
  ["a loop of no rounds", "# @loop for 0\nGET {{table}}/Tables\n"],
  ["control characters", "GET {{table}}/\u0000\u001b[31m\u202e\n\u0007: \u0000\n\n\u0000"],
] as const;
for (const [what, text] of odd) {
  test(`a script with ${what} is summed up, and written as code`, () => {
    assert.equal(summaryOf(text).requests, text.includes("### y") ? 2 : text.includes("for 0") ? 0 : 1);
    for (const language of ["curl", "js", "go", "csharp", "python"] as const)
      assert.equal(scriptAs(language, text, 0).length > 0, true);
  });
}
