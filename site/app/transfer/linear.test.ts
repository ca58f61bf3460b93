// Files of any shape are read in work proportional to their length.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fits, TYPES, typeNamed } from "../engine/edm.ts";
import { momentOf } from "../engine/moment.ts";
import { notLinear } from "../ui/linear.ts";
import { assign, proposeColumns } from "./columns.ts";
import { csvLine, readCsv, separatorOf } from "./csv.ts";
import { utf8Text } from "./file-text.ts";
import { CHOICES, planImport } from "./import-plan.ts";
import { readTable } from "./read-table.ts";

/** Reads a file to the plan of its import, as the dialog does. */
function plan(text: string): void {
  const file = readTable(text);
  const columns = proposeColumns(file);
  const [first] = columns;
  if (first) assign(columns, first, "row");
  planImport(file, columns, CHOICES);
}

/** All that reads what stands in a file, with what the signs may be inside of. */
const readers: [string, (text: string) => unknown, [string, string][]][] = [
  ["separatorOf", separatorOf, [["a,", "\n1"]]],
  [
    "readCsv",
    (s) => [...readCsv(s)],
    [
      ["a,b\n", ""],
      ['a,b\n1,"', '"\n'],
    ],
  ],
  ["csvLine", (s) => csvLine([s, s]), []],
  ["utf8Text", (s) => utf8Text(new TextEncoder().encode(s)), []],
  [
    "readTable",
    readTable,
    [
      ["a,a@type\n", ""],
      ['[{"a":', "}]"],
      ['{"a":1}\n{"b":"', '"}'],
      ['{"value":[', "]}"],
    ],
  ],
  [
    "the plan of an import",
    plan,
    [
      ["a,b\n", ""],
      ["a,b\n1,", "\n"],
      ['{"a":1}\n', ""],
    ],
  ],
  [
    "fits",
    (s) => TYPES.map((type) => fits(s, type)),
    [
      ["2026-01-05T08:00:00.", "Z"],
      ["-", ""],
    ],
  ],
  ["momentOf", momentOf, [["2026-01-05T08:00:00.", "Z"]]],
  ["typeNamed", typeNamed, [["Edm.", ""]]],
];

for (const [name, read, around] of readers)
  test(`${name} takes linear work`, async () => assert.deepEqual(await notLinear(read, around), []));
