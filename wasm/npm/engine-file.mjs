#!/usr/bin/env node
// Writes the engine as a file that a browser can load: npx rowkey-engine public/engine.wasm
import { readFileSync, writeFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

const [, , to] = process.argv;
if (!to) {
  console.error("rowkey-engine: say where the file goes: npx rowkey-engine public/engine.wasm");
  process.exit(1);
}
writeFileSync(to, brotliDecompressSync(readFileSync(new URL("engine.wasm.br", import.meta.url))));
