// A script as commands of curl for bash. A script may come from a stranger, and curl reads files: what the script says
// is never an option, the name of a file, or an address of another kind than http. Pure.
import { t } from "../../ui/i18n.ts";
import type { CodeStep, Plan } from "./plan.ts";
import type { HttpRequest } from "./requests.ts";
import { decoded, namer, oneLine, snake, wordsOf } from "./words.ts";

/** Words of bash, names of our own, and variables that a shell or curl obeys. */
const TAKEN = wordsOf(`
  all_proxy auth auto_resume case cdpath do done elif else end esac fi for fpath function header histchars http_proxy
  https_proxy if in manpath next no_proxy page path select tables then time until while`);

export function curl(plan: Plan): string {
  const name = namer(TAKEN, snake);
  const steps = plan.steps.map((s) => step(s, name));
  const head = `tables=http://127.0.0.1:10002/devstoreaccount1 # ${t("code.tables")}
sas= # ${t("code.auth")}`;
  const help = HELPERS.filter(([call]) => steps.some((s) => s.includes(call))).map(([, code]) => `\n${code}`);
  return `${[[head, ...help].join("\n"), ...steps].join("\n\n")}\n`;
}

const HELPERS = [
  ["$(header ", `header() { printf '%s' "$1" | tr -d '\\r' | grep -i "^$2:" | head -n 1 | cut -d ' ' -f 2-; }`],
  ["$(member ", `member() { printf '%s' "$1" | tail -n 1 | grep -o "\\"$2\\":[^,}]*" | cut -d : -f 2- | tr -d '"'; }`],
] as const;

type Name = (wanted: string) => string;

function step(s: CodeStep, name: Name): string {
  const said = s.calls.flatMap((c) => c.unsaid).filter((header) => FIELD.test(header.split(":")[0] ?? ""));
  const kept = s.remarks.filter((r) => !said.some((header) => r.includes(oneLine(header))));
  const notes = [s.title, ...kept, ...(s.expects ? [t("code.expected", { what: s.expects })] : [])];
  const comments = notes.filter(Boolean).map(comment);
  const list = s.calls.map((c) => c.request);
  const code = s.batch ? [batch(list, name)] : list.map((r) => (s.follow ? follow(r, name) : once(r, s, name)));
  return [...comments, ...code].join("\n");
}

function once(r: HttpRequest, s: CodeStep, name: Name): string {
  const command = `curl --silent --show-error${s.result ? " --include" : ""} ${request(r, name)}`;
  return s.result ? `${name(s.result)}=$(${command})\necho "$${name(s.result)}"` : `${command}; echo`;
}

/** A comment that does nothing even in a shell that takes it for a command, as zsh does with what is pasted. */
const comment = (text: string): string => `# ${text.replaceAll(/[\\'"`$;&|<>()!]/g, "\\$&")}`;

const CONTINUED = " \\\n  ";

/** The name of a header field. Source: RFC 9110, "Field Names". */
const FIELD = /^[\w!#$%&'*+.^`|~-]+$/;

/** The arguments of one request. */
function request(r: HttpRequest, name: Name, more: string[] = []): string {
  const asked = r.method === "GET" && !r.body;
  const [address = "", ...query] = asked ? r.url.split("?") : [r.url];
  const pairs = query
    .join("?")
    .split(/&(?=\$|Next)/)
    .filter(Boolean);
  const parts = [
    ...(r.method === "GET" ? [] : [`--request ${/^[A-Z]+$/.test(r.method) ? r.method : quoted(r.method, name)}`]),
    ...(pairs.length ? ["--get"] : []),
    ...(/[[\]{}]/.test(address.replace("{{table}}", "")) ? ["--globoff"] : []),
    `--url ${addressOf(address, name)}`,
    ...pairs.map((p) => `--data-urlencode ${quoted(pairOf(p), name)}`),
    ...headersOf(r).map((header) => `--header ${quoted(header, name)}`),
    ...(r.body ? [`--data-raw ${quoted(r.body, name)}`] : []),
    ...more,
  ];
  return parts.join(CONTINUED);
}

/** The header fields of a request, with those that a script need not write. */
function headersOf(r: HttpRequest): string[] {
  const has = (name: string) => r.headers.some(([header]) => header.toLowerCase() === name);
  return [
    ...r.headers.filter(([header]) => FIELD.test(header)).map(([header, value]) => oneLine(`${header}: ${value}`)),
    ...(r.body && !has("content-type") ? ["Content-Type: application/json"] : []),
    ...(has("accept") ? [] : ["Accept: application/json"]),
  ];
}

