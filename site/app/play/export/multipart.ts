// The operations of a transaction, read from the request that was sent and written as a raw $batch request. Pure.

export interface Operation {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  body: string;
}

/** Reads the operations of a multipart body in their order. */
export function operationsOf(body: string): { query: boolean; operations: Operation[] } {
  const parts = body.split(/^--.*$/m).filter((part) => part.includes("application/http"));
  return { query: !/^--changeset/m.test(body), operations: parts.map(operationOf) };
}

function operationOf(part: string): Operation {
  const text = part.replaceAll("\r\n", "\n");
  const inner = text.slice(text.indexOf("\n\n") + 2);
  const end = inner.indexOf("\n\n");
  const [request = "", ...fields] = inner.slice(0, end < 0 ? inner.length : end).split("\n");
  const [method = "", url = ""] = request.split(" ");
  const headers = fields.filter((f) => f.includes(":")).map(fieldOf);
  return { method, url, headers, body: end < 0 ? "" : inner.slice(end + 2).trim() };
}

function fieldOf(line: string): [string, string] {
  const at = line.indexOf(":");
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

/** Writes the body of a batch. A body of several lines becomes one line: lines of JSON mean nothing. */
export function multipart(operations: readonly Operation[], query: boolean, n: number): string {
  const [batch, changes] = [`batch_${n}`, `changeset_${n}`];
  const begin = query ? `--${batch}` : `--${batch}\nContent-Type: multipart/mixed; boundary=${changes}\n`;
  const parts = operations.map((o) => `${query ? "" : `--${changes}\n`}${part(o)}`);
  return [begin, ...parts, ...(query ? [] : [`--${changes}--`]), `--${batch}--`].join("\n");
}

function part({ method, url, headers, body }: Operation): string {
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  const lines = [
    "Content-Type: application/http",
    "Content-Transfer-Encoding: binary",
    "",
    `${method} ${url} HTTP/1.1`,
  ];
  return [...lines, ...fields, "", ...(body ? [body.replace(/\s*\n\s*/g, " ")] : []), ""].join("\n");
}
