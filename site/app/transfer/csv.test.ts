import assert from "node:assert/strict";
import { test } from "node:test";
import { asText, csvLine, FileError, isFormula, readCsv, separatorOf } from "./csv.ts";
import cases from "./testdata/csv.json" with { type: "json" };

const cells = (text: string) => [...readCsv(text)].map((r) => r.cells);

test("cells may hold separators, quotes and line ends", () => {
  assert.deepEqual(cells('a,b\r\n"x,y","say ""hi""\nthere"\n'), [
    ["a", "b"],
    ["x,y", 'say "hi"\nthere'],
  ]);
});

test("rows know the line where they begin", () => {
  const text = 'a,b\n\n"1\r\n2\n3",x\r\nlast,\r\n';
  assert.deepEqual(
    [...readCsv(text)].map((r) => r.line),
    [1, 3, 6],
  );
});

test("empty cells stay, empty lines do not, and the last line needs no end", () => {
  assert.deepEqual(cells("a,,\n\n,b"), [
    ["a", "", ""],
    ["", "b"],
  ]);
});

test("the mark of UTF-8 is not a part of the first name", () => {
  assert.deepEqual(cells("\uFEFFa;b"), [["a", "b"]]);
});

test("the separator is the one that the first line has most of", () => {
  assert.equal(separatorOf('"a;b;c",d\n1;2;3;4'), ",");
  assert.equal(separatorOf("a;b;c"), ";");
  assert.equal(separatorOf("a\tb"), "\t");
  assert.equal(separatorOf("a"), ",");
});

for (const [what, text, line] of [
  ["never closed", 'a\n"b\n', 2],
  ["closed too early", 'a\n"b\nc"d', 3],
] as const)
  test(`a quote that is ${what} is told with its line`, () => {
    assert.throws(
      () => cells(text),
      (e) => e instanceof FileError && e.line === line,
    );
  });

test("what is written is read as it was", () => {
  const rows = [["a", " b ", 'c"d', "e\r\nf", "", "g;h"]];
  assert.deepEqual(cells(rows.map(csvLine).join("")), rows);
});

test("cells that other programs would part or trim are in quotes", () => {
  const cells = [" a", "a ", "\ta", "a\u00a0", "a;b", "a\tb", "a,b", "a\rb", 'a"b', "a b", ""];
  assert.equal(csvLine(cells), '" a","a ","\ta","a\u00a0","a;b","a\tb","a,b","a\rb","a""b",a b,\r\n');
});

test("a cell that a spreadsheet would run gets an apostrophe, a number does not", () => {
  for (const text of ["=1+1", "+cmd|x", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "-", "- 1", "+1.", "-1e"])
    assert.deepEqual([isFormula(text), asText(text)], [true, `'${text}`], text);
  for (const text of ["", "a=1", "'=1", " =1", "-5", "+5", "-0.5", "-1.5E+10", "5", "2026-11-28"])
    assert.deepEqual([isFormula(text), asText(text)], [false, text], text);
});

// engine/profile reads the same files in slices: its tests hold it to the same cases.
for (const { text, rows, lines, fault } of cases)
  test(`${JSON.stringify(text)} is read as the engine reads it`, () => {
    const found: { line: number; cells: string[] }[] = [];
    const read = () => {
      for (const row of readCsv(text)) found.push(row);
    };
    if (fault) assert.throws(read, (e) => e instanceof FileError && e.line === fault);
    else read();
    assert.deepEqual(
      found.map((r) => r.cells),
      rows,
    );
    assert.deepEqual(
      found.map((r) => r.line),
      lines,
    );
  });
