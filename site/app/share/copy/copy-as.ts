// A request or a script in the words of others: commands, code for the libraries, or text for a page. Pure.
import { csharp } from "./csharp.ts";
import { curl } from "./curl.ts";
import { go } from "./go.ts";
import { javascript } from "./javascript.ts";
import type { Phrases } from "./phrases.ts";
import { type Plan, planOf } from "./plan.ts";
import { programOf } from "./program.ts";
import { python } from "./python.ts";
import { type HttpRequest, headerOf, type Step, stepsOf } from "./requests.ts";
import { wordsOf } from "./words.ts";

export type Language = "curl" | "js" | "go" | "csharp" | "python";

interface Target {
  title: string;
  library: string; // what is needed to run the code, as the note beside it says
  write: (plan: Plan) => string;
}

const inPhrases = (phrases: Phrases): Target => ({ ...phrases, write: (plan) => programOf(phrases, plan) });

export const LANGUAGES: Readonly<Record<Language, Target>> = {
  curl: { title: "curl", library: "bash", write: curl },
  js: inPhrases(javascript),
  go: inPhrases(go),
  csharp: inPhrases(csharp),
  python: inPhrases(python),
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
  const headers = r.headers.filter(([name]) => !OF_THE_WAY.includes(name.toLowerCase()));
  return { ...r, url: r.url.replace(SANDBOX, "{{table}}"), headers };
}

/** What a client writes by itself. */
const OF_THE_WAY = wordsOf(`
  authorization content-length dataserviceversion date host maxdataserviceversion user-agent x-ms-date x-ms-version`);

/** The operations of a multipart body. */
function operationsOf(body: string): HttpRequest[] {
  const found = [...body.matchAll(/^(POST|PUT|PATCH|MERGE|DELETE|GET) (\S+) HTTP\/1\.1\r?\n([\s\S]*?)(?=\r?\n--)/gm)];
  return found.map(([, method = "", url = "", rest = ""]) => {
    const [head = "", ...lines] = rest.split(/\r?\n\r?\n/);
    const headers = head.split(/\r?\n/).filter(Boolean);
    return { method, url, headers: headers.map(headerOf), body: lines.join("\n").trim() };
  });
}
