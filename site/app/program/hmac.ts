// What the official client asks of node:crypto: the signature of a request. Browsers have it only as a promise, which
// the client does not wait for.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { Buffer } from "./buffer.ts";

export function computeHMACSHA256(text: string, key: string): string {
  const signature = hmac(sha256, Buffer.from(key, "base64"), new TextEncoder().encode(text));
  return Buffer.from(signature).toString("base64");
}
