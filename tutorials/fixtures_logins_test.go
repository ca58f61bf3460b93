package tutorials_test

import (
	"fmt"
	"testing"
	"time"
)

// loginDays are the 62 days of the login attempts, as their row keys begin.
func loginDays() []string {
	var days []string
	end := time.Date(2014, 8, 2, 0, 0, 0, 0, time.UTC)
	for d := time.Date(2014, 6, 1, 0, 0, 0, 0, time.UTC); d.Before(end); d = d.AddDate(0, 0, 1) {
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
		{"18600-attempts", func(e entity) bool {
			return len(e.text("RowKey")) == len("20140601T180412Z") && e["ClientIP"] != nil
		}, 18_600},
		{"600-are-older-than-60-days", func(e entity) bool { return e.text("RowKey") < "20140603T000000Z" }, 600},
		{"10-of-each-user", func(e entity) bool {
			return e.dept() == "user0042" && e.text("RowKey") < "20140603T000000Z"
		}, 10},
		{"16-failed-on-1-august", func(e entity) bool {
			return e.text("RowKey") > "20140801" && e["Succeeded"] == false
		}, 16},
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
		script := "GET {{table}}/Tables\n"
		for _, day := range days {
			script += "\n###\nGET {{table}}/LoginAttempts" + day + "()\nAccept: application/json;odata=nometadata\n"
		}
		answers := runOn(t, fixture, script).Exchanges
		if n := len(values(t, answers[0])); n != len(days) || len(answers) != 1+n {
			t.Fatalf("%s: %d tables and %d answers, want %d and one for each", fixture, n, len(answers), len(days))
		}
		for i, day := range days {
			list := values(t, answers[1+i])
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
