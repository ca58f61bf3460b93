// What the engine says under /-/, name for name. Written by go run ./site/types from the types of the engine.

/** An entity: read it with propertyOf, for any name may be a property, also "constructor". */
export type Entity = object;

/** A part of a script: offsets in UTF-16 code units, and what it is. */
export type Token = [from: number, to: number, kind: string];

/** A header field. */
export type Field = [name: string, value: string];

/** The files that a script names, by their names. */
export type Files = Record<string, string>;

/** How much of the index a query walks. */
export type ClassName = "point" | "rowRange" | "partitionScan" | "partitionRange" | "tableScan";

/** Parsed is the answer to POST /-/parse. */
export interface Parsed {
  blocks: Block[];
  tokens: Token[]; // from, to, kind
  diagnostics: Diagnostic[];
}

/** Started is the answer to POST /-/scripts. */
export interface Started {
  id: string;
  blocks: Block[];
  diagnostics: Diagnostic[];
}

/** Progressed is the answer to POST /-/scripts/{id}/next. */
export interface Progressed {
  exchanges: Exchange[];
  done: boolean;
  counters: Counters;
}

/** Verdict is the outcome of a check script. */
export interface Judgement {
  pass: boolean;
  checks: Judged[];
}

/** KeyLine is a table drawn as one line: its partitions in key order, and what a request did there. */
export interface KeyLine {
  table: string;
  total: number; // entities
  parts: KeyLinePart[];
}

/** TableInfo is one line of GET /-/tables. */
export interface TableInfo {
  name: string;
  entities: number;
  partitions: number;
  bytes: number;
}

/** PartitionInfo is one line of GET /-/tables/{name}/partitions. */
export interface PartitionInfo {
  name: string;
  n: number; // entities
  bytes: number;
}

/** EntityPage is the answer to GET /-/tables/{name}/entities. */
export interface EntityPage {
  entities: Entity[];
  more: boolean;
}

/** Vocabulary is the words that an editor can offer, from the tables that the parser reads by. */
export interface Vocabulary {
  keys: Keyword[]; // after "@" in a comment
  helpers: string[]; // after "$" in a reference
  variables: string[]; // that every script has
  queries: string[]; // after "??"
  counters: string[]; // after "?? run"
  predicates: string[]; // after a query
  methods: string[];
  headers: string[];
  types: string[]; // of a property, after its name and ":" in @type
  classes: string[]; // after "?? plan =="
  operators: string[]; // of a filter
}

/** Refusal is the answer to a control request that is refused. */
export interface Refusal {
  error: Fault | null;
}

/** Planned is the answer to POST /-/plan. */
export interface Planned {
  plan: Plan | null;
  reads: number; // entities of the table that was named, all pages together
  simple: boolean; // the filter is nothing but comparisons that "and" connects
  terms: FilterTerm[]; // those comparisons
}

/** History is what has become of the data since the last reset. */
export interface History {
  base: number; // the first place that can be gone to
  at: number; // where the data are
  moments: Moment[];
}

/** Past is one line of GET /-/tables/{name}/history: what a write made of an entity. */
export interface EntityVersion {
  at: number; // place in the history, after the write
  before: Entity | null;
  after: Entity | null;
}

/** Generated is the answer to POST /-/generate: the first entities of a recipe, and what becomes of all. */
export interface Generated {
  entities: (Entity | null)[];
  shape: Shape;
}

/** Filled is what one call of [Engine.Fill] has written. */
export interface Filled {
  written: number; // entities
  repeated: number; // entities that were left out: their keys are in the table already
  transactions: number;
}

/** Formatted is the answer to POST /-/format. */
export interface Formatted {
  edits: TextEdit[]; // in order
}

/** Peeked is the answer to POST /-/peek. */
export interface Peeked {
  value: string;
  message: string; // why there is no value, "" if there is one
  sentences: Sentence[];
}

/** Narrower is an answer without a few properties that are most of it. */
export interface Narrower {
  without: string[]; // the properties, heaviest first
  select: string[]; // what remains, for $select
  before: number; // bytes of the answer as it is
  after: number; // bytes of the answer with $select
}

