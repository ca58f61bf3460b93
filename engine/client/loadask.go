package client

// ask answers a query about a load; ok is false for what only a single request can tell.
func (l *Load) ask(query string) (v value, ok bool) {
	switch query {
	case "throttled":
		return textValue(percent(l.Throttled, l.Throttled+l.Accepted)), true
	case "hottest":
		return textValue(string(l.Hottest)), true
	case "failed":
		return numberValue(l.Failed), true
	case "p50":
		return numberValue(l.P50), true
	case "p95":
		return numberValue(l.P95), true
	case "p99":
		return numberValue(l.P99), true
	case "rate":
		return numberValue(l.served), true
	case "nodes":
		return numberValue(l.nodes), true
	case "partitions":
		return numberValue(l.PartitionCount), true
	}
	return value{}, false
}

// askLoad answers what "run" asks about the last load; ok is false for any other counter.
func (s *Session) askLoad(counter string) (v value, ok bool) {
	switch counter {
	case "failed", "p50", "p95", "p99", "rate", "hottest", "nodes":
	default:
		return value{}, false
	}
	if s.load == nil {
		return missing("no load"), true
	}
	return s.load.ask(counter)
}

// askLoad answers a query about a block with @load, which has no answer of its own.
func (a *answer) askLoad(query string) value {
	if v, ok := a.load.ask(query); ok {
		return v
	}
	if v, ok := a.client.ask(query); ok {
		return v
	}
	return missing("a load has no " + query)
}
