import assert from "node:assert/strict";
import { test } from "node:test";
import { FileError } from "./csv.ts";
import { asUtf8, textOf } from "./file-text.ts";

const file = (...parts: (string | number[])[]) =>
  new Blob(parts.map((p) => (typeof p === "string" ? p : Uint8Array.from(p))));

async function refused(what: Blob, line: number, message: RegExp): Promise<void> {
  await assert.rejects(textOf(what), (e) => e instanceof FileError && e.line === line && message.test(e.message));
}

test("UTF-8 is read with its mark and without", async () => {
  assert.equal(await textOf(file("a,b\nZürich,1\n")), "a,b\nZürich,1\n");
  assert.equal(await textOf(file([0xef, 0xbb, 0xbf], "ü")), "ü");
  assert.equal(await textOf(file()), "");
});

test("a file in the code page of a spreadsheet is refused, with its first line of other bytes", async () => {
  await refused(
    file("a,b\nZ", [0xfc], "rich,1\nGen", [0xe8], "ve,2\n"),
    2,
    /^this is not UTF-8: save the file as UTF-8$/,
  );
  await refused(file("a\r\nb\r\nc", [0xe9], "\r\n"), 3, /UTF-8/);
  await refused(file("a\rb\r", [0x80], "\r"), 3, /UTF-8/);
  await refused(file("a\nb\nü", [0xc3]), 3, /UTF-8/);
});

test("UTF-16 is read if its mark says so", async () => {
  assert.equal(await textOf(file([0xff, 0xfe, 0x61, 0, 0xfc, 0, 10, 0])), "aü\n");
  assert.equal(await textOf(file([0xfe, 0xff, 0, 0x61, 0, 0xfc])), "aü");
  await refused(file([0xff, 0xfe, 0x61]), 1, /UTF-16/);
});

test("a file of a table is read as UTF-8, whichever of both it is", async () => {
  const utf8 = file("a,b\nZoë,𝄞\n");
  const utf16 = file(
    [0xff, 0xfe],
    [..."a,b\nZoë,\ud834\udd1e\n"]
      .join("")
      .split("")
      .flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
  );
  assert.equal(await asUtf8(utf8), utf8);
  assert.equal(await (await asUtf8(utf16)).text(), "a,b\nZoë,𝄞\n");
});