/** Report is what a query costs as it is, and what would cost less, the cheapest first. */
export interface Cheaper {
  read: number; // entities
  returned: number; // entities
  requests: number; // 0 of a copy, whose pages are not known before it is made
  advice: Advice[];
}

/** Extremes are how near a table comes to the limits of the service. */
export interface Extremes {
  name: string; // of the table
  entity: Extreme; // bytes of an entity
  key: Extreme; // bytes of a PartitionKey or a RowKey
  value: Extreme; // bytes of a text or of binary data
  properties: Extreme; // of an entity, without keys and Timestamp
}

/** Block is one request with its metadata and assertions, or the text between two separators that holds no request. */
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

/** Diagnostic is a remark about a place of the text. */
export interface Diagnostic {
  from: number;
  to: number;
  line: number;
  severity: Severity;
  message: string;
  sentences: Sentence[]; // of the message
  replacement: string | null; // for From..To; nil if the author has to decide
  fix: string; // label of a button, "" if none
  label: Sentence[]; // the same by its code
}

/** Exchange is a step of a run as pages see it. */
export interface Exchange {
  step: number; // from 1, hidden ones included
  block: number; // the first of Blocks
  blocks: number[]; // more than one for a batch
  index: number; // of the loop
  hidden: boolean; // of a script that sets up; Block and Line are those of that script
  line: number; // of the request, 0 if the block has none
  title: string;
  name: string;
  client: string;
  wire: WirePair[]; // none if a problem stopped the request
  status: number;
  reason: string;
  code: string; // of an error, of a batch that of the failing operation
  message: string;
  body: string; // pages joined
  ops: Op[];
  checks: Check[];
  load: Load | null; // of a block with @load, nil otherwise
  problem: Problem | null;
  stopped: boolean; // the run is over
  typed: Typed[] | null; // the entities as the block reads them, nil if it only looks
  design: Design | null; // of a block with @workload
  state: SendState;
  start: number; // milliseconds since the run began
  end: number;
  fault: string; // what went wrong on the way, or why nothing was sent; "" if all is well
  sentences: Sentence[]; // of fault, if nothing was sent
  attempts: Attempt[]; // several, or one that did not go well
  record: Rec | null;
}

/** Counters are sums over requests. */
export interface Counters {
  requests: number;
  transactions: number;
  roundtrips: number;
  read: number;
  returned: number;
  partitions: number;
  pages: number;
  bytes: number;
  elapsed: number; // milliseconds of virtual time; of a run what it takes as a whole
  throttled: number; // requests that were refused because the service is busy
  hits: number; // answers from the cache of a client
  attempts: number; // requests with those that were sent again
}

/** BlockResult is the outcome of one block, which is one check. */
export interface Judged {
  title: string;
  pass: boolean;
  feedback: string;
  details: Check[];
}

/** Part is one partition, or several neighbours drawn as one. */
export interface KeyLinePart {
  name: string; // of a fold, "first … last"
  n: number; // entities
  fold: number; // > 0: so many partitions drawn as one
  read: [number, number] | null; // entities [from, to) of this part that were read
  hits: number[]; // entities of this part that were returned
}

/** Keyword is a key and the words that can follow it at once; none for a key that is followed by a name, a number or nothing. */
export interface Keyword {
  name: string;
  words: string[];
}

/** Fault is why a control request is refused. */
export interface Fault {
  line: number; // of a script, from 1; 0 if none
  message: string;
  sentences: Sentence[]; // of the message
  fix: string;
  label: Sentence[]; // the fix by its codes
  position: number | null; // UTF-16 offset in a filter, null if none
}

/** Plan is the interval that a query walks, and why. */
export interface Plan {
  class: ClassName;
  reason: string;
  low: Key | null;
  high: Key | null;
  used: string;
  rest: string;
}

/** Term is a comparison of a filter. */
export interface FilterTerm {
  name: string;
  op: string;
  value: string; // without quotes and suffix
  type: string; // without "Edm."
}

