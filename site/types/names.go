package main

import (
	"reflect"

	"rowkey/engine/advise"
	"rowkey/engine/client"
	"rowkey/engine/cluster"
	"rowkey/engine/control"
	"rowkey/engine/datacentre"
	"rowkey/engine/fault"
	"rowkey/engine/jsontext"
	"rowkey/engine/lab"
	"rowkey/engine/lint"
	"rowkey/engine/load"
	"rowkey/engine/message"
	"rowkey/engine/plan"
	"rowkey/engine/plan/figure"
	"rowkey/engine/plan/keys"
	"rowkey/engine/profile"
	"rowkey/engine/propose"
	"rowkey/engine/race"
	"rowkey/engine/sample"
	"rowkey/engine/script"
	"rowkey/engine/sheet"
	"rowkey/engine/table"
	"rowkey/engine/trail"
	"rowkey/engine/verdict"
)

// renamed are types whose names say too little, or something else, without their package.
var renamed = map[reflect.Type]string{
	reflect.TypeFor[control.Record]():          "Rec", // Record is a type of TypeScript
	reflect.TypeFor[control.Past]():            "EntityVersion",
	reflect.TypeFor[sample.Report]():           "SampleReport",
	reflect.TypeFor[sample.Question]():         "SampleQuestion",
	reflect.TypeFor[sample.Write]():            "SampleWrite",
	reflect.TypeFor[sample.Difference]():       "SampleDifference",
	reflect.TypeFor[sample.Statistic]():        "SampleStatistic",
	reflect.TypeFor[advise.Report]():           "Cheaper",
	reflect.TypeFor[profile.Report]():          "Profile",
	reflect.TypeFor[profile.Column]():          "ProfileColumn",
	reflect.TypeFor[profile.Skew]():            "ProfileSkew",
	reflect.TypeFor[profile.Sizes]():           "ProfileSizes",
	reflect.TypeFor[profile.Sampled]():         "ProfileSample",
	reflect.TypeFor[profile.Tells]():           "ProfileTells",
	reflect.TypeFor[profile.Partitions]():      "ProfilePartitions",
	reflect.TypeFor[profile.Partition]():       "ProfilePartition",
	reflect.TypeFor[control.Term]():            "FilterTerm",
	reflect.TypeFor[script.Edit]():             "TextEdit",
	reflect.TypeFor[advise.Kind]():             "AdviceKind",
	reflect.TypeFor[advise.Copy]():             "AdviceCopy",
	reflect.TypeFor[client.Wire]():             "WirePair",
	reflect.TypeFor[client.State]():            "OpState",
	reflect.TypeFor[client.BlockResult]():      "Judged",
	reflect.TypeFor[client.Verdict]():          "Judgement",
	reflect.TypeFor[table.Part]():              "KeyLinePart",
	reflect.TypeFor[verdict.Report]():          "Design",
	reflect.TypeFor[verdict.Copy]():            "DesignCopy",
	reflect.TypeFor[verdict.Figures]():         "Figures",
	reflect.TypeFor[verdict.Pattern]():         "DesignPattern",
	reflect.TypeFor[load.Report]():             "Load",
	reflect.TypeFor[load.Partition]():          "LoadPartition",
	reflect.TypeFor[load.Event]():              "LoadEvent",
	reflect.TypeFor[cluster.Node]():            "ClusterNode",
	reflect.TypeFor[cluster.Range]():           "NodeRange",
	reflect.TypeFor[cluster.Kind]():            "LoadEventKind",
	reflect.TypeFor[sheet.Message]():           "SheetMessage",
	reflect.TypeFor[sheet.Code]():              "SheetCode",
	reflect.TypeFor[sheet.Assumption]():        "SheetAssumption",
	reflect.TypeFor[sheet.Step]():              "WorkingStep",
	reflect.TypeFor[sheet.StepCode]():          "WorkingCode",
	reflect.TypeFor[sheet.Op]():                "WorkingOp",
	reflect.TypeFor[plan.Report]():             "Comparison",
	reflect.TypeFor[keys.Problem]():            "DesignProblem",
	reflect.TypeFor[keys.ProblemCode]():        "DesignProblemCode",
	reflect.TypeFor[plan.Load]():               "PeakLoad",
	reflect.TypeFor[plan.Hottest]():            "HottestPartition",
	reflect.TypeFor[plan.Facts]():              "DesignFacts",
	reflect.TypeFor[plan.Breach]():             "DesignBreach",
	reflect.TypeFor[plan.Month]():              "MonthCost",
	reflect.TypeFor[figure.Label]():            "FigureLabel",
	reflect.TypeFor[lint.Report]():             "Findings",
	reflect.TypeFor[lint.Cost]():               "FindingCost",
	reflect.TypeFor[lint.Evidence]():           "FindingEvidence",
	reflect.TypeFor[lint.Step]():               "FindingStep",
	reflect.TypeFor[trail.Rule]():              "RuleName",
	reflect.TypeFor[propose.Progress]():        "SearchProgress",
	reflect.TypeFor[propose.Member]():          "CostName",
	reflect.TypeFor[propose.Rule]():            "DesignRule",
	reflect.TypeFor[propose.Why]():             "StoreReason",
	reflect.TypeFor[propose.Answer]():          "AnswerCost",
	reflect.TypeFor[datacentre.Setting]():      "ScaleSetting",
	reflect.TypeFor[datacentre.Source]():       "ScaleSource",
	reflect.TypeFor[datacentre.Parameters]():   "ScaleParameters",
	reflect.TypeFor[datacentre.Keys]():         "ScaleKeys",
	reflect.TypeFor[datacentre.Policy]():       "ScaleRetryPolicy",
	reflect.TypeFor[datacentre.Retry]():        "ScaleRetry",
	reflect.TypeFor[datacentre.Part]():         "ScalePart",
	reflect.TypeFor[datacentre.Load]():         "ScaleLoad",
	reflect.TypeFor[datacentre.Message]():      "ScaleMessage",
	reflect.TypeFor[datacentre.Code]():         "ScaleCode",
	reflect.TypeFor[datacentre.Progress]():     "ScaleProgress",
	reflect.TypeFor[datacentre.Report]():       "ScaleReport",
	reflect.TypeFor[datacentre.TableReport]():  "ScaleTable",
	reflect.TypeFor[datacentre.Totals]():       "ScaleTotals",
	reflect.TypeFor[datacentre.Latency]():      "ScaleLatency",
	reflect.TypeFor[datacentre.HeatMap]():      "ScaleMap",
	reflect.TypeFor[datacentre.MapRow]():       "ScaleMapRow",
	reflect.TypeFor[datacentre.ColumnSums]():   "ScaleColumns",
	reflect.TypeFor[datacentre.Window]():       "ScaleWindow",
	reflect.TypeFor[datacentre.ServerColumn](): "ScaleServers",
	reflect.TypeFor[datacentre.Busy]():         "ScaleBusy",
	reflect.TypeFor[datacentre.Event]():        "ScaleEvent",
	reflect.TypeFor[datacentre.EventKind]():    "ScaleEventKind",
	reflect.TypeFor[race.Report]():             "RaceReport",
	reflect.TypeFor[race.Sample]():             "RaceSample",
	reflect.TypeFor[race.Outcome]():            "RaceOutcome",
	reflect.TypeFor[fault.Report]():            "FaultReport",
	reflect.TypeFor[fault.Row]():               "FaultStep",
	reflect.TypeFor[fault.State]():             "CellState",
	reflect.TypeFor[fault.Why]():               "FaultWhy",
	reflect.TypeFor[fault.Cell]():              "FaultCell",
	reflect.TypeFor[fault.Pair]():              "FaultPair",
	reflect.TypeFor[fault.Run]():               "FaultRun",
	reflect.TypeFor[lab.Problem]():             "LabProblem",
	reflect.TypeFor[lab.ProblemCode]():         "LabProblemCode",
	reflect.TypeFor[lab.Lane]():                "LabLane",
	reflect.TypeFor[lab.Rule]():                "LabInvariant",
	reflect.TypeFor[lab.Verdict]():             "LabVerdict",
	reflect.TypeFor[lab.FactKind]():            "LabFactKind",
	reflect.TypeFor[lab.Fact]():                "LabFact",
	reflect.TypeFor[lab.End]():                 "LabEnd",
	reflect.TypeFor[lab.EndState]():            "LabEndState",
	reflect.TypeFor[lab.StepKind]():            "LabStepKind",
	reflect.TypeFor[lab.Fault]():               "FaultKind",
	reflect.TypeFor[lab.Step]():                "LabStep",
	reflect.TypeFor[lab.Condition]():           "LabCondition",
	reflect.TypeFor[lab.Touch]():               "LabTouch",
	reflect.TypeFor[lab.TouchKind]():           "LabTouchKind",
	reflect.TypeFor[lab.Script]():              "LabScript",
}

