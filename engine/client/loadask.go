package client

import (
	"rowkey/engine/load"
)

// askReport answers a query about a load; ok is false for what only a single request can tell.
func askReport(l *load.Report, query string) (v value, ok bool) {
	switch query {
	case "throttled":
		return textValue(l.ThrottledPercent()), true
	case "hottest":
		return textValue(string(l.Hottest)), true
	case "count":
		return numberValue(l.Entities), true
	case "failed":
		return numberValue(l.Failed), true
	case "p50":
		return numberValue(l.P50), true
	case "p95":
		return numberValue(l.P95), true
	case "p99":
		return numberValue(l.P99), true
	case "rate":
		return numberValue(l.Served), true
	case "nodes":
		return numberValue(l.NodeCount), true
	case "partitions":
		return numberValue(l.PartitionCount), true
	}
	return value{}, false
}

// askLoad answers a query about a block with @load, which has no answer of its own.
func (a *answer) askLoad(query string) value {
	if v, ok := askReport(a.load, query); ok {
		return v
	}
	if v, ok := a.client.ask(query); ok {
		return v
	}
	return missing("load-has-no", query)
}
