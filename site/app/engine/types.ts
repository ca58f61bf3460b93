// What the engine reads and answers under /-/, name for name. Written by go run ./site/types from its types.

/** An entity: read it with propertyOf, for any name may be a property, also "constructor". */
export type Entity = object;

/** A part of a script: offsets in UTF-16 code units, and what it is. */
export type Token = [from: number, to: number, kind: string];

/** A header field. */
export type Field = [name: string, value: string];

/** The files that a script names, by their names. */
export type Files = Record<string, string>;

/** A body that says no more of its form: an object is written as JSON, a text or an ArrayBuffer goes as it is. */
export type Raw = object | string;

/** How much of the index a query walks. */
export type ClassName = "point" | "rowRange" | "partitionScan" | "partitionRange" | "tableScan";

/** The control requests: what is sent, and what is answered. */
export interface Calls {
  "POST parse": { request: Source; answer: Parsed };
  "POST format": { request: FormatRequest; answer: Formatted };
  "POST peek": { request: PeekRequest; answer: Peeked };
  "GET words": { request: null; answer: Vocabulary };
  "POST scripts": { request: StartRequest; answer: Started };
  "POST scripts/*/next": { request: null; answer: Progressed };
  "POST judge": { request: JudgeRequest; answer: Judgement };
  "GET snapshot": { request: null; answer: Raw };
  "PUT snapshot": { request: Raw; answer: null };
  "POST reset": { request: ResetRequest; answer: null };
  "GET clock": { request: null; answer: Time };
  "POST clock": { request: AdvanceRequest; answer: Time };
  "PUT options": { request: Options; answer: null };
  "GET ledger": { request: null; answer: Ledger };
  "GET ledger/*/keyline": { request: null; answer: KeyLine };
  "POST plan": { request: PlanRequest; answer: Planned };
  "POST cheaper": { request: CheaperRequest; answer: Cheaper };
  "POST generate": { request: Raw; answer: Generated };
  "POST fill": { request: Raw; answer: Filled };
  "POST narrower": { request: NarrowerRequest; answer: Narrower | null };
  "POST findings": { request: FindingsRequest; answer: Findings };
  "POST rehearse": { request: RehearseRequest; answer: Findings };
  "POST size": { request: Raw; answer: Sized };
  "GET tables": { request: null; answer: TableInfo[] };
  "GET extremes": { request: null; answer: Extremes[] };
  "GET tables/*/partitions": { request: null; answer: PartitionInfo[] };
  "GET tables/*/entities": { request: null; answer: EntityPage };
  "GET tables/*/history": { request: null; answer: EntityVersion[] };
  "GET history": { request: null; answer: History };
  "POST history": { request: HistoryRequest; answer: History };
  "GET containers": { request: null; answer: ContainerInfo[] };
  "GET nodes": { request: null; answer: NodeMap };
  "GET version": { request: null; answer: Version };
  "POST sheet": { request: SheetSource; answer: Sheeted };
  "POST compare": { request: SheetSource; answer: Comparison };
  "POST costs": { request: SheetSource; answer: SheetCosts };
  "PUT profile": { request: null; answer: ProfileProgress };
  "POST profile": { request: Raw; answer: ProfileProgress };
  "GET profile": { request: null; answer: Profile };
  "DELETE profile": { request: null; answer: ProfileProgress };
  "GET profile/*/partitions": { request: null; answer: ProfilePartitions };
  "POST profile/*/sheet": { request: ProfileChoices; answer: ProfiledSheet };
  "GET profile/*/sample": { request: null; answer: Raw };
  "POST propose": { request: ProposeRequest; answer: Proposed };
  "POST verify": { request: SheetSource; answer: Verified };
  "POST export": { request: SheetSource; answer: Exported };
  "GET scale": { request: null; answer: ScaleForm };
  "PUT scale": { request: Raw; answer: Simulated };
  "POST scale": { request: ScaleStep; answer: Simulated };
  "DELETE scale": { request: null; answer: Simulated };
  "POST races": { request: RaceRequest; answer: RaceSlice };
  "POST races/*/next": { request: null; answer: RaceSlice };
  "POST races/*/script": { request: OutcomeRequest; answer: LabScript };
  "POST faults": { request: FaultRequest; answer: FaultSlice };
  "POST faults/*/next": { request: null; answer: FaultSlice };
  "POST faults/*/run": { request: FaultPlace; answer: FaultRun };
  "POST faults/*/script": { request: FaultScriptRequest; answer: LabScript };
  "GET watch": { request: null; answer: Watched };
  "POST watch": { request: WatchRequest; answer: Watched };
  "PUT watchlog": { request: null; answer: null };
  "POST watchlog": { request: Raw; answer: LogProgress };
}

/** Source is a script as a page sends it. */
export interface Source {
  name?: string;
  text: string;
  files?: Record<string, string>; // that it can name, by their names
}

/** Parsed is the answer to POST /-/parse. */
export interface Parsed {
  blocks: Block[];
  tokens: Token[]; // from, to, kind
  diagnostics: Diagnostic[];
}

/** FormatRequest is the body of POST /-/format. */
export interface FormatRequest {
  text: string;
}

/** Formatted is the answer to POST /-/format. */
export interface Formatted {
  edits: TextEdit[]; // in order
}

/** PeekRequest is the body of POST /-/peek. */
export interface PeekRequest {
  name?: string;
  text: string;
  files?: Record<string, string>; // that it can name, by their names
  of: string; // a text with references
  after?: string; // the run whose captures it may use
}

