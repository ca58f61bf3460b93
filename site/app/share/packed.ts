// Texts that an address can carry: deflated and written in base64url. An address comes from anybody, so what is read
// from one is never longer than its reader allows.

/** Why a link cannot be read. The text of it is share.broken.<Reason>. */
export type Reason = "version" | "damaged" | "large" | "content";

export class BrokenLink extends Error {
  constructor(readonly reason: Reason) {
    super(reason);
  }
}

const LONGEST = 2_000_000; // characters of a link that is read at all

/** Packs a text. */
export async function packText(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  return base64url(await through(new CompressionStream("deflate-raw"), bytes, Number.POSITIVE_INFINITY));
}

/** Reads what packText made, if that is at most so many bytes. Rejects with BrokenLink. */
export async function unpackText(packed: string, most: number): Promise<string> {
  if (packed.length > LONGEST) throw new BrokenLink("large");
  const bytes = await through(new DecompressionStream("deflate-raw"), bytesOf(packed), most).catch((e: unknown) => {
    throw e instanceof BrokenLink ? e : new BrokenLink("damaged");
  });
  return textOf(bytes);
}

function textOf(bytes: Bytes): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BrokenLink("damaged");
  }
}

function base64url(bytes: Uint8Array): string {
  let binary = "";
  for (const b of bytes) binary += String.fromCharCode(b);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new BrokenLink("damaged");
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  } catch {
    throw new BrokenLink("damaged");
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Sends bytes through a stream, and stops when more than most have come out. */
async function through(stream: CompressionStream | DecompressionStream, bytes: Bytes, most: number): Promise<Bytes> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Bytes[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    size += part.value.length;
    if (size > most) {
      reader.cancel().catch(() => undefined);
      throw new BrokenLink("large");
    }
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
