// Pieces of text with a kind, for what the engine's parser has not coloured: the wire, a filter alone.

/** A piece of a line; kind "" is plain text. The class of a piece is "t-" + kind. */
export type Piece = [kind: string, text: string];

const KEYS = /^(PartitionKey|RowKey)$/;
const FILTER = /'(?:[^']|'')*'|\$[a-z]+|[A-Za-z_]\w*|\d+|\s+|./gs;
const JSON_TOKEN = /"(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|\s+|./gs;
const REQUEST = /^(GET|POST|PUT|PATCH|MERGE|DELETE|HEAD|OPTIONS) (.*)$/;

/** Colours an OData expression; literals that are compared with a key are keys too. */
export function filterPieces(text: string): Piece[] {
  let key = false;
  return join(
    [...text.matchAll(FILTER)].map(([s]): Piece => {
      if (s.startsWith("'")) return [key ? "key" : "lit", s];
      if (s.startsWith("$")) return ["opt", s];
      if (/^\d/.test(s)) return [key ? "key" : "lit", s];
      if (/^(eq|ne|gt|ge|lt|le)$/.test(s)) return ["op", s];
      if (/^[A-Za-z_]/.test(s)) key = KEYS.test(s);
      if (/^(and|or|not)$/.test(s)) return ["op", s];
      return [KEYS.test(s) ? "key" : "", s];
    }),
  );
}

/** Colours one line of JSON; the values of PartitionKey and RowKey are keys. */
export function jsonPieces(line: string): Piece[] {
  let key = false;
  return join(
    [...line.matchAll(JSON_TOKEN)].flatMap(([s]): Piece[] => {
      if (s.startsWith('"') && s.endsWith(":")) {
        const name = s.slice(0, s.lastIndexOf('"') + 1);
        key = KEYS.test(name.slice(1, -1));
        return [
          [key ? "key" : "", name],
          ["", s.slice(name.length)],
        ];
      }
      // one alone begins a string that was cut
      if (s.startsWith('"') && s.length > 1) return [[key ? "key" : "lit", s]];
      return [[/^-?\d|^(true|false|null)$/.test(s) ? "lit" : "", s]];
    }),
  );
}

/** Colours one line of a request or an answer as it went over the wire. */
export function wirePieces(line: string): Piece[] {
  if (line.startsWith("HTTP/1.1 ")) return [["verb", line]];
  const request = REQUEST.exec(line);
  if (request)
    return [
      ["verb", request[1] ?? ""],
      ["", " "],
      ["url", request[2] ?? ""],
    ];
  if (/^\s*[{}[\]"]/.test(line)) return jsonPieces(line);
  const header = /^([A-Za-z][\w-]*:)(.*)$/.exec(line);
  if (header)
    return [
      ["head", header[1] ?? ""],
      ["", header[2] ?? ""],
    ];
  return [["", line]];
}

/** Merges neighbours of the same kind, so that a line needs few elements. */
function join(pieces: Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const [kind, text] of pieces) {
    const last = out.at(-1);
    if (last && last[0] === kind) last[1] += text;
    else out.push([kind, text]);
  }
  return out;
}