// nullable are requests whose answer can be null.
var nullable = map[string]bool{"POST narrower": true}

// written are types that are not written as what they are made of.
var written = map[reflect.Type]string{
	reflect.TypeFor[jsontext.Raw](): "Entity | null",
	reflect.TypeFor[control.None](): "null",
	reflect.TypeFor[control.Raw]():  "Raw",
	reflect.TypeFor[message.Code](): "string",
}

// fields are members whose Go type says less than what they hold.
var fields = map[string]string{
	"Parsed.tokens":         "Token[]",
	"Message.headers":       "Field[]",
	"Sheeted.sheet":         "object",
	"SheetSource.sheet":     "object",
	"ProposeRequest.sheet":  "object",
	"Ledger.records":        "Rec[]",
	"Plan.class":            "ClassName",
	"Advice.class":          "ClassName",
	"Typed.fields":          "[name: string, type: string, value: string][]",
	"HeatRow.cells":         "[sent: number, throttled: number][]",
	"Load.hottest":          "number",
	"ScaleServers.load":     "number[]",
	"ScaleMapRow.requests":  "number[]",
	"ScaleMapRow.refused":   "number[]",
	"ScaleMapRow.peaks":     "number[]",
	"ScaleMapRow.read":      "number[]",
	"ScaleMapRow.written":   "number[]",
	"EntityPage.entities":   "Entity[]",
	"FindingEvidence.class": "ClassName | \"\"",
	"FindingStep.fields":    "Field[]",
}

// head is what no struct declares.
func head() string {
	return `// What the engine reads and answers under /-/, name for name. Written by go run ./site/types from its types.

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
export type ClassName = ` + union(script.Words().Classes) + ";\n"
}
