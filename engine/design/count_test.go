package design

import (
	"context"
	"strings"
	"testing"
)

// shop has all kinds of questions, and enough orders for several pages.
const shop = `{"entities":{"count":1300,"seed":3,"attributes":{
 "at":{"time":["2026-11-20","2026-11-23"],"finest":"minute"},
 "customer":{"range":[1,30]},
 "status":{"pick":["open","sent"],"weights":[10,90]},
 "id":{"number":6}}},
"patterns":[
 {"name":"one","known":["customer","id"]},
 {"name":"by id","known":["id"]},
 {"name":"all open","known":["status"]},
 {"name":"newest","known":["customer"],"order":"-at","top":3},
 {"name":"newest open","known":["customer","status"],"order":"-at","top":2,"wants":["id"]},
 {"name":"an hour","known":["customer"],"between":{"attribute":"at","span":"1h"}},
 {"name":"last hour","known":["customer"],"between":{"attribute":"at","last":"1h"}},
 {"name":"a day","known":["customer"],"between":{"attribute":"at","one":"day"}},
 {"name":"a few customers","known":[],"between":{"attribute":"customer","span":4}},
 {"name":"place","write":"insert"},
 {"name":"send","write":"update","known":["customer","id"],"sets":"status"},
 {"name":"forget","write":"delete","known":[],"between":{"attribute":"at","one":"day"}}]}`

// designs are copies, each as "PartitionKey | RowKey | table | included properties".
var designs = map[string][]string{
	"plain":               {"{customer:2}|{id}|Main"},
	"an hour a partition": {"{at:hour}|{customer:2}_{id}|Main"},
	"a table a day":       {"{customer:2}|{at:-}_{id}|Orders{at:day}"},
	"a table a day, down": {"{customer:2}|{at:-minute}_{id}|Orders{at:-day}"},
	"buckets":             {"{customer:2}_{id:4%}|{at:tick}_{id}|Main"},
	"prefix of a key":     {"{customer:2}_{at:minute}_{id}|x|Main"},
	"shared, literals":    {"{customer:2}|order_{id}|Main", "{customer:2}|new_{at:-}_{id}|Main|id", "{status}|open_{at:week}_{id}|Main|customer,id"},
	"shared, no literals": {"{customer:2}|{id}|Main", "{id}|{customer:2}|Main|customer"},
	"far copy":            {"{customer:2}|{id}|Main", "{at:day}|{at:-}_{id}|Days|customer,id"},
	"one partition":       {"all|{at:minute}_{id}|Main"},
}

func parsed(t *testing.T, list []string) (copies []Copy) {
	t.Helper()
	for _, text := range list {
		var c Copy
		parts := strings.Split(text, "|")
		for i, to := range []*Template{&c.Partition, &c.Row, &c.Table} {
			template, err := ParseTemplate(parts[i])
			if err != nil {
				t.Fatal(err)
			}
			*to = template
		}
		if len(parts) == 4 {
			c.Include = strings.Split(parts[3], ",")
		}
		copies = append(copies, c)
	}
	return copies
}

func benchOf(t *testing.T, list []string) *bench {
	t.Helper()
	w, err := ParseWorkload(shop)
	if err != nil {
		t.Fatal(err)
	}
	b, err := newBench(context.Background(), w, parsed(t, list))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Counting the stored keys tells what the requests of a question cost, without tolerance, in every copy that answers.
func TestCountsAreThoseOfTheRequests(t *testing.T) {
	t.Parallel()
	for name, list := range designs {
		b := benchOf(t, list)
		ctx := context.Background()
		for i := range b.w.patterns {
			p := &b.w.patterns[i]
			if p.write != "" {
				continue
			}
			calls := b.calls(p)
			for n := 0; n < len(calls); n += len(calls)/8 + 1 {
				for k := range b.copies {
					a, ok := b.access(&calls[n].question, k)
					if !ok {
						continue
					}
					counted := b.count(&calls[n].question, &a)
					ran, err := b.ask(ctx, &calls[n].question, &a)
					if err != nil || counted.figures() != ran.figures() || len(counted.found) != len(ran.found) {
						t.Errorf("%s, %s, copy %d: counted %+v, ran %+v, %v; %v %s", name, p.name, k, counted.figures(), ran.figures(), err, a.tables, a.filter(nil))
					}
				}
			}
		}
	}
}

// Every copy that answers finds the same entities, and no entity twice.
func TestEveryCopyFindsTheEntitiesThatAnswer(t *testing.T) {
	t.Parallel()
	for name, list := range designs {
		b := benchOf(t, list)
		for i := range b.w.patterns {
			p := &b.w.patterns[i]
			calls := b.calls(p)
			for n := 0; n < len(calls) && p.write == ""; n += len(calls)/10 + 1 {
				want := len(b.matching(&calls[n]))
				if p.top > 0 {
					want = min(want, p.top)
				}
				for k := range b.copies {
					a, ok := b.access(&calls[n].question, k)
					if got := b.count(&calls[n].question, &a); ok && len(got.found) != want {
						t.Errorf("%s, %s, copy %d: %d entities, want %d", name, p.name, k, len(got.found), want)
					}
				}
			}
		}
	}
}

func TestEveryReportIsVerified(t *testing.T) {
	t.Parallel()
	for name, list := range designs {
		w, err := ParseWorkload(shop)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Judge(context.Background(), w, parsed(t, list))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Patterns {
			if !p.Verified || p.Said != "" {
				t.Errorf("%s, %s: %+v", name, p.Name, p)
			}
		}
	}
}
