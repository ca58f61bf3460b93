import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "./code.ts";
import { filterPieces, jsonPieces, type Piece, wirePieces } from "./highlight.ts";

const coloured = (pieces: Piece[]) => pieces.filter(([kind]) => kind);
const whole = (pieces: Piece[]) => pieces.map(([, text]) => text).join("");

test("what is compared with a key is a key, everything else a literal", () => {
  const filter = "PartitionKey eq 'Sales' and Age ge 64";
  assert.deepEqual(coloured(filterPieces(filter)), [
    ["key", "PartitionKey"],
    ["op", "eq"],
    ["key", "'Sales'"],
    ["op", "and"],
    ["op", "ge"],
    ["lit", "64"],
  ]);
  assert.equal(whole(filterPieces(filter)), filter);
});

test("a quote inside of a literal does not end it", () => {
  assert.deepEqual(coloured(filterPieces("Name eq 'O''Hara'")), [
    ["op", "eq"],
    ["lit", "'O''Hara'"],
  ]);
});

test("the values of the two keys stand out in JSON", () => {
  const json = '{ "PartitionKey": "Sales", "Age": 41 }';
  assert.deepEqual(coloured(jsonPieces(json)), [
    ["key", '"PartitionKey"'],
    ["key", '"Sales"'],
    ["lit", "41"],
  ]);
  assert.equal(whole(jsonPieces(json)), json);
});

test("lines of the wire are told apart by how they begin", () => {
  assert.deepEqual(
    ["HTTP/1.1 200 OK", "GET /x", "ETag: W/1", "--batch_1"].map((l) => wirePieces(l)[0]?.[0]),
    ["verb", "verb", "head", ""],
  );
});

test("tokens colour lines; one that spans lines is cut", () => {
  assert.deepEqual(
    linesOf("ab\ncd e", [
      [0, 1, "x"],
      [1, 5, "y"],
    ]),
    [
      [
        ["x", "a"],
        ["y", "b"],
      ],
      [
        ["y", "cd"],
        ["", " e"],
      ],
    ],
  );
});

test("tokens of an older text are passed over", () => {
  assert.deepEqual(
    linesOf("ab", [
      [0, 1, "x"],
      [1, 9, "y"],
    ]),
    [
      [
        ["x", "a"],
        ["", "b"],
      ],
    ],
  );
});