/** Moment is the state after a request that has written something. */
export interface Moment {
  from: number; // the place before it
  at: number; // its place in the history
  record: number; // number in the ledger, 0 for a request that is not there
  op: string;
  table: string;
  inserted: number; // entities
  changed: number;
  deleted: number;
}

/** Shape is what the keys of all entities of a recipe make of a table. */
export interface Shape {
  partitions: number;
  largest: number; // entities of the largest partition
  repeated: number; // entities whose keys an earlier one has
}

/** Edit replaces a piece of a text. */
export interface TextEdit {
  from: number;
  to: number;
  insert: string;
}

/** Sentence is a sentence, or the place in front of one ("line 3:"). */
export interface Sentence {
  code: string;
  params: string[]; // for {0}, {1} and so on
}

/** Advice is one proposal. */
export interface Advice {
  kind: AdviceKind;
  class: ClassName; // of its queries, the most expensive one
  filters: string[]; // of its queries, in order
  names: string[]; // what it names: partitions, a prefix
  read: number; // entities
  returned: number; // entities
  requests: number; // 0 of a copy, whose pages are not known before it is made
  copy: AdviceCopy | null; // that the queries need, null if they need none
}

/** Extreme is the largest number of a table, and the entity that has it. */
export interface Extreme {
  n: number;
  key: Key;
}

/** Severity of a [Diagnostic]. */
export type Severity = "error" | "warning";

/** Wire is a request and its answer as they were sent. */
export interface WirePair {
  request: Message;
  response: Message;
}

/** Op is one operation of a transaction. */
export interface Op {
  block: number;
  method: string;
  target: string; // below the account
  key: Key;
  status: number;
  code: string;
  message: string;
  state: OpState;
}

/** Check is one assertion and how it came out. */
export interface Check {
  line: number;
  text: string;
  pass: boolean;
  query: string;
  expected: string;
  got: string;
  sentences: Sentence[]; // of got, if nothing was found
}

/** Report is what became of a load. */
export interface Load {
  rate: number; // requests a second, as asked for
  seconds: number;
  sent: number; // requests, without repetitions
  accepted: number; // requests that were served, if need be at a later attempt
  throttled: number; // attempts that were refused
  failed: number; // requests that were never served
  p50: number; // ms from the first attempt to the answer, of the requests served
  p95: number;
  p99: number;
  hottest: number; // percent of the load on the busiest partition
  partitions: LoadPartition[];
  partitionCount: number;
  heat: Heat;
  before: NodeMap;
  nodes: NodeMap; // at the end
  events: LoadEvent[];
}

/** Problem is an error of the script itself, found while it runs. */
export interface Problem {
  line: number; // from 1, 0 if none
  message: string;
  sentences: Sentence[]; // of the message
  fix: string; // label of a button, "" if none
  label: Sentence[]; // the same by its code
}

/** Typed is an entity as seen by a program that knows types. */
export interface Typed {
  type: string;
  error: string;
  sentences: Sentence[]; // of the error
  fields: [name: string, type: string, value: string][]; // name, type with "?" if it may be absent, value
}

/** Report is how a design does under a workload. */
export interface Design {
  copies: DesignCopy[];
  patterns: DesignPattern[];
  rate: number; // calls a second of all patterns that have a share
  hottest: number; // of the busiest partition, in a second: pages read and entities written
  hottestPartition: string;
  entities: number; // stored, all copies
  bytes: number; // stored, all copies
  ratio: number; // Bytes in percent of the first copy alone
  transactions: number;
}

/** SendState says what became of the request of an exchange. */
export type SendState = "sent" | "skipped" | "cached";

/** Attempt is one time that a request was sent. */
export interface Attempt {
  start: number;
  end: number;
  status: number; // 0 if no answer came
  code: string;
  wait: number; // after it, before the next one
}

/** Record is what a request did and cost. */
export interface Rec {
  id: number;
  op: string;
  table: string;
  plan: Plan | null;
  read: number; // entities read
  returned: number; // entities returned
  partitions: number; // partitions from which entities were read
  bytesIn: number; // bytes of the request body
  bytesOut: number; // bytes of the response body
  transactions: number; // billed storage transactions
  roundtrips: number; // times that the client waits
  pages: number; // pages of a query
  latency: number; // virtual, in microseconds
  nodes: string[]; // that were asked, with the option cluster
  code: string;
  token: Key | null; // where the next page begins
  changes: Change[];
}

