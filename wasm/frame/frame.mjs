// Writes requests as frames and reads answers: the side of the page. frame.go says what a frame is.

const LENGTH = 4; // bytes of the length of the head
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The frame of a request. Throws if an item of its head contains a line feed. */
export function encode({ method, url, headers, body }) {
  const items = [method.toUpperCase(), url, ...headers.flat()];
  if (items.some((item) => item.includes("\n"))) throw new TypeError("a method, a URL or a header field cannot contain a line feed");
  const head = encoder.encode(items.join("\n"));
  const frame = new Uint8Array(LENGTH + head.length + (body?.length ?? 0));
  new DataView(frame.buffer).setUint32(0, head.length, true);
  frame.set(head, LENGTH);
  if (body) frame.set(body, LENGTH + head.length);
  return frame;
}

/** The answer in a frame. Its body shares the memory of the frame. */
export function decode(frame) {
  const end = LENGTH + new DataView(frame.buffer, frame.byteOffset).getUint32(0, true);
  const [status, ...items] = decoder.decode(frame.subarray(LENGTH, end)).split("\n");
  const headers = [];
  for (let i = 0; i + 1 < items.length; i += 2) headers.push([items[i], items[i + 1]]);
  return { status: Number(status), headers, body: frame.subarray(end) };
}
