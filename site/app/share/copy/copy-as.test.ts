import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGUAGES, type Language, scriptAs, sentAs } from "./copy-as.ts";

const NOW = Date.UTC(2026, 10, 23);
const languages = Object.keys(LANGUAGES) as Language[];

const SENT = {
  method: "GET",
  url: "http://127.0.0.1:10002/devstoreaccount1/Orders()?$filter=PartitionKey%20eq%20'a'",
  headers: [["x-ms-version", "2019-02-02"] as const, ["Accept", "application/json"] as const],
  body: "",
};

test("a request that was sent becomes a call to the reader's account", () => {
  const code = sentAs("js", "Those of a", SENT);
  assert.match(
    code,
    /\/\/ Those of a\nfor await .*orders\.listEntities\(\{\n {2}queryOptions: \{ filter: "PartitionKey eq 'a'" \}/,
  );
  assert.match(
    sentAs("curl", "", SENT),
    /"\$tables\/Orders\(\)\$sas" \\\n {2}--data-urlencode "\\\$filter=PartitionKey eq 'a'"/,
  );
});

test("a transaction that was sent is taken apart", () => {
  const body = [
    "--batch_1",
    "Content-Type: multipart/mixed; boundary=changeset_1",
    "",
    "--changeset_1",
    "Content-Type: application/http",
    "",
    "POST http://127.0.0.1:10002/devstoreaccount1/Orders HTTP/1.1",
    "Content-Type: application/json",
    "",
    '{"PartitionKey":"a","RowKey":"1"}',
    "--changeset_1",
    "Content-Type: application/http",
    "",
    "DELETE http://127.0.0.1:10002/devstoreaccount1/Orders(PartitionKey='a',RowKey='2') HTTP/1.1",
    "If-Match: *",
    "",
    "",
    "--changeset_1--",
    "--batch_1--",
  ].join("\r\n");
  const url = "http://127.0.0.1:10002/devstoreaccount1/$batch";
  const code = sentAs("js", "", { method: "POST", url, headers: [], body });
  const actions = [
    '  ["create", { partitionKey: "a", rowKey: "1" }],',
    '  ["delete", { partitionKey: "a", rowKey: "2" }],',
  ];
  assert.equal(code.includes(`submitTransaction([\n${actions.join("\n")}\n])`), true, code);
});

const HOSTILE = [
  '"); process.exit(1); ("',
  "'; rm -rf ~; echo '",
  "$(touch /tmp/x)`touch /tmp/x`",
  `\${process.env.HOME}`,
  "*/ alert(1) /*",
  "\\",
  "a\u2028alert(1)\u2029",
  "{x}{0}%s%(a)s",
  "\u202egnp.exe",
];
for (const text of HOSTILE)
  test(`a value ${JSON.stringify(text)} stays a value in every language`, () => {
    const body = JSON.stringify({ PartitionKey: text, RowKey: "1", [text]: text });
    const script = `### ${text}\nPOST {{table}}/Orders\n\n${body}\n`;
    const js = scriptAs("js", script, NOW)
      .replace(/^import.*$/m, "")
      .replace(/^(?:const|if \(!connection\)) .*$/gm, "");
    const got: unknown[] = [];
    const orders = { createEntity: (e: unknown) => got.push(e) };
    new Function("orders", js.replaceAll("await ", ""))(orders);
    assert.deepEqual(got, [{ partitionKey: text, rowKey: "1", [text]: text }]);
    for (const language of languages) {
      const code = scriptAs(language, script, NOW);
      const lines = code.split(language === "curl" ? "\n" : /\r\n|[\n\r\u2028\u2029\u0085]/).length;
      const plain = scriptAs(
        language,
        script.replaceAll(JSON.stringify(text).slice(1, -1), "x").replace(text, "x"),
        NOW,
      );
      assert.equal(lines, plain.split("\n").length, language); // no comment ends early
      assert.equal(language !== "curl" && /[\u202a-\u202e\u2066-\u2069]/.test(code), false);
    }
  });

test("names of tables and requests become names that a language allows", () => {
  const row = "{{table}}/await(PartitionKey='a',RowKey='b')";
  const script = `### a
# @name class
GET ${row}

###
PATCH ${row}
If-Match: {{class.response.headers.ETag}}

{}
`;
  assert.match(scriptAs("js", script, NOW), /const class2 = await await2\.getEntity/);
  assert.match(scriptAs("python", script, NOW), /class2 = await2\.get_entity/);
});

test("a text without requests is a program without calls", () => {
  for (const language of languages) assert.equal(scriptAs(language, "# nothing", NOW).length < 900, true, language);
});

test("a script that repeats without end stays short", () => {
  const variables = "@a = {{b}}{{b}}\n@b = {{a}}{{a}}\n";
  const script = `${variables}### x\n# @loop for 1000000000\nGET {{table}}/Orders()?$filter=a eq '{{a}}'\n`;
  assert.equal(scriptAs("js", script, NOW).length < 30_000_000, true);
});
