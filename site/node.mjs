// What the generator leaves to Node: it draws with the templates of the page, and compresses with Brotli, whose
// encoder in C is much faster than one in Go. Standard input brings frames: a job (one byte: a quality from 0 to 11
// to compress, or DRAW), a length (four bytes, little endian) and as many bytes. Each is answered by a frame of the
// same form, whose first byte is 0, or 1 if the rest is the message of an error. The argument is the folder i18n.
import { readFileSync, readSync, writeSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { draw } from "./app/static.ts";

const DRAW = 255;
const WASM = Buffer.from("\0asm");

// The tables of a Go program repeat at multiples of 4 and 8 bytes. Brotli's format says so once (RFC 7932, section 4,
// "Encoding of distances"): engines become up to 9 kB smaller, and no longer vary by 7 kB from one change to the next.
// The largest window of the format sees the whole of an engine, which saves another 27 kB of the workbench's.
const OF_PROGRAMS = {
  [constants.BROTLI_PARAM_NPOSTFIX]: 3,
  [constants.BROTLI_PARAM_NDIRECT]: 8,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
};

function read(length) {
  const data = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const n = readSync(0, data, at, length - at);
    if (n === 0) process.exit(at === 0 ? 0 : 1);
    at += n;
  }
  return data;
}

function write(data) {
  for (let at = 0; at < data.length; ) at += writeSync(1, data, at);
}

function answer(failed, data) {
  const head = Buffer.alloc(5);
  head.writeUInt8(failed ? 1 : 0);
  head.writeUInt32LE(data.length, 1);
  write(head);
  write(data);
}

function compress(data, quality) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    ...(WASM.equals(data.subarray(0, WASM.length)) ? OF_PROGRAMS : {}),
  };
  return brotliCompressSync(data, { params });
}

function textsOf(lang) {
  const [first, rest] = ["first.json", "json"].map((end) =>
    JSON.parse(readFileSync(`${process.argv[2]}/${lang}.${end}`, "utf8")),
  );
  return { ...first, ...rest };
}

for (;;) {
  const head = read(5);
  const job = head.readUInt8();
  const data = read(head.readUInt32LE(1));
  try {
    answer(false, job === DRAW ? Buffer.from(draw(data.toString(), textsOf)) : compress(data, job));
  } catch (e) {
    answer(true, Buffer.from(e instanceof Error ? e.message : String(e)));
  }
}
