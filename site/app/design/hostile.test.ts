// What strangers put into sheets, links and names.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Comparison } from "../engine/types.ts";
import { BrokenLink, packText } from "../share/packed.ts";
import { review } from "./review.ts";
import { questionClauses } from "./sheet/clauses.ts";
import { draftOf } from "./sheet/draft.ts";
import { textOf } from "./sheet/draft-text.ts";
import { sentenceOf } from "./sheet/messages.ts";
import { problemOf } from "./sheet/problems.ts";
import { linkedSheet } from "./sheet/sheet-link.ts";

const TEXTS = [
  "",
  "\u0000\u202e# @sheet x",
  "# @sheet",
  "# @sheet ,,,,;;;",
  "# @entity constructor, __proto__ of hasOwnProperty, largest, kept, grows",
  "# @attribute ..., text\n# @attribute nobody.a, int",
  "# @ask , , ;;; , by by by",
  "# @do\n# @together\n# @keys | | | |",
  `# @sheet ${"a,".repeat(20_000)}`,
  "### x\n".repeat(2000),
];

for (const text of TEXTS) {
  test(`a form is made of ${JSON.stringify(text.slice(0, 40))}, and a text of it that stays as it is`, () => {
    const once = textOf(draftOf(text));
    assert.equal(textOf(draftOf(once)), once);
  });
}

const SIGNS = [
  "a(",
  "[",
  "\\",
  "*+?",
  "a|b",
  "(".repeat(400),
  "(".repeat(40_000),
  "{[(,".repeat(9000),
  "' and ".repeat(9000),
];

for (const sign of SIGNS)
  test(`${JSON.stringify(sign.slice(0, 12))} in every field has an answer`, () => {
    const draft = draftOf(`# @entity user, 5\n# @entity post, 5 of user\n# @attribute post.at, time
# @ask q, 5/s, post by user\n# @do w, 5/s, update post\n# @together t, insert post`);
    const { kinds, asks, does, together, settings } = draft;
    const lists = { entities: kinds, asks, does, together };
    const attributes = kinds.flatMap((k) => k.attributes);
    for (const entry of [...Object.values(lists).flat(), ...attributes, settings])
      for (const [field, value] of Object.entries(entry))
        if (typeof value === "string" && field !== "kind") Object.assign(entry, { [field]: sign });
    for (const a of attributes) a.type = "time";
    questionClauses(draft, sign);
    for (const a of attributes) a.type = sign;
    const paths = ["", "/entities/1", "/entities/1/attributes/0", "/asks/0", "/does/0", "/together/0"];
    const codes = [
      "unknownWord",
      "cannot",
      "badNumber",
      "badRate",
      "badTime",
      "badShare",
      "badLimit",
      "unknownKind",
    ] as const;
    for (const path of paths)
      for (const code of codes) {
        const m = { code, path, subject: sign, names: [""], numbers: [], line: 0, note: false };
        assert.equal(sentenceOf(problemOf(m, draft), "form") !== "", true);
      }
  });

const LINKS = ["#d1=", "#d1=%%%", "#d1=AAAA", "#d2=AAAA", "#v1=AAAA", `#d1=${"A".repeat(3_000_000)}`];

for (const link of LINKS) {
  test(`the link ${link.slice(0, 12)} is refused`, async () => {
    await assert.rejects(linkedSheet(link), (e) => e instanceof BrokenLink);
  });
}

test("a link that holds no object, or more than a sheet, is refused", async () => {
  const large = `"${"x".repeat(70_000)}"`;
  for (const [text, message] of [
    ["5", "content"],
    ["null", "content"],
    ["not JSON", "content"],
    [large, "large"],
  ] as const) {
    await assert.rejects(linkedSheet(`#d1=${await packText(text)}`), (e) => (e as Error).message === message);
  }
});

test("a review holds no markup of a sheet", () => {
  const bad = "<img src=x onerror=alert(1)> [a](javascript:b) | c\n# d";
  const draft = draftOf("# @sheet x");
  draft.name = bad;
  draft.kinds.push({ name: bad, n: "1", per: "", of: "", largest: "", kept: "", grows: "", attributes: [] });
  draft.asks.push({ name: bad, n: "1", per: "s", kind: bad, by: "", how: "", limits: "" });
  const text = review(draft, { messages: [], designs: [] } satisfies Comparison, [], "");
  assert.equal(/(?<!\\)[<>[\]]|^# d/m.exec(text), null);
});
