// A request or a script in the words of others: commands, code for the libraries, or text for a page. Pure.
import { csharp } from "./csharp.ts";
import { curl } from "./curl.ts";
import { go } from "./go.ts";
import { javascript } from "./javascript.ts";
import { planOf } from "./plan.ts";
import { python } from "./python.ts";
import { type HttpRequest, type Step, stepsOf } from "./requests.ts";

export type Language = "curl" | "js" | "go" | "csharp" | "python";

/** What is needed to compile it, as the note beside the code says. */
export const LANGUAGES: Readonly<
  Record<Language, { title: string; library: string; write: (plan: ReturnType<typeof planOf>) => string }>
> = {
  curl: { title: "curl", library: "bash", write: curl },
  js: { title: "JavaScript", library: "@azure/data-tables 13", write: javascript },
  go: { title: "Go", library: "aztables 1.4", write: go },
  csharp: { title: "C#", library: "Azure.Data.Tables 12", write: csharp },
  python: { title: "Python", library: "azure-data-tables 12", write: python },
};

/** Writes steps in a language. */
export function codeOf(language: Language, steps: readonly Step[]): string {
  return LANGUAGES[language].write(planOf(steps));
}

/** Writes a whole script in a language. */
export function scriptAs(language: Language, text: string, now: number): string {
  return codeOf(language, stepsOf(text, now));
}

/** A request as it was sent. */
export interface Sent {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
}

/** Writes a request that was sent, for a result or a line of the log; a transaction is taken apart. */
export function sentAs(language: Language, title: string, sent: Sent): string {
  const inner = /\/\$batch(\?|$)/.test(sent.url) ? operationsOf(sent.body) : [];
  const requests = inner.length ? inner : [{ ...sent, headers: [...sent.headers] }];
  const step = { title, name: "", batch: inner.length > 0, follow: false, expects: "", left: 0, meta: [] };
  return codeOf(language, [{ ...step, requests: requests.map(ofReader) }]);
}

const SANDBOX = /^http:\/\/(?:127\.0\.0\.1|localhost):10002\/devstoreaccount1(?=\/|$)/;

/** The account of the sandbox is that of the reader elsewhere. */
function ofReader(r: HttpRequest): HttpRequest {
  const headers = r.headers.filter(([name]) => !OF_THE_WAY.test(name));
  return { ...r, url: r.url.replace(SANDBOX, "{{table}}"), headers };
}

const OF_THE_WAY =
  /^(authorization|content-length|date|host|x-ms-date|x-ms-version|dataserviceversion|maxdataserviceversion|user-agent)$/i;

/** The operations of a multipart body. */
function operationsOf(body: string): HttpRequest[] {
  const found = [...body.matchAll(/^(POST|PUT|PATCH|MERGE|DELETE|GET) (\S+) HTTP\/1\.1\r?\n([\s\S]*?)(?=\r?\n--)/gm)];
  return found.map(([, method = "", url = "", rest = ""]) => {
    const [head = "", ...lines] = rest.split(/\r?\n\r?\n/);
    const headers = head.split(/\r?\n/).filter(Boolean);
    return { method, url, headers: headers.map(headerOf), body: lines.join("\n").trim() };
  });
}

function headerOf(line: string): [string, string] {
  const at = line.indexOf(":");
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}
