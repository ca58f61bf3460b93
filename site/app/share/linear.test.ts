// Links of any shape are read in work proportional to their length: they come from anybody.
import assert from "node:assert/strict";
import { test } from "node:test";
import { notLinear } from "../ui/linear.ts";
import { membersOf } from "./copy/operation.ts";
import { stepsOf } from "./copy/requests.ts";
import { rowOf, setupOf, tablesOf } from "./data.ts";
import { carries, isShared, oneLine, pack, readShared, unpack } from "./link.ts";
import { masked, secretsOf } from "./secrets.ts";
import { summaryOf } from "./summary.ts";

const inScript: [string, string][] = [
  ["### a\n", ""],
  ["GET {{table}}/Orders()?$filter=", "\n"],
  ["POST {{table}}/Orders\nContent-Type: application/json\n\n", "\n"],
  ["# @", "\n"],
];

/** All that reads what stands in a link or in a shared file, with what the signs may be inside of. */
const readers: [string, (text: string) => unknown, [string, string][]][] = [
  ["carries", carries, [["#v1=", ""]]],
  ["unpack", unpack, [["#v1=", ""]]],
  ["what was packed", async (s) => unpack(await pack({ scripts: [{ name: s, text: s }], data: s })), []],
  ["isShared", isShared, []],
  [
    "readShared",
    readShared,
    [
      ['{"rowkey":1,"scripts":[', "]}"],
      ['{"rowkey":1,"scripts":[{"name":"a","text":"', '"}]}'],
    ],
  ],
  ["oneLine", oneLine, []],
  [
    "tablesOf",
    (s) => setupOf(tablesOf(s)),
    [
      ['{"table":"abc","entity":{"a":"', '"}}\n'],
      ['{"table":"abc","entity":{', "}}x"],
    ],
  ],
  [
    "rowOf",
    rowOf,
    [
      ['{"PartitionKey":"a","RowKey":"b","c":', "}"],
      ["{", '"z":1}'],
    ],
  ],
  [
    "membersOf",
    membersOf,
    [
      ['{"a":', "}"],
      ["{", '"z":1}'],
    ],
  ],
  [
    "secretsOf",
    secretsOf,
    [
      ["?sig=", ""],
      ["AccountKey=", "=="],
    ],
  ],
  ["masked", masked, [["?sig=", ""]]],
  ["stepsOf", (s) => stepsOf(s, 0), inScript],
  ["summaryOf", summaryOf, inScript],
];

for (const [name, read, around] of readers)
  test(`${name} takes linear work`, async () => assert.deepEqual(await notLinear(read, around), []));
