// The source "this machine": the tables of the server that this page comes from. Each request carries the token that
// the server has printed with the address of the page.
import { objectOf } from "../ui/storage.ts";
import { WatchControl } from "./tab-source.ts";

const KEY = "rowkey/watch-token";

/** How the server is reached, and what came in wrongly. */
export interface Machine {
  account: string;
  table: string; // addresses, "" for none
  queue: string;
  blob: string;
  arrivals: Arrival[];
}

export interface Arrival {
  kind: "https" | "port" | "refused";
  port: string;
  status: number;
  agent: string;
  times: number;
  last: string;
}

/** Whether the server of this page is there, and lets the page in. */
export type Door = "open" | "locked" | "none";

/** Takes the token out of the address of the page, where it need not stay, or what this tab has kept of it. */
export function takeToken(): string {
  const [, token = ""] = /^#token=([A-Z2-7]{16,64})$/.exec(location.hash) ?? [];
  if (!token) return kept();
  history.replaceState(null, "", location.pathname + location.search);
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // a tab that keeps nothing asks for the address again
  }
  return token;
}

function kept(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export class MachineSource {
  readonly control: WatchControl;
  door: Door = "none";
  state: Machine | null = null;

  constructor(token: string) {
    this.control = new WatchControl((url, init) =>
      fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), "X-Rowkey-Token": token } }),
    );
  }

  /** Asks how the server is reached. */
  async look(): Promise<void> {
    const answer = await this.control.machine().catch(() => null);
    this.door = answer?.ok ? "open" : answer?.status === 401 ? "locked" : "none";
    this.state = answer?.ok ? machineOf(await answer.json().catch(() => null)) : null;
  }
}

/** Reads what a server says; what is missing is empty. */
export function machineOf(x: unknown): Machine {
  const of = objectOf(x);
  const arrivals = Array.isArray(of.arrivals) ? (of.arrivals as unknown[]) : [];
  return {
    account: textOf(of.account),
    table: textOf(of.table),
    queue: textOf(of.queue),
    blob: textOf(of.blob),
    arrivals: arrivals.flatMap((a) => arrivalOf(a)),
  };
}

const textOf = (x: unknown): string => (typeof x === "string" ? x : "");

function arrivalOf(x: unknown): Arrival[] {
  const of = objectOf(x);
  const kind = of.kind;
  if (kind !== "https" && kind !== "port" && kind !== "refused") return [];
  const number = (n: unknown) => (typeof n === "number" && Number.isSafeInteger(n) ? n : 0);
  return [
    {
      kind,
      port: textOf(of.port),
      status: number(of.status),
      agent: textOf(of.agent),
      times: number(of.times),
      last: textOf(of.last),
    },
  ];
}

const WELL_KNOWN = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

/** The connection string of the server; its key is public unless the server was given another. */
export function connectionOf(m: Machine): string {
  const secure = m.table.startsWith("https:");
  const key = m.account === "devstoreaccount1" ? WELL_KNOWN : "<key>";
  const ends = [m.blob && `BlobEndpoint=${m.blob}`, m.queue && `QueueEndpoint=${m.queue}`, `TableEndpoint=${m.table}`];
  return [
    `DefaultEndpointsProtocol=${secure ? "https" : "http"}`,
    `AccountName=${m.account}`,
    `AccountKey=${key}`,
    ...ends.filter(Boolean),
    "",
  ].join(";");
}

/** How programs of a language connect. */
export const LANGUAGES: readonly (readonly [name: string, code: string])[] = [
  ["JavaScript", 'TableClient.fromConnectionString(process.env.TABLES, "Orders", { allowInsecureConnection: true })'],
  ["C#", 'new TableClient(Environment.GetEnvironmentVariable("TABLES"), "Orders")'],
  ["Go", 'aztables.NewServiceClientFromConnectionString(os.Getenv("TABLES"), nil)'],
  ["Python", 'TableClient.from_connection_string(os.environ["TABLES"], "Orders")'],
  ["Java", 'new TableClientBuilder().connectionString(System.getenv("TABLES")).tableName("Orders").buildClient()'],
];
