import assert from "node:assert/strict";
import { test } from "node:test";
import { Buffer } from "./buffer.ts";
import { computeHMACSHA256 } from "./hmac.ts";

test("a buffer converts as Node's does", () => {
  assert.equal(Buffer.from("Zoë").toString("base64"), "Wm/Dqw==");
  assert.equal(Buffer.from("Wm/Dqw==", "base64").toString(), "Zoë");
  assert.equal(Buffer.from("00ff", "hex").toString("hex"), "00ff");
  assert.equal(Buffer.byteLength("Zoë"), 4);
  assert.deepEqual([...Buffer.concat([Buffer.from([1]), new Uint8Array([2])])], [1, 2]);
  assert.deepEqual([Buffer.alloc(2), new Uint8Array(2)].map(Buffer.isBuffer), [true, false]);
});

test("a signature is that of node:crypto", () => {
  const key = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";
  assert.equal(computeHMACSHA256("GET\nZoë", key), "+gGKF1a17p7yK3XlZVc0dSpr2zsViNfDwqinw5n9RZE=");
});
