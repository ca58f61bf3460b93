package main

import (
	_ "embed"

	"rowkey/engine/script"
)

// renamed are types whose names say too little, or something else, without their package.
var renamed = map[string]string{
	"control.Record": "Rec", "control.Past": "EntityVersion", "control.Term": "FilterTerm",
	"sample.Report": "SampleReport", "sample.Question": "SampleQuestion", "sample.Write": "SampleWrite",
	"sample.Difference": "SampleDifference", "sample.Statistic": "SampleStatistic",
	"advise.Report": "Cheaper", "advise.Kind": "AdviceKind", "advise.Copy": "AdviceCopy",
	"profile.Report": "Profile", "profile.Column": "ProfileColumn", "profile.Skew": "ProfileSkew",
	"profile.Sizes": "ProfileSizes", "profile.Sampled": "ProfileSample", "profile.Tells": "ProfileTells",
	"profile.Partitions": "ProfilePartitions", "profile.Partition": "ProfilePartition",
	"profile.Unread": "UnreadFilter",
	"script.Edit":    "TextEdit",
	"client.Wire":    "WirePair", "client.State": "OpState", "client.BlockResult": "Judged",
	"client.Verdict": "Judgement",
	"table.Part":     "KeyLinePart", "table.Stats": "TableInfo", "table.Partition": "PartitionInfo",
	"verdict.Report": "Design", "verdict.Copy": "DesignCopy", "verdict.Figures": "Figures",
	"verdict.Pattern": "DesignPattern",
	"load.Report":     "Load", "load.Partition": "LoadPartition", "load.Event": "LoadEvent",
	"cluster.Node": "ClusterNode", "cluster.Range": "NodeRange", "cluster.Kind": "LoadEventKind",
	"sheet.Message": "SheetMessage", "sheet.Code": "SheetCode", "sheet.Assumption": "SheetAssumption",
	"sheet.Step": "WorkingStep", "sheet.StepCode": "WorkingCode", "sheet.Op": "WorkingOp",
	"plan.Report": "Comparison", "plan.Load": "PeakLoad", "plan.Hottest": "HottestPartition",
	"plan.Facts": "DesignFacts", "plan.Breach": "DesignBreach", "plan.Month": "MonthCost",
	"keys.Problem": "DesignProblem", "keys.ProblemCode": "DesignProblemCode",
	"figure.Label": "FigureLabel",
	"lint.Report":  "Findings", "lint.Cost": "FindingCost", "lint.Evidence": "FindingEvidence",
	"lint.Step":        "FindingStep",
	"trail.Rule":       "RuleName",
	"propose.Progress": "SearchProgress", "propose.Member": "CostName", "propose.Rule": "DesignRule",
	"propose.Why": "StoreReason", "propose.Answer": "AnswerCost",
	"datacentre.Setting": "ScaleSetting", "datacentre.Source": "ScaleSource",
	"datacentre.Parameters": "ScaleParameters", "datacentre.Keys": "ScaleKeys",
	"datacentre.Policy": "ScaleRetryPolicy", "datacentre.Retry": "ScaleRetry", "datacentre.Part": "ScalePart",
	"datacentre.Load": "ScaleLoad", "datacentre.Message": "ScaleMessage", "datacentre.Code": "ScaleCode",
	"datacentre.Progress": "ScaleProgress", "datacentre.Report": "ScaleReport",
	"datacentre.TableReport": "ScaleTable", "datacentre.Totals": "ScaleTotals", "datacentre.Latency": "ScaleLatency",
	"datacentre.HeatMap": "ScaleMap", "datacentre.MapRow": "ScaleMapRow", "datacentre.ColumnSums": "ScaleColumns",
	"datacentre.Window": "ScaleWindow", "datacentre.ServerColumn": "ScaleServers", "datacentre.Busy": "ScaleBusy",
	"datacentre.Event": "ScaleEvent", "datacentre.EventKind": "ScaleEventKind",
	"race.Report": "RaceReport", "race.Sample": "RaceSample", "race.Outcome": "RaceOutcome",
	"fault.Report": "FaultReport", "fault.Row": "FaultStep", "fault.State": "CellState", "fault.Why": "FaultWhy",
	"fault.Cell": "FaultCell", "fault.Pair": "FaultPair", "fault.Run": "FaultRun",
	"lab.Problem": "LabProblem", "lab.ProblemCode": "LabProblemCode", "lab.Lane": "LabLane",
	"lab.Rule": "LabInvariant", "lab.Verdict": "LabVerdict", "lab.FactKind": "LabFactKind", "lab.Fact": "LabFact",
	"lab.End": "LabEnd", "lab.EndState": "LabEndState", "lab.StepKind": "LabStepKind", "lab.Fault": "FaultKind",
	"lab.Step": "LabStep", "lab.Condition": "LabCondition", "lab.Touch": "LabTouch", "lab.TouchKind": "LabTouchKind",
	"lab.Script": "LabScript",
}

// nullable are requests whose answer can be null.
var nullable = map[string]bool{"POST narrower": true}

// written are types that are not written as what they are made of.
var written = map[string]string{
	"jsontext.Raw": "Entity | null", "control.None": "null", "control.Raw": "Raw", "message.Code": "string",
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

// headText is what no struct declares, up to the classes of queries.
//
//go:embed head.txt
var headText string

func head() string { return headText + union(script.Words().Classes) + ";\n" }
