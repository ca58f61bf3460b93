import assert from "node:assert/strict";
import { test } from "node:test";
import { FileError } from "./csv.ts";
import { textOf } from "./file-text.ts";

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((p) => (typeof p === "string" ? [...new TextEncoder().encode(p)] : p)));

function refused(file: Uint8Array<ArrayBuffer>, line: number, message: RegExp): void {
  assert.throws(
    () => textOf(file),
    (e) => e instanceof FileError && e.line === line && message.test(e.message),
  );
}

test("UTF-8 is read with its mark and without", () => {
  assert.equal(textOf(bytes("a,b\nZürich,1\n")), "a,b\nZürich,1\n");
  assert.equal(textOf(bytes([0xef, 0xbb, 0xbf], "ü")), "ü");
  assert.equal(textOf(bytes()), "");
});

test("a file in the code page of a spreadsheet is refused, with its first line of other bytes", () => {
  refused(bytes("a,b\nZ", [0xfc], "rich,1\nGen", [0xe8], "ve,2\n"), 2, /^this is not UTF-8: save the file as UTF-8$/);
  refused(bytes("a\r\nb\r\nc", [0xe9], "\r\n"), 3, /UTF-8/);
  refused(bytes("a\rb\r", [0x80], "\r"), 3, /UTF-8/);
  refused(bytes("a\nb\nü", [0xc3]), 3, /UTF-8/);
});

test("UTF-16 is read if its mark says so", () => {
  assert.equal(textOf(bytes([0xff, 0xfe, 0x61, 0, 0xfc, 0, 10, 0])), "aü\n");
  assert.equal(textOf(bytes([0xfe, 0xff, 0, 0x61, 0, 0xfc])), "aü");
  refused(bytes([0xff, 0xfe, 0x61]), 1, /UTF-16/);
});
