// What the engine says about clients that run side by side, and about loads, name for name.

/** One sending of a request. Times are virtual ms since the run began. */
export interface Attempt {
  start: number;
  end: number;
  status: number; // 0 if no answer came
  code: string;
  wait: number; // ms before it
}

export interface LoadPartition {
  name: string;
  node: string;
  sent: number;
  throttled: number;
  peak: number; // per second
}

export interface HeatRow {
  low: string;
  high: string;
  cells: [sent: number, throttled: number][];
}

export interface Heat {
  step: number; // ms
  target: number; // requests a second that one partition takes
  rows: HeatRow[];
}

export interface NodeRange {
  table: string;
  low: string;
  high: string;
  partitions: number;
  rate: number;
  throttled: number;
}

export interface ClusterNode {
  name: string;
  ranges: NodeRange[];
}

export interface NodeMap {
  nodes: ClusterNode[];
}

export interface LoadEvent {
  at: number; // ms since the load began
  kind: "split" | "merge" | "move";
  text: string;
}

export interface Load {
  rate: number;
  seconds: number;
  sent: number;
  accepted: number;
  throttled: number; // attempts that were refused
  failed: number; // requests that were never accepted
  p50: number; // ms
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
