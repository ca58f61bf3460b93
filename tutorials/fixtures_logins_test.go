package tutorials_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"
)

// loginDays are the 62 days of the login attempts, as their row keys begin.
func loginDays() []string {
	var days []string
	for d := time.Date(2014, 6, 1, 0, 0, 0, 0, time.UTC); d.Before(time.Date(2014, 8, 2, 0, 0, 0, 0, time.UTC)); d = d.AddDate(0, 0, 1) {
		days = append(days, d.Format("20060102"))
	}
	return days
}

// TestLogins proves what pages say about LoginAttempts: 60 users, 62 days, five attempts a day.
func TestLogins(t *testing.T) {
	t.Parallel()
	all, byDay := entities(t, "logins", "LoginAttempts"), map[string]int{}
	for _, e := range all {
		byDay[e.dept()+"/"+e.text("RowKey")[:8]]++
	}
	for u := range 60 {
		for _, day := range loginDays() {
			if key := fmt.Sprintf("user%04d/%s", u+1, day); byDay[key] != 5 {
				t.Errorf("%s: %d attempts, want 5", key, byDay[key])
			}
		}
	}
	prove(t, all, []invariant{
		{"18600-attempts", func(e entity) bool { return len(e.text("RowKey")) == len("20140601T180412Z") && e["ClientIP"] != nil }, 18_600},
		{"600-are-older-than-60-days", func(e entity) bool { return e.text("RowKey") < "20140603T000000Z" }, 600},
		{"10-of-each-user", func(e entity) bool { return e.dept() == "user0042" && e.text("RowKey") < "20140603T000000Z" }, 10},
		{"16-failed-on-1-august", func(e entity) bool { return e.text("RowKey") > "20140801" && e["Succeeded"] == false }, 16},
	})
}

// TestLoginsByDay proves that the daily tables hold the same attempts, and that there is one for
// each day.
func TestLoginsByDay(t *testing.T) {
	t.Parallel()
	all := map[string]entity{}
	for _, e := range entities(t, "logins", "LoginAttempts") {
		all[e.key()] = e
	}
	for fixture, days := range map[string][]string{"logins-days": loginDays(), "logins-week": loginDays()[55:]} {
		l := newLab(t, fixtureFiles(t))
		tables := values(t, l.runText("tables.http", "# @setup fixtures/"+fixture+".http\nGET {{table}}/Tables\n"))
		if len(tables) != len(days) {
			t.Errorf("%s: %d tables, want %d", fixture, len(tables), len(days))
		}
		for _, day := range days {
			list := values(t, l.runText("day.http", "GET {{table}}/LoginAttempts"+day+"()\nAccept: application/json;odata=nometadata\n"))
			if len(list) != 300 {
				t.Errorf("%s: %s holds %d attempts, want 300", fixture, day, len(list))
			}
			for _, e := range list {
				same(t, e, all[e.key()], "Succeeded", "ClientIP")
				if e.text("RowKey")[:8] != day {
					t.Errorf("%s: the table of %s holds %s", fixture, day, e.key())
				}
			}
		}
	}
}

// values returns the list that a run of one request has brought.
func values(t *testing.T, r *run) []entity {
	t.Helper()
	if why := r.stopped(); why != "" {
		t.Fatal(why)
	}
	var page struct{ Value []entity }
	if err := json.Unmarshal([]byte(r.Exchanges[0].Body), &page); err != nil {
		t.Fatal(err)
	}
	return page.Value
}
