// Compresses what comes on standard input with Brotli: frames of a quality (one byte), a length (four bytes,
// little endian) and as many bytes, answered by a length and the bytes. The encoder of Node is the one in C, and
// much faster than one in Go.
const { readSync, writeSync } = require("node:fs");
const { brotliCompressSync, constants } = require("node:zlib");

function read(length) {
  const data = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    const n = readSync(0, data, at, length - at);
    if (n === 0) process.exit(at === 0 ? 0 : 1);
    at += n;
  }
  return data;
}

function write(data) {
  for (let at = 0; at < data.length;) at += writeSync(1, data, at);
}

for (;;) {
  const request = read(5);
  const data = read(request.readUInt32LE(1));
  const packed = brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: request[0], [constants.BROTLI_PARAM_SIZE_HINT]: data.length } });
  const head = Buffer.alloc(4);
  head.writeUInt32LE(packed.length);
  write(head);
  write(packed);
}
