import assert from "node:assert/strict";
import { test } from "node:test";
import { isJson } from "../ui/json.ts";
import { bodyAt, jsonMistake, masked, mended } from "./json-mistake.ts";

test("what is no JSON is named, with what belongs there", () => {
  for (const [text, kind, fixed] of [
    ['{ "RowKey": 00021 }', "zero", '{ "RowKey": "00021" }'],
    ['{ PartitionKey: "a", RowKey : 5 }', "name", '{ "PartitionKey": "a", "RowKey" : 5 }'],
    ['{ "Name": Smith }', "text", '{ "Name": "Smith" }'],
    ['{ "Hired": 2026-01-31 }', "text", '{ "Hired": "2026-01-31" }'],
    ['{ "Ok": True, "No": NULL }', "lowercase", '{ "Ok": true, "No": null }'],
    ["{ 'a': 'say \"hi\"' }", "quotes", '{ "a": "say \\"hi\\"" }'],
    ['{ “a”: “b”, "c": 1 }', "quotes", '{ "a": "b", "c": 1 }'],
    ['{ "a" = 1 }', "colon", '{ "a" : 1 }'],
    ['{ "a": 1\n  "b": [1 2] }', "comma", '{ "a": 1,\n  "b": [1, 2] }'],
    ['{ "a": 1, }', "lastcomma", '{ "a": 1 }'],
    ['{ "a": "b', "other", null],
    ['{ "a": "say "hi" now" }', "inner", null],
    ['{ "a": CAST(5 AS varchar(4)), "b": 1 }', "call", null],
    ['{ "a": CONVERT(int, 5) }', "call", null],
    ['{ "RowKey": NEWID() }', "call", '{ "RowKey": "{{$guid}}" }'],
    ['{ "At": now() }', "call", '{ "At": "{{$datetime iso8601}}", "At@odata.type": "Edm.DateTime" }'],
    ['{ "Count": Count + 1 }', "compute", null],
    ['{ "Count": Count+1, "b": 2 }', "compute", null],
    ['{ "Count": 153 + 1 }', "compute", null],
    ['{ "Count": 10 / 2 }', "compute", null],
    ['{ "Count": "Count" * 2\n}', "compute", null],
    ['{ "Count": (Count - 1) * -2 }', "compute", null],
    ['{ "Count": Count -1 }', "compute", null],
    ['{ "Count": Count++ }', "compute", null],
    ['{ "Count" += 1 }', "compute", null],
    ['{ "Count": += 1 }', "compute", null],
    ['{ "Total": … }', "open", null],
    ['{ "Phone": 555-1234 }', "text", '{ "Phone": "555-1234" }'],
    ['{ "Phone": +49 }', "text", '{ "Phone": "+49" }'],
    ['{ "Id": order-1 }', "text", '{ "Id": "order-1" }'],
    ['{ "Day": 1/2/2026 }', "other", null],
    ['{ "a": .5 }', "other", null],
    ['{ "salary": 12,5 }', "decimal", '{ "salary": 12.5 }'],
    ['{ "salary": -12,05, "b": 1 }', "decimal", '{ "salary": -12.05, "b": 1 }'],
    ['{ "salary": 1.249,50 }', "decimal", '{ "salary": 1249.50 }'],
    ['{ "salary": 1,234.50 }', "decimal", '{ "salary": 1234.50 }'],
    ['{ "salary": 1,234 }', "digits", null],
    ['{ "a": 1, 5: 2 }', "name", '{ "a": 1, "5": 2 }'],
    ["SELECT 1", "other", null],
  ] as const) {
    assert.equal(jsonMistake(text)?.kind, kind, text);
    assert.equal(mended(text), fixed, text);
  }
  for (const text of ['{"a":[1,-0.5e3,{}],"b":"\\"x"}', "[]", ' "x" ', "0"])
    assert.equal(jsonMistake(text), null, text);
});

test("the whole of a sum is marked", () => {
  for (const [text, sum] of [
    ['{ "a": 1, "b": b + 1 }', "b + 1"],
    ['{ "a": 1, "b": 153 + 1, "c": 2 }', "153 + 1"],
    ['{ "a": "b" + "c" }', '"b" + "c"'],
    ['{ "a": (b * 2) + 1 }', "(b * 2) + 1"],
  ] as const) {
    const found = jsonMistake(text);
    assert.equal(found && text.slice(found.from, found.to), sum);
  }
});

/** A number from 0 up to n, the same in each run. */
function numbers(): (n: number) => number {
  let seed = 1;
  return (n) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };
}

test("what is offered for a garbled body is JSON", () => {
  const whole = '{ "PartitionKey": "Sales", "RowKey": "000021", "Age": 21, "Tags": ["a", true, null] }';
  const garbles = [
    ...['"|', "\"|'", '"|“', '"|”', ":| =", ",|", ",|;", "}|,}", "21|00021", "true|True", "null|NULL", '"Sales"|Sales'],
    ...['"Age"|Age', '"RowKey"|RowKey', "}|", "21|2026-01-31", "\"Sales\"|'Sales'", '"Age"|“Age”', "{|", "21|{{n}}"],
  ].map((g) => g.split("|"));
  const next = numbers();
  let [wrong, mendable] = [0, 0];
  for (let i = 0; i < 5_000; i++) {
    let text = whole;
    for (let n = 0; n <= next(3); n++) {
      const [from = "", to = ""] = garbles[next(garbles.length)] ?? [];
      const places = text.split(from);
      const k = 1 + next(places.length);
      text =
        [places.slice(0, k).join(from), ...places.slice(k, k + 1)].join(to) +
        places
          .slice(k + 1)
          .map((p) => from + p)
          .join("");
    }
    if (!jsonMistake(masked(text))) continue;
    wrong++;
    const offered = mended(masked(text), text);
    if (offered === null) continue;
    mendable++;
    assert.equal(isJson(masked(offered)), true, `${text} becomes ${offered}`);
  }
  assert.equal(mendable > wrong / 4, true, `${mendable} of ${wrong}`);
});

test("the body of a request ends before its assertions and the next request", () => {
  const script = "### A\nPOST /T\nA: b\n\n{\n x\n}\n\n# ?? status == 201\n### B\nGET /T";
  const body = bodyAt(script, 2);
  assert.deepEqual(body, { text: "{\n x\n}", at: script.indexOf("{") });
  assert.equal(bodyAt(script, 11), null);
});
