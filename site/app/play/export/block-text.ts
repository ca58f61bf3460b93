// The text of one block of a script, taken apart: what other tools send too, and what only Rowkey knows. Pure.

export interface BlockText {
  comments: string[]; // lines of the author, without the sign
  words: string[]; // of this product: "@loop for 5", "?? count == 3"
  method: string;
  target: string; // on one line
  headers: [name: string, value: string][];
  body: string;
}

const SIGN = /^\s*(?:#|\/\/)\s?/;
const REQUEST = /^\s*([A-Z]+)\s+(\S.*?)(?:\s+HTTP\/[\d.]+)?\s*$/;
const HEADER = /^\s*([\w-]+)\s*:\s*(.*?)\s*$/;

/** Reads the lines of a block. A block without a request has method "". */
export function readBlock(lines: readonly string[]): BlockText {
  const block: BlockText = { comments: [], words: [], method: "", target: "", headers: [], body: "" };
  const body: string[] = [];
  let part: "head" | "headers" | "body" = "head";
  for (const line of lines) {
    if (SIGN.test(line)) note(line, block);
    else if (part === "head") part = readHead(line, block);
    else if (part === "headers") part = readHeader(line, block);
    else body.push(line);
  }
  block.body = body.join("\n").trimEnd();
  return block;
}

function note(line: string, block: BlockText): void {
  if (/^\s*###/.test(line)) return; // the title is known
  const text = line.replace(SIGN, "").trim();
  if (/^(@|\?\?)/.test(text)) block.words.push(text);
  else if (text) block.comments.push(text);
}

function readHead(line: string, block: BlockText): "head" | "headers" {
  const request = REQUEST.exec(line);
  if (!request) return "head"; // an empty line, or a definition
  [, block.method = "", block.target = ""] = request;
  return "headers";
}

function readHeader(line: string, block: BlockText): "headers" | "body" {
  const header = HEADER.exec(line);
  if (/^\s*[?&]/.test(line)) block.target += line.trim();
  else if (header) block.headers.push([header[1] ?? "", header[2] ?? ""]);
  else if (!line.trim()) return "body";
  return "headers";
}

/** Returns the definitions of variables of a whole script; the last of a name counts. */
export function readVariables(text: string): Map<string, string> {
  const lines = text.matchAll(/^[ \t]*@([\w-]+)[ \t]*=[ \t]*(.*?)[ \t]*$/gm);
  return new Map([...lines].map(([, name = "", value = ""]) => [name, value]));
}
