// What the engine says under /-/, name for name.
import type { Attempt, Load } from "./types-run.ts";

export interface Problem {
  line: number; // 1-based, 0 for none
  message: string;
  fix: string;
}

export interface Diagnostic {
  from: number; // UTF-16 offsets of the text
  to: number;
  line: number;
  severity: "error" | "warning";
  message: string;
  replacement: string | null; // what "fix" would put between from and to
  fix: string; // label of the button, "" if there is none
}

export type Token = [from: number, to: number, kind: string];

export interface Block {
  index: number;
  title: string;
  name: string;
  batch: string;
  client: string;
  line: number; // of the request, 0 if there is none
  from: number;
  to: number;
  firstLine: number;
  lastLine: number;
  method: string;
  checks: number;
}

export interface Parsed {
  blocks: Block[];
  tokens: Token[];
  diagnostics: Diagnostic[];
}

export type Field = [name: string, value: string];

export interface Message {
  method: string;
  url: string;
  status: number;
  reason: string;
  headers: Field[];
  body: string;
}

export interface WirePair {
  request: Message;
  response: Message;
}

export interface Check {
  line: number;
  text: string;
  pass: boolean;
  query: string;
  expected: string;
  got: string;
}

export interface Key {
  partition: string;
  row: string;
}

export type ClassName = "point" | "rowRange" | "partitionScan" | "partitionRange" | "tableScan";

export interface Plan {
  class: ClassName;
  reason: string;
  low: Key | null;
  high: Key | null;
  used: string;
  rest: string;
}

export type Entity = object; // read with propertyOf: any name may be a property, also "constructor"

export interface Change {
  kind: string;
  table: string;
  key: Key;
  before: Entity | null;
  after: Entity | null;
}

export interface Rec {
  id: number;
  op: string;
  table: string;
  plan: Plan | null;
  read: number;
  returned: number;
  partitions: number;
  bytesIn: number;
  bytesOut: number;
  transactions: number;
  roundtrips: number;
  pages: number;
  latency: number; // virtual, in microseconds
  nodes: string[]; // that were asked, with the option cluster
  code: string;
  token: Key | null;
  changes: Change[];
}

export interface Op {
  block: number;
  method: string;
  target: string;
  key: Key;
  status: number;
  code: string;
  message: string;
  state: "done" | "failed" | "undone";
}

export interface Exchange {
  step: number;
  block: number;
  blocks: number[];
  index: number;
  hidden: boolean;
  line: number;
  title: string;
  name: string;
  client: string;
  wire: WirePair[];
  status: number;
  reason: string;
  code: string;
  message: string;
  body: string;
  record: Rec | null;
  ops: Op[];
  checks: Check[];
  problem: Problem | null;
  stopped: boolean;
  typed: Typed[] | null;
  design: Design | null;
  load: Load | null;
  state: "sent" | "skipped" | "cached";
  start: number; // virtual ms since the run began
  end: number;
  fault: string; // "" if none was asked for
  attempts: Attempt[]; // if there were several, or one was faulted
}

// Typed is an entity as a program sees it that knows types.
export interface Typed {
  type: string;
  error: string;
  fields: [name: string, type: string, value: string][];
}

export interface Design {
  copies: DesignCopy[];
  patterns: DesignPattern[];
  hottest: number; // of 100 calls, how many touch the busiest partition
  hottestPartition: string;
  entities: number;
  bytes: number;
  ratio: number; // bytes in percent of the first copy alone
  transactions: number; // of 100 calls
}

export interface DesignCopy {
  name: string;
  table: string;
  partition: string;
  row: string;
  partitions: number;
  bytes: number;
}

export interface DesignPattern {
  name: string;
  share: number;
  class: string;
  reason: string;
  read: number;
  returned: number;
  requests: number;
  roundtrips: number;
  transactions: number;
  budget: string;
  pass: boolean;
  said: string;
}

export interface Counters {
  requests: number;
  transactions: number;
  roundtrips: number;
  read: number;
  returned: number;
  partitions: number;
  pages: number;
  bytes: number;
  elapsed: number; // virtual ms
  throttled: number;
  hits: number; // of client caches
  attempts: number;
}

export interface KeyLinePart {
  name: string;
  n: number;
  fold: number;
  read: [from: number, to: number] | null;
  hits: number[] | null;
}

export interface KeyLine {
  table: string;
  total: number;
  parts: KeyLinePart[];
}

export interface Started {
  id: string;
  blocks: Block[];
  diagnostics: Diagnostic[];
}

export interface Progressed {
  exchanges: Exchange[];
  done: boolean;
  counters: Counters;
}

export interface Judged {
  title: string;
  pass: boolean;
  feedback: string;
  details: Check[];
}

export interface Judgement {
  pass: boolean;
  checks: Judged[];
}

export interface TableInfo {
  name: string;
  entities: number;
  partitions: number;
  bytes: number;
}

export interface PartitionInfo {
  name: string;
  n: number;
  bytes: number;
}

export interface ContainerInfo {
  name: string;
  blobs: number;
  bytes: number;
}

export interface EntityPage {
  entities: Entity[];
  more: boolean;
}

export type Files = Record<string, string>;