/** Peeked is the answer to POST /-/peek. */
export interface Peeked {
  value: string;
  message: string; // why there is no value, "" if there is one
  sentences: Sentence[];
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

/** StartRequest is the body of POST /-/scripts. */
export interface StartRequest {
  name?: string;
  text: string;
  files?: Record<string, string>; // that it can name, by their names
  blocks?: number[]; // the only ones that run
  setups?: string[]; // scripts that have filled the store already
  continue?: string; // the run whose captures and finished setups are taken over
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

/** JudgeRequest is the body of POST /-/judge. */
export interface JudgeRequest {
  check: string; // a script
  files?: Record<string, string>;
  session?: string; // the run that is judged
}

/** Verdict is the outcome of a check script. */
export interface Judgement {
  pass: boolean;
  checks: Judged[];
}

/** ResetRequest is the body of POST /-/reset. */
export interface ResetRequest {
  seed?: number; // 1 if it is absent
  now?: string; // ISO 8601; a fixed time if it is absent
  options?: Options; // those that are absent are as the sandbox was opened
}

/** Time is the answer to /-/clock. */
export interface Time {
  now: string; // ISO 8601, UTC
}

/** AdvanceRequest is the body of POST /-/clock. */
export interface AdvanceRequest {
  advance: number; // milliseconds
}

/** Options are the options of a sandbox that a page can change; what is absent stays as it is. */
export interface Options {
  partitionBoundary?: boolean;
  pageReads?: number; // 0 for what the service reads in five seconds
  deleteDelay?: number; // seconds
  unordered?: boolean;
  signatures?: boolean;
  cluster?: ClusterOptions;
  single?: boolean; // no cluster
}

/** Ledger is the answer to GET /-/ledger. */
export interface Ledger {
  records: Rec[];
  sum: Counters;
}

/** KeyLine is a table drawn as one line: its partitions in key order, and what a request did there. */
export interface KeyLine {
  table: string;
  total: number; // entities
  parts: KeyLinePart[];
}

/** PlanRequest is the body of POST /-/plan. */
export interface PlanRequest {
  filter: string;
  table?: string; // whose entities are counted
}

/** Planned is the answer to POST /-/plan. */
export interface Planned {
  plan: Plan | null;
  reads: number; // entities of the table that was named, all pages together
  simple: boolean; // the filter is nothing but comparisons that "and" connects
  terms: FilterTerm[]; // all its comparisons
}

/** CheaperRequest is the body of POST /-/cheaper. */
export interface CheaperRequest {
  record: number; // of a query, in the ledger
  top?: number; // entities that the client wants, 0 for all
}

/** Report is what a query costs as it is, and what would cost less, the cheapest first. */
export interface Cheaper {
  read: number; // entities
  returned: number; // entities
  requests: number; // 0 of a copy, whose pages are not known before it is made
  advice: Advice[];
}

/** Generated is the answer to POST /-/generate: the first entities of a recipe, and the shape of the table with all. */
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

/** NarrowerRequest is the body of POST /-/narrower. */
export interface NarrowerRequest {
  url: string; // of a query
  accept?: string; // its header field
}

/** Narrower is an answer without the few properties that make up most of it. */
export interface Narrower {
  without: string[]; // the properties, heaviest first
  select: string[]; // what remains, for $select
  before: number; // bytes of the answer as it is
  after: number; // bytes of the answer with $select
}

/** FindingsRequest is the body of POST /-/findings. */
export interface FindingsRequest {
  open?: string; // the finding whose proposal is run on a copy, besides those of the first ones
}

/** Report is what the log shows. */
export interface Findings {
  requests: number;
  findings: Finding[];
  silent: Finding[]; // those that a script switches off
}

/** RehearseRequest is the body of POST /-/rehearse. */
export interface RehearseRequest {
  name?: string;
  text: string;
  files?: Record<string, string>; // that it can name, by their names
  continue?: string; // the run that the script goes on from
}

/** Sized is the answer to POST /-/size: what an entity would be if it were sent. */
export interface Sized {
  size: number; // bytes, as the service counts them
  properties: number; // without keys and Timestamp
  code: string; // of the limit that the entity breaks, "" if none
}

/** Stats are the figures of one table. */
export interface TableInfo {
  name: string; // as it was created
  entities: number;
  partitions: number;
  bytes: number; // as the service counts them, [edm.Entity.Size]
  properties: Named[]; // at most 1,000, without keys and Timestamp
}

/** Extremes are how near a table comes to the limits of the service. */
export interface Extremes {
  name: string; // of the table
  entity: Extreme; // bytes of an entity
  key: Extreme; // bytes of a PartitionKey or a RowKey
  value: Extreme; // bytes of a text or of binary data
  properties: Extreme; // of an entity, without keys and Timestamp
}

/** Partition is a PartitionKey, how many entities have it, and their size. */
export interface PartitionInfo {
  name: string;
  n: number; // entities
  bytes: number; // as the service counts them, [edm.Entity.Size]
}

/** EntityPage is the answer to GET /-/tables/{name}/entities. */
export interface EntityPage {
  entities: Entity[];
  more: boolean;
}

/** Past is one line of GET /-/tables/{name}/history: an entity before and after a write. */
export interface EntityVersion {
  at: number; // place in the history, after the write
  before: Entity | null;
  after: Entity | null;
}

/** History is how the data has changed since the last reset. */
export interface History {
  base: number; // the first place that [Engine.GoTo] can restore
  at: number; // the place of the data now
  moments: Moment[];
}

/** HistoryRequest is the body of POST /-/history. */
export interface HistoryRequest {
  to?: number; // a place; absent to begin a history
}

/** ContainerInfo is one line of GET /-/containers. */
export interface ContainerInfo {
  name: string;
  blobs: number;
  bytes: number; // of their contents
}

/** NodeMap is which node serves what. */
export interface NodeMap {
  nodes: ClusterNode[];
}

/** Version is the answer to GET /-/version. */
export interface Version {
  version: string;
}

/** SheetSource is a sheet as a page sends it. */
export interface SheetSource {
  text?: string;
  sheet?: object; // its JSON form, in place of the text
}

/** Sheeted is the answer to POST /-/sheet: a sheet in both of its forms, what is wrong with it, and the numbers that follow from it. */
export interface Sheeted {
  text: string;
  sheet: object;
  messages: SheetMessage[];
  assumptions: SheetAssumption[];
  working: WorkingStep[]; // of the whole sheet
  kinds: SheetKind[];
  asks: SheetAsk[];
  does: SheetDo[]; // with the deletes by age that the sheet implies
}

/** Report is how the designs of a sheet do. */
export interface Comparison {
  messages: SheetMessage[];
  designs: DesignReport[];
}

/** SheetCosts is the answer to POST /-/costs: what is billed for the designs of a sheet, none if it has a mistake. */
export interface SheetCosts {
  growth: number; // how many times the users of today are in the grown month
  designs: DesignCosts[];
}

/** ProfileProgress is the answer to POST /-/profile: how much of the file has been read. */
export interface ProfileProgress {
  rows: number;
  bytes: number;
  done: boolean;
}

/** Report is what a profile says of a file. */
export interface Profile {
  name: string;
  format: string; // csv, lines or array
  rows: number;
  bytes: number;
  kept: number; // rows that partitions are counted in; all of them unless there are too many
  columns: ProfileColumn[];
  renamed: Renamed[]; // columns
  leftOut: string[]; // columns beyond 255, at most 100 of them
  further: number; // how many these are
  entity: ProfileSizes; // bytes of a row as the service counts them, with the keys that the file has
  members: number; // most properties of a row
  large: Places; // rows above 1 MiB
  many: Places; // rows with more than 252 properties
  forbidden: number; // rows with a character that no key can have, where a key could be
  identity: string[][];
  proven: boolean; // identities were verified on all rows
  present: KeyChoice | null; // the keys that the file has, null if it has none
  keys: KeyChoice[];
  tells: ProfileTells[];
  sample: ProfileSample;
}

/** Partitions are the partitions that a key makes, the largest first. */
export interface ProfilePartitions {
  columns: string[];
  partitions: number;
  rows: number[]; // of each of the 64 largest
  top: ProfilePartition[]; // the ten largest
  half: number; // so many of the largest hold half of the rows
  halfShare: number;
}

/** ProfileChoices are the body of POST /-/profile/keys/sheet: what a reader decides before the sheet is filled. */
export interface ProfileChoices {
  types?: Record<string, string>; // of columns, in place of the narrowest that fits
  filters?: string; // a list, one a line
  keys?: number[]; // positions among Profile.keys
}

/** ProfiledSheet is the answer to POST /-/profile/keys/sheet: a sheet that was filled with measured numbers. */
export interface ProfiledSheet {
  text: string;
  sheet: Entity | null; // the same in its JSON form
  measured: string[]; // paths of the JSON form whose numbers were measured
  rows: number; // on so many rows
  leftOut: string[]; // columns that did not fit
  noName: boolean; // no columns identify a row: the sheet has one more attribute
  unread: UnreadFilter[];
}

/** ProposeRequest is the body of POST /-/propose. */
export interface ProposeRequest {
  text?: string;
  sheet?: object; // its JSON form, in place of the text
  state?: number; // of the answer before, 0 to begin
  slice?: number; // how many designs are tried
  stop?: boolean; // try no more designs: the best so far is wanted
  found?: string[]; // stores of one more design to start from, besides those of the sheet
}

/** Proposed is the answer to POST /-/propose: one slice of the search for designs. */
export interface Proposed {
  messages: SheetMessage[];
  state: number; // designs that were tried; the next slice goes on from here
  progress: SearchProgress;
  proposals: Proposal[]; // the best one first
  counter: number; // the best one that avoids the first pattern of the best, -1 if there is none
  counterBy: CostName; // where it is better; "" if nowhere
  weak: number; // designs that were compared last and are left out: far worse than the best
  complete: boolean; // all designs with at most one copy of the kept forms were tried
  loosen: Loosen[]; // if no design meets all budgets: changes to the sheet that would help
}

/** Verified is the answer to POST /-/verify: how a sample of one design agrees with what its plan predicts. */
export interface Verified {
  messages: SheetMessage[];
  sample: SampleReport; // empty if there is an error among the messages
}

/** Exported is the answer to POST /-/export: one design of a sheet as a script that runs, or the requests from which one of its lines is calculated. */
export interface Exported {
  messages: SheetMessage[];
  script: string; // "" with an error in the messages, or a sample that was refused or lacks it
  data: string; // rows that the script is about, as JSON lines; "" if it writes them
  smaller: boolean; // answers are smaller than those of the sheet
  refused: string; // what the service said about a row of the sample; "" if it took all
}

/** ScaleForm is the answer to GET /-/scale: what can be set, and the defaults. */
export interface ScaleForm {
  parameters: ScaleSetting[];
  keys: ScaleKeys[];
  policies: ScaleRetryPolicy[];
  part: ScalePart;
  load: ScaleLoad; // without parts
}

/** Simulated is the answer to PUT and POST /-/scale. */
export interface Simulated {
  messages: ScaleMessage[];
  sheet: SheetMessage[]; // what is wrong with the sheet that is the load
  progress: ScaleProgress;
  report: ScaleReport | null; // null until the run is done, or stopped
}

/** ScaleStep is the body of POST /-/scale. */
export interface ScaleStep {
  stop?: boolean; // calculate nothing more: the report so far is wanted
}

/** RaceRequest is the body of POST /-/races. */
export interface RaceRequest {
  name?: string;
  text: string;
  files?: Record<string, string>; // that it can name, by their names
  setups?: string[]; // scripts that have filled the store already
  cap?: number; // the most states that are explored; 0 for the limit of package race
  seed?: number; // of the random orders beyond that
  crashes?: number; // 1 for orders with a crash
}

/** RaceSlice is the answer to POST /-/races and /-/races/{id}/next: one slice of the exploration of all orders. */
export interface RaceSlice {
  id: string;
  problem: LabProblem | null; // why there is nothing to explore, nil if there is
  done: boolean;
  share: number; // of the work, about
  states: number; // different ones so far
  broken: boolean; // an order that breaks an invariant has been found
  report: RaceReport | null; // at the end
}

/** OutcomeRequest is the body of POST /-/races/{id}/script. */
export interface OutcomeRequest {
  outcome: number; // from 0
  form?: ScriptForm;
}

/** Script is a script that repeats what a laboratory has found. */
export interface LabScript {
  name: string;
  text: string;
}

/** FaultRequest is the body of POST /-/faults. */
export interface FaultRequest {
  name?: string;
  text: string;
  files?: Record<string, string>; // that it can name, by their names
  setups?: string[]; // scripts that have filled the store already
  lanes?: string[]; // the only clients that have faults
}

/** FaultSlice is the answer to POST /-/faults and /-/faults/{id}/next: one slice of the runs with faults. */
export interface FaultSlice {
  id: string;
  problem: LabProblem | null; // why nothing can be run, nil if something can
  done: boolean;
  runs: number; // so far
  of: number; // runs that there may be
  report: FaultReport | null; // cells that have not run yet are open
}

/** FaultPlace is the body of POST /-/faults/{id}/run: a run with a fault, or with two crashes. */
export interface FaultPlace {
  step: number;
  kind: FaultKind;
  second?: number; // after this step it crashes again
}

/** Run is one run in all its steps. */
export interface FaultRun {
  step: number; // 0 for the run without a fault
  kind: FaultKind; // "" for that
  second: number; // the step of a second crash, 0 for none
  broken: boolean;
  bounded: boolean;
  verdicts: LabVerdict[];
  ends: LabEnd[];
  facts: LabFact[]; // what is different from the run without a fault
  steps: LabStep[];
  repeats: number; // attempts like the last one that follow and change nothing
}

/** FaultScriptRequest is the body of POST /-/faults/{id}/script. */
export interface FaultScriptRequest {
  step: number;
  kind: FaultKind;
  second?: number; // after this step it crashes again
  form?: ScriptForm;
}

/** Watched is the answer to /-/watch: what programs did to their tables. */
export interface Watched {
  recording: boolean;
  elapsed: number; // milliseconds that were recorded
  calls: number; // requests
  sums: Counts;
  other: number; // requests of shapes for which there was no room
  shapes: WatchedShape[];
  findings: WatchedFinding[]; // what loses changes first, then what costs most
}

/** WatchRequest is the body of POST /-/watch. */
export interface WatchRequest {
  record?: boolean; // requests are recorded from now on, or not
  clear?: boolean; // what was recorded is forgotten first, and so are the requests so far
  counted?: boolean; // from then on tables whose names differ in the number at their end are one
  examine?: boolean; // cheaper forms of new requests are run on a copy
  over?: boolean; // nothing comes that belongs to what was recorded
}

/** LogProgress is the answer to /-/watchlog: how far a log has been read, and at its end what is in it. */
export interface LogProgress {
  requests: number; // to tables
  skipped: number; // lines that are of another service, or cannot be read
  from: string; // ISO 8601, UTC
  to: string;
  busiest: number; // requests in one hour
  watched: Watched | null; // null before the end
}

/** Refusal is the answer to a control request that is refused. */
export interface Refusal {
  error: Fault | null;
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

/** Keyword is a key and the words that can follow it at once; none for a key that is followed by a name, a number or nothing. */
export interface Keyword {
  name: string;
  words: string[];
  help: string; // section of the help page that explains it
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

/** ClusterOptions are the options of a cluster; what is absent stays as it is. */
export interface ClusterOptions {
  nodes?: number;
  target?: number; // entities a second and partition
  account?: number; // entities a second
  capacity?: number; // entities a second and node
  warm?: boolean; // new tables are
}

/** Part is one partition, or several neighbours drawn as one. */
export interface KeyLinePart {
  name: string; // of a fold, "first … last"
  n: number; // entities
  fold: number; // > 0: so many partitions drawn as one
  read: [number, number] | null; // entities [from, to) of this part that were read
  hits: number[]; // entities of this part that were returned
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

/** Shape describes the table that a recipe fills, by the keys of all its entities. */
export interface Shape {
  partitions: number;
  largest: number; // entities of the largest partition
  repeated: number; // entities whose keys an earlier one has
}

/** Finding is what one rule says about requests of the same form. */
export interface Finding {
  id: string; // the same as long as rule and form are
  rule: RuleName;
  wrong: boolean; // it may lose data; there is nothing to save
  early: boolean; // a script shows it before it is sent
  count: number;
  table: string;
  names: string[]; // what the text of the rule names
  clients: string[];
  file: string;
  lines: number[]; // of the script, ascending
  records: number[]; // in the ledger
  evidence: FindingEvidence[];
  tried: number; // requests that ran on the copy, 0 before
  before: FindingCost;
  after: FindingCost;
  lost: number; // entities not seen, or changes that may be lost
  form: FindingStep[]; // what to send in place of the first one
  advice: Advice | null; // with the copy that the proposal needs, null if a page can make none
  reason: string; // that the script gives for doing it, "" if it gives none
}

/** Named is a property that entities of a table have, and its type in the first of them. */
export interface Named {
  name: string;
  type: string; // such as Edm.Int32
  others?: string[]; // its types in later ones
}

/** Extreme is the largest number of a table, and the entity that has it. */
export interface Extreme {
  n: number;
  key: Key;
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

/** Node is one node with its ranges, by table and key. */
export interface ClusterNode {
  name: string;
  ranges: NodeRange[];
}

/** Message says what is wrong with a sheet, where, and, by its code and its words, what to do. */
export interface SheetMessage {
  code: SheetCode;
  line: number; // of the text form, from 1; 0 if the sheet was not read from text
  path: string; // of the JSON form, such as /entities/0/attributes/2; "" for the whole sheet
  subject: string; // name of the kind, question, write or design that it is about, or what was written
  names: string[]; // other names that its sentence has
  numbers: number[]; // numbers that its sentence has
  note: boolean; // not an error: the sheet can be used
}

/** Assumption is a default for something that the sheet does not say. */
export interface SheetAssumption {
  path: string; // of the JSON form, with the member that is not there: /asks/0/asked
  value: string; // as the text form has it
}

/** Step is a line of the working below a number: Left and Right, joined by Op, are Result. */
export interface WorkingStep {
  code: WorkingCode;
  left: number;
  op: WorkingOp;
  right: number;
  result: number;
  of: string; // kind that the step speaks of, for EachParent and those after it
  per: string; // time in which so many arrive, for EachParent and LargestHas; "" for what is stored
}

/** SheetKind is what follows for a kind. */
export interface SheetKind {
  working: WorkingStep[];
  entities: number;
  size: number; // bytes of one entity, at most
}

/** SheetAsk is what follows for a question: its rate, and how many entities it wants. */
export interface SheetAsk {
  working: WorkingStep[];
  typical: number;
  often: number; // what 99 of 100 answers do not exceed
  largest: number;
}

/** SheetDo is what follows for a write. */
export interface SheetDo {
  name: string;
  working: WorkingStep[];
}

/** DesignReport is how one design does. */
export interface DesignReport {
  name: string;
  stores: StoreReport[];
  valid: boolean;
  problems: DesignProblem[];
  questions: QuestionReport[]; // in the order of the sheet
  writes: WriteReport[]; // in the order of the sheet, with the deletes by age that it implies
  facts: DesignFacts;
  growth: GrowthReport[];
  breaks: DesignBreach; // what breaks first; its What is "" if nothing does
}

/** DesignCosts are what is billed for a design: in a month, in a month with ten times as many users, and once to fill its stores. */
export interface DesignCosts {
  name: string;
  now: Usage;
  grown: Usage;
  stores: StoreCosts[];
}

/** Column is what is known of a column. */
export interface ProfileColumn {
  name: string;
  type: string; // of a sheet, the narrowest that fits
  fits: string[]; // all types that fit
  unit: string; // finest unit of a time
  filled: number;
  distinct: number;
  exact: boolean; // distinct and largest are counted, not estimated
  largest: number; // share of the rows that have the most frequent value
  skew: ProfileSkew; // over all rows; those without a value count as one more
  size: ProfileSizes; // UTF-16 code units of its text
  order: string; // rising, falling, constant or ""
  digits: number[]; // of the shortest and the longest integer, empty unless all are integers
  signed: boolean;
  key: boolean; // it was examined as a part of a key
  unique: boolean;
  notKeys: Places; // values with a character that keys cannot have
  badValues: number; // different ones of them, 0 if they were not counted
  longKeys: Places; // values above 1 KiB
  tooLarge: Places; // values above 64 KiB
  example: string; // a frequent value, "" unless values were asked for
}

/** Renamed is a column that is called otherwise than in the file: its name is there already, or it has none. */
export interface Renamed {
  column: number; // from 1
  from: string; // "" for none
  to: string;
}

/** Sizes are the smallest, the mean, one that at most 1 of 100 exceeds, and the largest. */
export interface ProfileSizes {
  least: number;
  mean: number;
  often: number;
  largest: number;
}

/** Places are the lines of a file that have something wrong. */
export interface Places {
  count: number;
  lines: number[]; // the first 8
}

/** KeyChoice is a choice of both keys, and its partitions. */
export interface KeyChoice {
  partitionKey: string[];
  rowKey: string[];
  text: string; // as templates: {device} | {at}
  problem: string; // few, skewed, rising or ""
  unique: boolean;
  partitions: number;
  largest: number; // share of the rows in the largest partition
  largestRows: number;
  median: number; // rows
  transactions: number; // of up to 100 entities, to write all rows
  mend: number; // rows whose key has a character that keys cannot have, or is too long
}

/** Tells says that a column determines another one: rows with the same value of Column have the same value of Other. */
export interface ProfileTells {
  column: string;
  other: string;
}

/** Sampled is which rows the sample has. */
export interface ProfileSample {
  column: string; // whose groups are whole, "" if there is no sample
  rows: number;
  groups: number;
}

/** Partition is one of the largest partitions. */
export interface ProfilePartition {
  name: string[]; // a value for each column; empty unless values were asked for and are kept
  line: number; // of its first row
  rows: number;
  share: number; // of all rows
  bytes: number;
}

/** Unread is a filter that did not become a question: its line in the list, and why. */
export interface UnreadFilter {
  line: number;
  why: string; // syntax, or, column, range, signed, many
}

/** Progress is how far a search is. */
export interface SearchProgress {
  cluster: number; // that is searched, from 0
  clusters: number; // groups of kinds that are kept together
  tried: number; // designs so far
  waiting: number; // designs that are known to come
  met: number; // budgets that the best designs so far keep, counted as those of a report
  budgets: number; // all of these, 0 before a design was tried
  done: boolean;
}

/** Proposal is a design, what it costs and why. */
export interface Proposal {
  stores: string[]; // as they are written after "# @keys"
  patterns: DesignRule[]; // what is special first
  costs: CostMember[]; // in the order of the preset
  next: CostName; // because of which it comes before the next proposal; "" for the last
  single: boolean; // the best one with one store for each kind
  atomic: boolean; // the best one without a workflow
  why: StoreReason[]; // for each store but the bases
  leaveOut: LeaveOut[]; // for each store but the bases, if the others can do without
  givesUp: GivesUp[];
  report: DesignReport;
}

/** Member names a member of the cost of a design. */
export type CostName = "" | "unanswered" | "broken" | "excess" | "waiting" | "month" | "amplification" | "workflows" | "scattered" | "headroom" | "simplicity" | "unusual" | "periods";

/** Loosen is a limit that the best design would meet. */
export interface Loosen {
  ask: string;
  counter: string;
  from: number;
  to: number;
  given: boolean; // the sheet says it, and it is no default
}

/** Report is how a sample of a design agrees with its plan. */
export interface SampleReport {
  design: string;
  entities: number; // of all kinds, each counted once
  rows: number; // in all stores
  reduced: string[]; // parents, time, density: what there is less of than in the sheet
  refused: string; // what the service said about a row; "" if it took all
  questions: SampleQuestion[];
  writes: SampleWrite[]; // in the order of the sheet, with the deletes by age that it implies
}

/** Setting describes one of the parameters. */
export interface ScaleSetting {
  name: string;
  unit: string;
  source: ScaleSource;
  default: number;
  least: number;
  most: number;
  whole: boolean; // takes no fractions
}

/** Keys says how PartitionKeys are made, and so which of them are asked for. */
export type ScaleKeys = "even" | "time" | "inverted" | "prefix" | "tenants" | "import" | "sheet";

/** Policy says how the waits of a client grow. */
export type ScaleRetryPolicy = "none" | "fixed" | "exponential";

/** Part is a table with its keys, and what is asked of it. */
export interface ScalePart {
  table: string;
  keys: ScaleKeys;
  prefix: string; // of every PartitionKey
  partitions: number; // of the table
  rate: number; // requests a second, without those that are repeated
  reads: number; // shares of the requests: percent, or parts of their sum
  writes: number;
  scans: number;
  readEntities: number; // of one request of each sort
  writeEntities: number;
  scanEntities: number;
  spread: number; // percent of the requests that ask for any partition, equally often
  period: number; // seconds after which time keys name another partition
  buckets: number; // of hash prefixes
  skew: number; // exponent of Zipf: the n-th tenant is asked n^-skew as often as the first
  largest: number; // percent of the requests that one tenant makes; 0 for what Zipf gives it
  begins: number; // second in which an import begins
  ends: number; // and in which it is over
  cold: boolean; // the table is new, and has to warm up
}

/** Load is what is asked of a data centre. */
export interface ScaleLoad {
  parts: ScalePart[];
  retry: ScaleRetry;
  seconds: number;
  seed: number;
  price: number; // of 10,000 transactions, 0 if it is unknown
}

/** Message says what is wrong with a load, a parameter or a part of the map, where, and, by its numbers, what to do. */
export interface ScaleMessage {
  code: ScaleCode;
  path: string; // of the JSON form, such as /load/parts/0/rate
  names: string[]; // that its sentence has
  numbers: number[]; // that its sentence has
}

/** Progress is how far a run is. */
export interface ScaleProgress {
  prepared: number; // part of the work before the first second that is done
  second: number; // virtual seconds that are over
  seconds: number;
  done: boolean;
}

/** Report is the result of a run, or of its seconds so far. */
export interface ScaleReport {
  seconds: number; // that were calculated
  partitions: number;
  of: number; // partitions of the design, of which each of the model can be several
  tables: ScaleTable[];
  totals: ScaleTotals;
  throughput: number; // requests a second that were served
  latency: ScaleLatency;
  billed: number; // transactions: what was refused with 503 is not billed
  cost: number; // of them at the price given
  month: number; // cost of 30 days of this
  parameters: ScaleParameters;
  heat: ScaleMap;
  servers: ScaleServers[]; // by column of the map
  busiest: ScaleBusy[]; // partitions of the map, those with the highest peak first
  events: ScaleEvent[]; // of the time of the map
  splits: number; // in all
  offloads: number;
  merges: number;
  ranges: number; // at the end
}

/** Problem is why nothing can be run. */
export interface LabProblem {
  code: LabProblemCode;
  line: number; // of the script, 0 if none
  message: string; // why, in English
  sentences: Sentence[]; // why, for a mistake in the script and a request that failed
}

/** Report is how a script ends over all orders of the requests of its clients. */
export interface RaceReport {
  lanes: LabLane[];
  invariants: LabInvariant[];
  orders: number;
  broken: number; // orders that break an invariant
  states: number; // different states that were met
  requests: number; // that were served: with the same keys read, the effect is known
  crashes: number; // at most in an order
  pauses: number; // at most in an order
  outcomes: RaceOutcome[]; // broken ones first, then by their number of orders
  more: number; // outcomes that are not listed
  sample: RaceSample | null; // nil if all orders were explored
}

/** ScriptForm is what a script of a run is for. */
export type ScriptForm = "test" | "steps";

/** Report is how a script ends if something goes wrong at each of its requests in turn. */
export interface FaultReport {
  lanes: LabLane[];
  invariants: LabInvariant[];
  steps: FaultStep[]; // the requests of the run without a fault
  kinds: FaultKind[]; // of faults
  cells: FaultCell[]; // one fault: steps by kinds, row by row
  pairs: FaultPair[]; // two crashes: steps by steps, row by row
  runs: number; // that were possible
  kept: number; // of them, those in which every invariant held
  restarts: number; // a client starts again at most so often in a run
  clean: LabVerdict[]; // of the run without a fault
  shortest: FaultRun | null; // the counterexample with the fewest faults and steps, nil without one
}

/** Fault is what goes wrong with a request, or around it. */
export type FaultKind = "" | "crashBefore" | "crashAfter" | "lost" | "timeout" | "twice" | "slow" | "delayed";

/** Verdict says whether an invariant holds. */
export interface LabVerdict {
  holds: boolean;
  left: string; // the values of both sides
  right: string;
  why: Sentence[]; // why it could not be evaluated
  step: number; // after which it broke, 0 at the end
}

/** End says how a lane ended. */
export interface LabEnd {
  lane: string;
  state: LabEndState;
  line: number; // of the request whose answer the script did not expect
  status: number;
  code: string;
}

/** Fact is something in which a state differs from others. */
export interface LabFact {
  kind: LabFactKind;
  store: string; // a table, queue or container
  partition: string;
  row: string; // the text of a message, the name of a blob
  property: string;
  value: string;
  present: boolean;
}

/** Step is one step of an order. */
export interface LabStep {
  n: number; // from 1
  kind: LabStepKind;
  lane: string; // "" for a pause
  again: number; // how often its client has been started again
  time: number; // virtual milliseconds since the lanes began
  block: number;
  line: number;
  title: string;
  method: string;
  target: string; // below the account
  service: string; // table, queue or blob; "" without a request
  status: number; // that the client saw, 0 for none
  code: string;
  fault: FaultKind; // "" for none
  applied: boolean; // the service has carried it out
  condition: LabCondition;
  reads: LabTouch[];
  writes: LabTouch[];
  overwrites: number; // the step whose write this one replaces unseen, 0 for none
  held: number; // the step in which the client had read it last, 0 for none
}

/** Counts are what a request did in numbers, as JSON has them wherever they are shown. */
export interface Counts {
  read: number; // entities read
  returned: number; // entities returned
  partitions: number; // partitions from which entities were read
  bytesIn: number; // bytes of the request body
  bytesOut: number; // bytes of the response body
  transactions: number; // billed storage transactions
  roundtrips: number; // times that the client waits
  pages: number; // pages of a query
}

/** WatchedShape is what all requests of one shape did. */
export interface WatchedShape {
  table: string; // in its own letters
  does: string;
  text: string; // keys, properties, condition
  class: string; // of a read of entities, "" of anything else
  write: boolean;
  read: number; // entities read
  returned: number; // entities returned
  partitions: number; // partitions from which entities were read
  bytesIn: number; // bytes of the request body
  bytesOut: number; // bytes of the response body
  transactions: number; // billed storage transactions
  roundtrips: number; // times that the client waits
  pages: number; // pages of a query
  calls: number;
  refused: number;
  busy: number; // 503, one of those that were refused
  failed: number; // 412
  conflicts: number; // 409
  missing: number; // 404
  mostRead: number; // entities, by one request
  mostOps: number; // operations of one transaction
  together: number; // most requests of one unit of work
  first: number; // milliseconds since the sandbox was opened
  last: number;
  agents: string[];
  samples: Sample[];
}

/** WatchedFinding is what one rule says of the requests of one shape, or of some that belong together. */
export interface WatchedFinding {
  rule: string;
  wrong: boolean; // it loses changes
  table: string;
  shapes: number[]; // places in the list of shapes: that of the requests it is about first
  times: number; // units of work that show it
  calls: number; // requests that it is about
  most: number; // of them in one unit of work
  names: string[]; // what the words of the rule name
  before: FindingCost; // of the requests as they were sent
  after: FindingCost; // of the cheaper form
  lost: number; // changes
  tried: boolean; // the cheaper form was run on a copy; otherwise its cost is calculated
  form: FindingStep[]; // what to send in place of one of the requests
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

/** Report is the outcome of a load. */
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

/** Attempt is one attempt to send a request. */
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

/** Rule is the name of a rule of the linter. */
export type RuleName = "scan-known-key" | "or-of-keys" | "open-range" | "scan-not-copy" | "newest-by-scan" | "scan-then-filter" | "client-join" | "one-by-one" | "same-again" | "single-writes" | "delete-loop" | "hot-partition" | "append-key" | "no-select" | "replace-little" | "busy-entity" | "near-limit" | "star-after-read" | "upsert-over" | "retry-not-safe" | "token-dropped" | "unpadded";

/** Evidence is one of the requests that a finding is about. */
export interface FindingEvidence {
  record: number; // in the ledger
  line: number; // of the script, 0 if none
  client: string;
  method: string;
  filter: string;
  key: Key | null; // of the one entity that it names
  class: ClassName | ""; // "" of a write
  read: number;
  returned: number;
  status: number;
  start: number; // milliseconds since its run began
  other: boolean; // it explains the others, and is not meant itself
}

/** Cost is what requests cost, as they ran or on the copy. */
export interface FindingCost {
  read: number; // entities
  requests: number; // with those that write what a proposal needs
  roundtrips: number; // times that the client waits
  bytes: number; // of the answers
  stored: number; // entities that are stored besides
  refused: number; // attempts that the service was too busy for
}

/** Step is one request of the cheaper form, as a script has it. */
export interface FindingStep {
  head: string[]; // lines above the request, without "# "
  method: string;
  target: string; // below the account
  fields: Field[];
  body: string;
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

/** Code says what is wrong. */
export type SheetCode = "noIdentity" | "identityTooSmall" | "valuesAssumed" | "partAssumed" | "aloneAssumed" | "unknownAttribute" | "unknownValue" | "shares" | "shareWithoutTotal" | "valueTooLarge" | "lessThanOne" | "contradiction" | "impossibleBudget" | "tooMany" | "signedOrder" | "whichCase" | "fanOut" | "noSheet" | "missing" | "duplicate" | "unknownKind" | "cycle" | "badName" | "badProperty" | "reserved" | "badValue" | "badStore" | "outOfRange" | "setsIdentity" | "notTime" | "notOfVerb" | "insertBy" | "notNumber" | "unknownDirective" | "unknownWord" | "cannot" | "commaMissing" | "spacedValue" | "callersValue" | "notAboveZero" | "badNumber" | "badRate" | "badTime" | "badWidth" | "badList" | "rangeOfNothing" | "badPrices" | "badShare" | "badWeights" | "badLimit" | "badJSON" | "unknownMember" | "wrongType" | "badVersion" | "tooLong";

/** StepCode says what the result of a step is. */
export type WorkingCode = "inAll" | "shareOfAll" | "average" | "atPeak" | "ofPartition" | "ofAccount" | "eachParent" | "oneEvery" | "eachHour" | "largestHas" | "stored" | "bytes" | "gib" | "inMonth";

/** Op is an operation of arithmetic. */
export type WorkingOp = "+" | "×" | "÷";

/** StoreReport is a store of a design as it is read. */
export interface StoreReport {
  text: string; // as it was written, without "# @keys"
  kind: string;
  base: boolean; // the first store of its kind
  table: SegmentReport[];
  partition: SegmentReport[];
  row: SegmentReport[];
  form: StoreForm;
  kept: string; // transaction, first, queue or every; "" for the base
  every: number;
  entities: Figure;
  bytes: Figure; // of all entities
  eachBytes: number; // of one, at most
  tables: number; // that its template makes
}

/** Problem is what is wrong with a design. */
export interface DesignProblem {
  code: DesignProblemCode;
  rule: number; // 1 to 8, 0 for what cannot be read or is missing
  store: number; // from 0; -1 for the whole design
  other: number; // another store that it is about; -1 if there is none
  names: string[];
  numbers: number[];
}

/** QuestionReport is how a design answers one question. */
export interface QuestionReport {
  name: string;
  stores: number[]; // that answer it, the main one first; empty if the design cannot
  class: string; // of package explain, the worst of all requests; blob for blobs alone
  tables: AccessKind;
  partitions: AccessKind;
  rows: AccessKind;
  intervals: Spread; // tables times partitions that are asked
  read: Spread;
  returned: Spread;
  requests: Spread;
  roundTrips: Spread;
  pages: Spread; // of the longest chain
  answer: Spread; // entities that the question wants
  bytes: Figure;
  ms: Figure;
  clientWork: string[]; // sort, merge, filter, drop, sum, check
  fetch: boolean; // the rest of each entity is read from the base
  walk: string; // kind that is read first, to ask the partition of each; "" if none
  stopped: boolean; // top ends it early
  inTurn: boolean; // intervals are asked one after the other
  budget: BudgetReport[];
  met: boolean;
}

/** WriteReport is what one write costs in a design. */
export interface WriteReport {
  name: string;
  verb: string;
  kind: string;
  together: string; // the set that it belongs to, "" if none
  countedIn: string; // the write with the numbers of the set; "" if it has its own
  possible: boolean; // the design can find what has to be changed
  atomic: boolean; // one transaction does all of it
  transactions: Figure;
  actions: Figure; // entities written
  requests: Figure;
  roundTrips: Figure;
  read: Figure; // entities that have to be read first
  bytes: Figure;
  stores: number[];
  workflow: WorkflowStep[]; // empty if one transaction does it
  rules: RuleReport[];
  contention: ContentionReport;
  stale: Figure; // seconds after which the last store follows
  budget: BudgetReport[];
  met: boolean;
}

/** Facts are the numbers of a whole design. */
export interface DesignFacts {
  entities: Figure;
  bytes: Figure;
  blowUp: Figure; // bytes of all stores over those of the bases
  amplification: Figure; // entities written in all stores over those of the sheet
  workflows: number;
  refreshes: Figure; // requests a second for stores that are rewritten
  refreshReads: Figure; // entities a second that these read
  hottest: HottestPartition;
  account: PeakLoad;
  refused: Figure; // part of the requests at peak
  month: MonthCost;
  budget: BudgetReport[]; // of the whole sheet: partition, account, month, stored, workflows
}

/** GrowthReport is what breaks when the users, or the density, have grown by a factor. */
export interface GrowthReport {
  by: string;
  factor: number;
  broken: DesignBreach[];
}

/** Breach is a budget, a target or a limit that fails at a factor of growth. */
export interface DesignBreach {
  by: string;
  at: number; // the smallest factor at which it fails
  what: string; // budget, partition, account, or a code of [Problem]; "" if nothing breaks
  name: string; // of the question or write, or an example of the key
  counter: string; // of a budget
  store: number; // -1 if it is about no store
  number: number;
  limit: number;
}

/** Usage is what 30 days are billed by. */
export interface Usage {
  transactions: number;
  gib: number;
}

/** StoreCosts are what it takes to read all of a store, and to write it. */
export interface StoreCosts {
  text: string; // as it was written, without "# @keys"
  base: boolean; // the first store of its kind
  entities: number;
  reads: number; // pages of up to 1,000 entities
  writes: number; // transactions of up to 100 entities of a partition
}

/** Skew is how values are spread: even, largest with a share in percent, or zipf with an exponent. */
export interface ProfileSkew {
  kind: string;
  share: number;
  s: number;
}

/** Rule is the pattern of the guide that a form follows, by the name of its card. */
export type DesignRule = "compoundKey" | "constantKey" | "logTail" | "withParent" | "timeInPartitionKey" | "buckets" | "gridCells" | "tablePerPeriod" | "tablePerValue" | "intraPartitionIndex" | "interPartitionIndex" | "sparse" | "indexEntities" | "denormalization" | "dataSeries" | "wideEntities" | "largeEntities" | "logData" | "materializedView" | "uniqueKey" | "shardedCounter" | "eventuallyConsistent";

/** CostMember is a member of the cost: the integer that designs are compared by, and what it was made of. */
export interface CostMember {
  member: CostName;
  value: number;
  number: number; // milliseconds in a second, units of money, entities written for each; else the value
}

/** Why is what a store is for: a question, and how it would be answered without the store. */
export interface StoreReason {
  store: number;
  ask: string; // "" for a store that only others read
  before: AnswerCost;
  after: AnswerCost;
  member: CostName; // the first member of the cost that differs without the store
  worse: boolean; // it is worse without the store
}

/** LeaveOut is what a design would cost without one of its stores, so that people see what it pays. */
export interface LeaveOut {
  store: number;
  unanswered: number; // questions and writes more that no store serves
  waiting: number; // of the calls of a second with the store, in milliseconds
  without: number; // the same without it
  month: number; // how many times the cost of a month with the store
}

/** GivesUp is a member of the cost in which another proposal is better. */
export interface GivesUp {
  member: CostName;
  than: number; // proposal, from 0
  mine: number;
  theirs: number;
}

/** Question is how the calls of one question agree with the plan. */
export interface SampleQuestion {
  name: string;
  verified: boolean; // all calls cost what was predicted
  skipped: string; // why it was not asked: unanswered, form or range; "" if it was
  calls: number;
  differences: SampleDifference[];
  statistics: SampleStatistic[];
  requests: string[]; // of one call
}

/** Write is how calls of one write agree with the plan. */
export interface SampleWrite {
  name: string;
  skipped: string; // why it was not done: form, together or nothing; "" if it was
  calls: number;
  differences: SampleDifference[]; // of the counters rows and found
  statistics: SampleStatistic[];
}

/** Source says where the default of a setting comes from. */
export type ScaleSource = "target" | "paper" | "ours";

/** Retry is what clients do with a request that was refused. */
export interface ScaleRetry {
  policy: ScaleRetryPolicy;
  wait: number; // milliseconds before the first repetition
  tries: number; // repetitions at most
}

/** Code says what is wrong. */
export type ScaleCode = "notJSON" | "badType" | "unknown" | "outOfRange" | "notWhole" | "notOneOf" | "noParts" | "tooMany" | "noRequests" | "badText" | "noSuchKey" | "badKeys" | "noRun" | "noDesign";

/** TableReport is a part of the load as it was laid out: partitions from From to below To. */
export interface ScaleTable {
  table: string;
  keys: ScaleKeys;
  from: number;
  to: number;
  low: string; // first PartitionKey
  high: string; // last one
  what: string[]; // questions and writes of a sheet
  read: number; // entities that a request reads on average
  written: number;
}

/** Totals are the requests of a run up to now. */
export interface ScaleTotals {
  asked: number; // requests, without repetitions
  attempts: number; // with them
  served: number; // requests that were served, if need be at a later attempt
  refused: number; // attempts that got 503
  failed: number; // requests that were given up
  waiting: number; // requests that will be repeated
  read: number; // entities that were read
  written: number; // and written
}

/** Latency is how many milliseconds requests took that were served, from the first attempt to the answer. */
export interface ScaleLatency {
  p50: number;
  p95: number;
  p99: number;
}

/** Parameters are the numbers of the model. */
export interface ScaleParameters {
  servers: number;
  ranges: number;
  partitionTarget: number;
  accountTarget: number;
  serverCapacity: number;
  window: number;
  splitShare: number;
  splitSeconds: number;
  offloadShare: number;
  offloadGain: number;
  moveSeconds: number;
  mergeShare: number;
  mergeSeconds: number;
  changes: number;
  coldShare: number;
  warmSeconds: number;
}

/** HeatMap is the load by key and time. */
export interface ScaleMap {
  window: ScaleWindow;
  step: number; // seconds of a column
  columns: number;
  target: number; // of a partition, entities a second
  rows: ScaleMapRow[]; // in the order of the keys
  totals: ScaleColumns; // of all keys of the window
}

/** ServerColumn is how busy servers were: percent of what each can take, in the order of their numbers. */
export interface ScaleServers {
  begins: number; // second
  load: number[];
}

/** Busy is one of the busiest partitions, or the first of some with the same load. */
export interface ScaleBusy {
  table: string;
  key: string;
  alike: number; // partitions with the same load
  server: number; // that serves it at the end, from 1
  peak: number; // most requests of a second, with repetitions
  units: number; // entities of that second, which the target is about
  refused: number; // percent of the attempts of its row
  row: number; // of the map
}

/** Event is a change of what servers serve. */
export interface ScaleEvent {
  second: number;
  kind: ScaleEventKind;
  table: string;
  key: string; // first PartitionKey of the range; of a split, where it was cut
  at: number; // its number
  from: number;
  to: number; // servers, from 1; the same if nothing moved
  lower: boolean; // of a split: what is before the key has moved, not what is from it on
}

/** ProblemCode names a [Problem]. */
export type LabProblemCode = "script-error" | "no-lanes" | "one-lane" | "too-many-lanes" | "no-requests" | "setup-failed" | "load-in-lane" | "not-sent";

/** Lane is a client of the script. */
export interface LabLane {
  name: string;
  requests: number; // the most that it sends
  worker: boolean; // it takes messages, so it is started again while there are any
  lines: number[]; // of its blocks
}

/** Rule is an invariant of the script. */
export interface LabInvariant {
  line: number;
  text: string;
  always: boolean; // holds after every step, and not only at the end
}

/** Outcome is a state at the end, and the orders that lead there. */
export interface RaceOutcome {
  orders: number;
  low: number; // 95 % interval of their share; the share itself without a sample
  high: number;
  broken: boolean;
  verdicts: LabVerdict[]; // of the invariants, in their order
  facts: LabFact[]; // what tells it from other outcomes
  ends: LabEnd[]; // in the order that is shown
  switches: number; // changes of client in that order
  order: LabStep[]; // of the orders that lead here, one with the fewest changes of client
  repeats: number; // attempts like the last one that follow and change nothing
}

/** Sample describes the random orders from which the numbers of a report are estimated. */
export interface RaceSample {
  seed: number;
  orders: number; // that were drawn, each with the same probability
  low: number; // 95 % interval of the share of broken orders
  high: number;
  all: number; // orders that there are, as far as the drawn ones tell
}

/** Row is a request of the run without a fault. */
export interface FaultStep {
  n: number;
  lane: string;
  block: number;
  line: number;
  title: string;
  method: string;
  target: string;
  service: string;
}

/** Cell is a run with one fault. */
export interface FaultCell {
  step: number;
  kind: FaultKind;
  state: CellState;
  why: FaultWhy;
  bounded: boolean; // messages were left after the last restart
}

/** Pair is a run with two crashes. */
export interface FaultPair {
  first: number;
  second: number;
  state: CellState;
  why: FaultWhy;
  bounded: boolean;
}

/** EndState is how a lane ended. */
export type LabEndState = "done" | "stopped" | "crashed";

/** FactKind is the kind of a [Fact]. */
export type LabFactKind = "entity" | "count" | "message" | "blob";

/** StepKind is what happens in a step. */
export type LabStepKind = "request" | "pause" | "crash" | "restart";

/** Condition is the condition of a request. */
export type LabCondition = "" | "any" | "etag" | "none-match";

/** Touch is a thing that a request has read or written. */
export interface LabTouch {
  kind: LabTouchKind;
  change: string; // insert, replace, merge, delete, hide; "" for a read
  store: string;
  partition: string;
  row: string;
  version: number; // 1 for that of the beginning, 0 if the thing is not there
  before: Entity | null; // of an entity
  after: Entity | null;
}

/** Sample is a request of a shape as it was sent. */
export interface Sample {
  n: number; // of the request in the recording, from 1; 0 is no sample
  record: number; // in the ledger
  start: number; // milliseconds since the sandbox was opened
  method: string;
  target: string; // below the account, shortened
  ifMatch: string;
  status: number;
  read: number;
  returned: number;
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

/** Event is a change of the node map. */
export interface LoadEvent {
  at: number; // ms since the load began
  kind: LoadEventKind;
  text: string;
  sentences: Sentence[]; // of the text
}

/** Copy is one store as it is kept. */
export interface DesignCopy {
  name: string;
  table: string;
  partition: string;
  row: string;
  bytes: number;
}

/** Pattern is what the calls of one pattern cost. */
export interface DesignPattern {
  name: string;
  share: number;
  rate: string; // such as 1/day, "" for a pattern with a share
  class: string; // "" for a pattern that writes
  store: string; // name of the one that answers, "" for a pattern that writes
  typical: Figures; // the mean of all calls
  p99: Figures; // what 99 % of the calls do not exceed: budgets limit it
  largest: Figures; // of any call
  workflow: number; // transactions of a write that a queue carries through, 0 if one is enough
  verified: boolean; // calls were made on a sample, and cost what was calculated for it
  budget: string; // "read <= 1, requests <= 1", "" if there is none
  pass: boolean; // the budget holds
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

/** SegmentReport is a part of a key, for colouring. */
export interface SegmentReport {
  text: string; // as written, with braces
  attr: string; // "" for a literal
  form: string;
  unit: string; // of a period
}

/** StoreForm says what one entity of a store is. */
export type StoreForm = "entities" | "list" | "series" | "answers" | "logBlobs";

/** Figure is a number of a report, how it is known, and what it rests on: "default:" and the path of what the sheet does not say, "independent:" and attributes that were taken not to depend on each other, "model:" and a part of the model. */
export interface Figure {
  v: number;
  label: FigureLabel;
  of: string[];
}

/** ProblemCode says what is wrong with a design. */
export type DesignProblemCode = "templateClose" | "templateOpen" | "templateForm" | "templateAttr" | "unknownName" | "unknownValue" | "formOfText" | "formOfOther" | "signedKey" | "missingKeys" | "unknownKind" | "kindNeeded" | "unknownOption" | "badOption" | "earlyOption" | "twiceOption" | "unknownAsk" | "notOfKind" | "tooManyStores" | "baseIncomplete" | "noBase" | "unanswered" | "unordered" | "noIdentity" | "keyTooLong" | "forbiddenInKey" | "noSeparator" | "separatorOccurs" | "badTableName" | "tooManyTables" | "entityTooLarge" | "tooManyProps" | "valueTooLarge" | "listTooLong" | "storesOverlap" | "notOneKey" | "notTogether" | "setTooLarge" | "tooManyActions";

/** AccessKind says which tables, partitions or rows a question asks. */
export type AccessKind = "" | "one" | "several" | "range" | "prefix" | "all" | "parents";

/** Spread is a number of a question: on average, what 99 of 100 calls do not exceed, which budgets are judged by, and at most. */
export interface Spread {
  typical: Figure;
  often: Figure;
  largest: Figure;
}

/** BudgetReport is a limit and what was reached. */
export interface BudgetReport {
  counter: string;
  limit: number;
  actual: number;
  class: string; // the worst one allowed, for the counter class
  given: boolean; // the sheet says it
  met: boolean;
}

/** WorkflowStep is one step of a workflow over a queue; each can be repeated. */
export interface WorkflowStep {
  verb: string; // put, get, insert, merge, upsert, delete, move, replace, append, drop, deleteMessage
  stores: number[]; // of the transaction; empty for steps of the queue
  guards: boolean; // it is refused (409) if a value is taken, unless an earlier attempt made the row
  counts: boolean; // it is refused if there are as many as there may be
  unchanged: boolean;
  undo: number[]; // then these stores lose their new rows again, and the message is deleted
}

/** RuleReport is a rule of a write, and the store that keeps it. */
export interface RuleReport {
  name: string; // of the attribute that is unique, or of the kind whose identity must be absent
  identity: string[]; // what is unique of such a kind; empty for an attribute
  store: number; // whose keys nobody gets twice; -1 if two writes at once can break the rule
  most: number; // entities that there may be of the kind Name for each of the kind Of; 0 for another rule
  of: string; // whose store holds how many there are
}

/** ContentionReport is what a write with a condition meets at the entity that is written most, at peak: its caller reads the entity, and writes it if nobody else did within the window. */
export interface ContentionReport {
  rate: Figure; // writes a second
  all: Figure; // to all entities together: rate, if they change one at the same time
  window: Figure; // seconds
  attempts: Figure;
  collapse: Figure; // the rate at which attempts fail without end
  shards: number; // rows that share the writes of an entity, 0 for one
  assumed: boolean; // an update, of which no entity could take all: its sheet has no largest
}

/** Hottest is the busiest partition. */
export interface HottestPartition {
  rate: Figure;
  written: Figure; // entities alone; how the service counts reads is not published
  headroom: Figure;
  requests: Figure; // a second at peak; a transaction is one of them
  store: number; // -1 if nothing is asked or written
  key: string; // an example of its PartitionKey
  what: string; // name of the question or write that loads it most
}

/** Load is a rate at peak, in entities written and pages read a second, and how many times it fits below its target. */
export interface PeakLoad {
  rate: Figure;
  written: Figure; // entities alone; how the service counts reads is not published
  headroom: Figure;
}

/** Month is what 30 days cost on average. */
export interface MonthCost {
  transactions: Figure;
  gib: Figure;
  money: Figure; // without prices 0
  currency: string;
}

/** Answer is what a question costs on average. */
export interface AnswerCost {
  class: string;
  read: number;
  requests: number;
  roundTrips: number;
}

/** Difference is a number of a call that was not as predicted. */
export interface SampleDifference {
  call: number; // -1 for all of them
  counter: string; // class, read, returned, requests, roundTrips, or answer: entities found
  predicted: number;
  got: number;
}

/** Statistic compares the average of the calls with the formula for a sheet of the sample's size. */
export interface SampleStatistic {
  counter: string;
  formula: number;
  mean: number;
  allowed: number; // difference: 4 standard deviations of the mean, or one entity
  agrees: boolean;
  label: FigureLabel; // of the formula
}

/** Window is a part of the map: partitions from From to below To, and seconds from Begins to below Ends. */
export interface ScaleWindow {
  from: number;
  to: number;
  begins: number;
  ends: number;
}

/** MapRow is neighbouring partitions of a table, from number From to below To. */
export interface ScaleMapRow {
  table: string;
  from: number;
  to: number;
  low: string; // first PartitionKey
  high: string; // last one
  hot: number; // most entities of a second that were asked of one partition
  requests: number[]; // attempts
  refused: number[]; // of them
  peaks: number[]; // attempts on one of its partitions in the busiest second of a column
  read: number[]; // entities
  written: number[];
}

/** ColumnSums are the sums of all rows, numbers a second of each column. */
export interface ScaleColumns {
  requests: number[];
  refused: number[];
}

/** EventKind says what happened to a range. */
export type ScaleEventKind = "split" | "offload" | "merge";

/** State is the outcome of a run. */
export type CellState = "open" | "kept" | "broken" | "impossible";

/** Why says why a run is impossible. */
export type FaultWhy = "only-reads" | "no-message" | "no-worker" | "not-put" | "not-chosen" | "never-here";

/** TouchKind is the kind of thing that a request touches. */
export type LabTouchKind = "entity" | "message" | "blob" | "table" | "queue" | "container";

/** HeatRow is the partitions from Low to High, inclusive. */
export interface HeatRow {
  low: string;
  high: string;
  cells: [sent: number, throttled: number][]; // entities: asked for, refused
}

/** Kind says what happened to a range. */
export type LoadEventKind = "split" | "merge" | "move";

/** Figures are the numbers of a call that budgets limit. */
export interface Figures {
  read: number;
  returned: number;
  requests: number;
  roundtrips: number;
  transactions: number;
}

/** Label says how a number is known. */
export type FigureLabel = "exact" | "measured" | "modelled" | "assumed";