/** An option of an address. Without a sign of equality curl would look for a file behind an @. */
function pairOf(text: string): string {
  const at = text.indexOf("=");
  return at < 0 ? `=${decoded(text)}` : `${encoded(text.slice(0, at))}=${decoded(text.slice(at + 1))}`;
}

/** What an address may begin with: anything else could be a file, or be taken for an option. */
const SAFE = /^(?:https?:\/\/|\{\{(?!\s*[\w-]+\.response\.))/i;

/** An address as bash writes it; the account and its signature are variables. */
function addressOf(address: string, name: Name, sas = true): string {
  const below = address.startsWith("{{table}}") ? address.slice("{{table}}".length) : null;
  if (below === null) return quoted(SAFE.test(address) ? address : `http://${address}`, name);
  const text = encoded(/^[^/?]/.test(below) ? `/${below}` : below); // or it would be a part of the host
  if (/[!\0]|\{\{/.test(text)) return `"$tables"${quoted(text, name)}${sas ? '"$sas"' : ""}`;
  return `"$tables${escaped(text)}${sas ? "$sas" : ""}"`;
}

const escaped = (text: string): string => text.replaceAll(/[\\"$`]/g, "\\$&");

const encoded = (path: string): string =>
  path.replaceAll(/[ "<>\\^`{|}]/g, (c) => (c === "{" || c === "}" ? c : encodeURIComponent(c)));

/** A text as one word of bash. Values of earlier answers are in what was kept. */
function quoted(text: string, name: Name): string {
  const parts = text
    .toWellFormed()
    .replaceAll("\0", "")
    .split(/\{\{\s*([\w-]+)\.response\.(headers|body)\.([\w-]+)\s*\}\}/);
  const words: string[] = [];
  for (let i = 0; i < parts.length; i += 4) {
    if (parts[i]) words.push(word(parts[i] ?? ""));
    const from = parts[i + 2] === "body" ? "member" : "header";
    if (i + 3 < parts.length) words.push(`"$(${from} "$${name(parts[i + 1] ?? "")}" ${parts[i + 3]})"`);
  }
  return words.join("") || "''";
}

/** A text in quotes: simple ones, in which all stands for itself, unless it holds some. */
function word(text: string): string {
  if (text.includes("'") && !text.includes("!")) return `"${escaped(text)}"`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Page after page: the token of each answer asks for the next. */
function follow(r: HttpRequest, name: Name): string {
  return `next=()
while
  page=$(curl --silent --show-error --include ${request(r, name, [`\${next[@]+"\${next[@]}"}`])})
  echo "$page"
  next=()
  while IFS=': ' read -r key value; do
    case $key in [xX]-[mM][sS]-[cC]ontinuation-*) next+=(--data-urlencode "\${key#*ontinuation-}=$value") ;; esac
  done < <(printf '%s' "$page" | tr -d '\\r')
  [ \${#next[@]} -gt 0 ]
do :; done`;
}

/** A transaction: lines of a multipart body, each ended as the protocol wants it. */
function batch(list: readonly HttpRequest[], name: Name): string {
  const lines = list.flatMap((r) => operation(r, name));
  const all = [
    "'--batch'",
    `'Content-Type: multipart/mixed; boundary=changeset'`,
    "''",
    ...lines,
    "'--changeset--'",
    "'--batch--'",
  ];
  const type = "--header 'Content-Type: multipart/mixed; boundary=batch'";
  return `printf '%s\\r\\n'${CONTINUED}${all.join(CONTINUED)} |
  curl --silent --show-error --url "$tables/\\$batch$sas"${CONTINUED}${type} --data-binary @-; echo`;
}

function operation(r: HttpRequest, name: Name): string[] {
  const address = addressOf(r.url, name, false);
  return [
    "'--changeset'",
    "'Content-Type: application/http'",
    "'Content-Transfer-Encoding: binary'",
    "''",
    `'${r.method.replaceAll(/[^A-Z]/g, "")} '${address}' HTTP/1.1'`,
    ...headersOf(r).map((header) => quoted(header, name)),
    "''",
    quoted(r.body.replaceAll(/\s*\n\s*/g, " "), name),
  ];
}
