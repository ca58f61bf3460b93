// Writes requests as frames, reads answers, and hands both over: the side of the page. frame.go says what a frame is.

const LENGTH = 4; // bytes of a length
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The engine that go runs in an instance, once it is ready: serve(request) takes and returns a frame. It throws when the
 * engine has ended, for want of memory.
 */
export function connect(go, { exports: { mem, request, answer } }) {
  const call = (exported, size) => {
    const address = go.exited ? 0 : exported(size) >>> 0;
    if (go.exited) throw new Error("the engine ended");
    return address;
  };
  return (frame) => {
    const to = call(request, frame.length);
    new Uint8Array(mem.buffer, to, frame.length).set(frame);
    const from = call(answer) + LENGTH;
    const size = new DataView(mem.buffer).getUint32(from - LENGTH, true);
    return new Uint8Array(mem.buffer.slice(from, from + size));
  };
}

/** The frame of a request. Throws if an item of its head contains a line feed. */
export function encode({ method, url, headers, body }) {
  let text = `${method.toUpperCase()}\n${url}`;
  for (const [name, value] of headers) text += `\n${name}\n${value}`;
  let lines = 0;
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) lines++;
  if (lines !== 1 + 2 * headers.length)
    throw new TypeError("a method, a URL or a header field cannot contain a line feed");
  return frameOf(text, text.length, body);
}

/** A frame with a head of so many bytes: as many as it has letters, unless some take more. */
function frameOf(head, bytes, body) {
  const frame = new Uint8Array(LENGTH + bytes + (body?.length ?? 0));
  for (let i = 0; i < LENGTH; i++) frame[i] = bytes >>> (8 * i);
  if (encoder.encodeInto(head, frame.subarray(LENGTH, LENGTH + bytes)).read < head.length)
    return frameOf(head, encoder.encode(head).length, body);
  if (body) frame.set(body, LENGTH + bytes);
  return frame;
}

/** The answer in a frame. Its body shares the memory of the frame. */
export function decode(frame) {
  const end = LENGTH + (frame[0] | (frame[1] << 8) | (frame[2] << 16)) + frame[3] * 2 ** 24;
  const [status, ...items] = decoder.decode(frame.subarray(LENGTH, end)).split("\n");
  const headers = [];
  for (let i = 0; i + 1 < items.length; i += 2) headers.push([items[i], items[i + 1]]);
  return { status: Number(status), headers, body: frame.subarray(end) };
}
