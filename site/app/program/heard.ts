// What the page takes from the worker of a program: anybody's code may have written it, so each part is checked. Pure.
import type { Call, Failed, FromProgram, More, Pair, Print } from "./messages.ts";

const LONGEST = 20_000; // characters of a line that is shown
const METHODS = /^(GET|HEAD|POST|PUT|PATCH|MERGE|DELETE|OPTIONS)$/;

type Members = Record<string, unknown>;

/** Returns the message, null if it is none. */
export function heard(x: unknown): FromProgram | null {
  if (typeof x !== "object" || x === null) return null;
  const m = x as Members;
  if ("call" in m) return callOf(m);
  if ("print" in m) return printOf(m);
  if ("more" in m) return { more: whole(m.more) } satisfies More;
  if ("failed" in m) return failedOf((m.failed ?? {}) as Members);
  return m.done === true ? { done: true } : null;
}

function callOf({ call, method, url, headers, body, line, name }: Members): Call | null {
  if (typeof method !== "string" || !METHODS.test(method) || typeof url !== "string" || !Array.isArray(headers))
    return null;
  return {
    call: whole(call),
    method,
    url,
    headers: headers.flatMap((h: unknown) => pairOf(h)),
    body: body instanceof Uint8Array && body.length ? new Uint8Array(body) : null,
    line: whole(line),
    name: text(name, 80),
  };
}

function pairOf(x: unknown): Pair[] {
  if (!Array.isArray(x) || typeof x[0] !== "string" || typeof x[1] !== "string") return [];
  return [[x[0], x[1]]];
}

function printOf({ print, level, line }: Members): Print {
  return {
    print: text(print, LONGEST),
    level: level === "warn" || level === "error" ? level : "log",
    line: whole(line),
  };
}

function failedOf({ name, message, status, code, line }: Members): Failed {
  return {
    failed: {
      name: text(name, 80) || "Error",
      message: text(message, LONGEST),
      status: whole(status),
      code: text(code, 80),
      line: whole(line),
    },
  };
}

const text = (x: unknown, most: number): string => (typeof x === "string" ? x.slice(0, most) : "");

const whole = (x: unknown): number => (typeof x === "number" && Number.isSafeInteger(x) && x > 0 ? x : 0);

const SERVICES = new Set(["10000", "10001", "10002"]);

/** Tells whether an address is of the sandbox: what else its engine answers is for the page alone. */
export function isOfSandbox(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, port, pathname } = new URL(url);
  return (
    protocol === "http:" &&
    (hostname === "127.0.0.1" || hostname === "localhost") &&
    SERVICES.has(port) &&
    /^\/devstoreaccount1(\/|$)/.test(pathname)
  );
}
