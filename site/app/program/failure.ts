// An error that a program did not catch, in the words that matter: of one from the service its status, code and
// sentence.
import type { Failed } from "./messages.ts";

type Members = Record<string, unknown>;

/** Reads an error; anything can be thrown. It never throws. */
export function failureOf(error: unknown): Omit<Failed["failed"], "line"> {
  try {
    const { name, message, statusCode, code, details } = Object(error) as Members;
    const said = (Object(details) as Members).odataError as Members | undefined;
    return {
      name: text(name) || "Error",
      message: text((Object(said?.message) as Members).value) || text(message) || String(error),
      status: typeof statusCode === "number" ? statusCode : 0,
      code: text(said?.code) || text(code),
    };
  } catch {
    return { name: "Error", message: "an error that cannot be shown", status: 0, code: "" };
  }
}

const text = (x: unknown): string => (typeof x === "string" ? x : "");
