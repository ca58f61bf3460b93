// What programs for Node use of its Buffer most, for the official client and for the reader's code.

const CHUNK = 8192; // characters that are joined at a time

/** Bytes with the conversions of Node's Buffer: utf8, base64, hex. */
export class Buffer extends Uint8Array {
  static override from(source: unknown, encoding?: unknown): Buffer {
    if (typeof source === "string") return new Buffer(bytesOf(source, String(encoding ?? "utf8")));
    return new Buffer(new Uint8Array(source as ArrayLike<number>));
  }

  static alloc(size: number): Buffer {
    return new Buffer(size);
  }

  static byteLength(text: string): number {
    return new TextEncoder().encode(text).length;
  }

  static isBuffer(x: unknown): x is Buffer {
    return x instanceof Buffer;
  }

  static concat(list: readonly Uint8Array[]): Buffer {
    const all = new Buffer(list.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of list) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }

  override toString(encoding = "utf8"): string {
    if (encoding === "base64") return btoa(binaryOf(this));
    if (encoding === "hex") return [...this].map((b) => b.toString(16).padStart(2, "0")).join("");
    return new TextDecoder().decode(this);
  }
}

function bytesOf(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  if (encoding === "base64") return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  if (encoding === "hex") return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return new TextEncoder().encode(text);
}

function binaryOf(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}