/** Key is the position of an entity in its table. */
export interface Key {
  partition: string;
  row: string;
}

/** Kind is what is proposed. */
export type AdviceKind = "partition" | "partitions" | "upper" | "prefix" | "split" | "index" | "byValue";

/** Copy says how the keys of a copy are made: of [Index] the RowKey is <Property>_<value>_<RowKey>, of [ByValue] the PartitionKey is <value> and the RowKey <PartitionKey>_<RowKey>. */
export interface AdviceCopy {
  property: string;
  digits: number; // of integers, zeros in front
  entities: number; // that are copied
  example: Key; // the key of the copy of the first entity found
}

/** Message is a request, whose Status is 0, or an answer, whose Method and URL are "". */
export interface Message {
  method: string;
  url: string;
  status: number;
  reason: string;
  headers: Field[];
  body: string;
}

/** State of an operation of a transaction. */
export type OpState = "done" | "failed" | "undone";

/** Partition is one of the busiest partitions. */
export interface LoadPartition {
  name: string;
  node: string; // at the end
  sent: number; // entities, repetitions included
  throttled: number;
  peak: number; // the largest number of a second
}

/** Heat is the load by key and time. */
export interface Heat {
  step: number; // ms
  target: number; // of a partition, entities per second
  rows: HeatRow[]; // in key order
}

/** NodeMap is which node serves what. */
export interface NodeMap {
  nodes: ClusterNode[];
}

/** Event is a change of the node map. */
export interface LoadEvent {
  at: number; // ms since the load began
  kind: LoadEventKind;
  text: string;
  sentences: Sentence[]; // of the text
}

/** CopyReport is one copy as it is stored. */
export interface DesignCopy {
  name: string;
  table: string;
  partition: string;
  row: string;
  partitions: number;
  bytes: number;
}

/** PatternReport is what the calls of one pattern cost. */
export interface DesignPattern {
  name: string;
  share: number;
  rate: string; // such as 1/day, "" for a pattern with a share
  class: string; // "" for a pattern that reads nothing
  reason: Reason;
  typical: Figures; // the mean of all calls
  p99: Figures; // what 99 of 100 calls do not exceed: budgets limit it
  largest: Figures; // of any call
  workflow: number; // transactions of a write that a queue carries through, 0 if one is enough
  verified: boolean; // calls were made, and cost what was counted
  budget: string; // "read <= 1, requests <= 1", "" if there is none
  pass: boolean;
  said: string; // why no call could be made, "" if they were
  sentences: Sentence[]; // the same by their codes
}

/** Change is one entity or table before and after a write. */
export interface Change {
  kind: string;
  table: string;
  key: Key;
  before: Entity | null;
  after: Entity | null;
}

/** HeatRow is the partitions from Low to High, inclusive. */
export interface HeatRow {
  low: string;
  high: string;
  cells: [sent: number, throttled: number][]; // entities: asked for, refused
}

/** Node is one node with its ranges, by table and key. */
export interface ClusterNode {
  name: string;
  ranges: NodeRange[];
}

/** Kind says what happened to a range. */
export type LoadEventKind = "split" | "merge" | "move";

/** Reason says why a plan has its class. */
export type Reason = "bothKeys" | "rowBounds" | "wholePartition" | "otherProperty" | "orOverRows" | "negatedRow" | "partitionBounds" | "orOverPartitions" | "negatedPartition" | "rowWithoutPartition" | "noKey" | "noFilter" | "noMatch";

/** Figures are the numbers of a call that budgets limit. */
export interface Figures {
  read: number;
  returned: number;
  requests: number;
  roundtrips: number;
  transactions: number;
}

/** Range is the partitions of a table from Low up to, but not including, High; "" is unbounded. */
export interface NodeRange {
  table: string;
  low: string;
  high: string;
  partitions: number; // that are known: stored, or asked for in the last minute
  rate: number; // entities asked for in the last full second
  throttled: number; // of them refused
}
