package sheet_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"rowkey/engine/sheet"
)

func TestSheetsOfAllArchetypesAndPatternsRoundTrip(t *testing.T) {
	all := files(t)
	if len(all) < 19 {
		t.Errorf("testdata has %d sheets", len(all))
	}
	for path, text := range all {
		t.Run(path, func(t *testing.T) {
			if got := sheet.Write(parse(t, text)); got != text {
				t.Errorf("Write(Parse(t)):\n%s", got)
			}
			roundTrip(t, parse(t, text))
		})
	}
}

// roundTrip writes a sheet in both forms and reads it again.
func roundTrip(t *testing.T, s *sheet.Sheet) {
	t.Helper()
	text := sheet.Write(s)
	if got := parse(t, text); !reflect.DeepEqual(got, s) {
		t.Fatalf("Parse(Write(s)) = %+v\nwant %+v\nby\n%s", got, s, text)
	}
	if again := sheet.Write(parse(t, text)); again != text {
		t.Fatalf("Write(Parse(t)):\n%s\nwant\n%s", again, text)
	}
	written := sheet.WriteJSON(s)
	got, messages := sheet.ReadJSON(written)
	if sheet.Failed(messages) || !reflect.DeepEqual(got, s) {
		t.Fatalf("ReadJSON(WriteJSON(s)) = %+v, %+v\nwant %+v\nby\n%s", got, messages, s, written)
	}
	if again := sheet.WriteJSON(got); again != written {
		t.Fatalf("WriteJSON(ReadJSON(t)):\n%s\nwant\n%s", again, written)
	}
}

func TestTypesHaveTheNamesThatPeopleKnow(t *testing.T) {
	for name, want := range map[string]string{
		"string": "text", "String 40": "text 40", "varchar(40)": "text 40", "Edm.String": "text", "TEXT 8": "text 8",
		"Edm.Int32": "int", "integer": "int", "bigint": "long", "Edm.Int64": "long", "float": "double",
		"decimal(10)": "double", "boolean": "bool", "datetime": "time", "Edm.DateTime": "time", "datetime day": "time day",
		"date": "time day", "uuid": "guid", "uniqueidentifier": "guid", "Edm.Binary 64": "binary 64", "strng": "",
	} {
		s, messages := sheet.Parse(head + "# @attribute user.id, text, identity\n# @attribute user.a, " + name)
		text := sheet.Write(s)
		right := strings.Contains(text, "# @attribute user.a, "+want+"\n")
		if sheet.Failed(messages) != (want == "") || want != "" && !right {
			t.Errorf("%s is read as\n%s%s, want %q", name, text, shorts(messages), want)
		}
	}
}

func TestWeightsMayBePartedByCommas(t *testing.T) {
	for _, text := range []string{"weights open 2 % and paid 98 %", "weights open 2 %, paid 98%", "open 2 %, paid 98 %"} {
		s, messages := sheet.Parse(head + "# @attribute user.id, text, identity\n# @attribute user.a, text, " + text +
			", changes")
		if want := "user.a, text, weights open 2 % and paid 98 %, changes\n"; sheet.Failed(messages) ||
			!strings.Contains(sheet.Write(s), want) {
			t.Errorf("%s is read as\n%s%s", text, sheet.Write(s), shorts(messages))
		}
	}
}

func TestLinesMayComeWithoutTheirCommentSign(t *testing.T) {
	const want = "### My sheet\n# @sheet my sheet\n# @entity user, 100\n# @attribute user.id, text 8, identity\n" +
		"# @ask one, 1/s, user by id\n"
	for _, text := range []string{
		"entity user, 100\nattribute user.id, text 8, identity\nask one, 1/s, user by id\n",
		"@entity user, 100\n@attribute user.id, text 8, identity\n@ask one, 1/s, user by id\n",
		"# @entity user, 100\n\n// @attribute user.id, text 8, identity\n  ask one, 1/s, user by id",
		"entity user, 100\nattribute user.id, text 8, identity\nask one, 1/s, user by id\n\n### A request\n@do = 5\n" +
			"POST {{table}}/Users\n\nask for it, 1/s, user\n\n### Prose\n# ask nobody\nasking is free\nask\n",
	} {
		s, messages := sheet.Parse(text)
		if got := sheet.Write(s); got != want || sheet.Failed(messages) {
			t.Errorf("%q is read as\n%s%s", text, got, shorts(messages))
		}
	}
}

// The row that counts is there without being entered, and is written with the sheet.
func TestWhatCountsIsAddedToTheKindAbove(t *testing.T) {
	s := parse(t, "# @sheet seats\n# @entity event, 10\n# @entity seat, 100 of event\n"+
		"# @do take, 5/s, insert seat, at most 1 thousand of event\n")
	text := sheet.Write(s)
	for _, line := range []string{"event.id, identity\n", "event.seatCount, int, changes\n", "at most 1000 of event\n"} {
		if !strings.Contains(text, line) {
			t.Errorf("%q is missing in\n%s", line, text)
		}
	}
	roundTrip(t, s)
}

// The page before is what comes after its first row, the other way round.
func TestBackwardsTurnsTheOrderAround(t *testing.T) {
	const want = "q, reading, at after, oldest at, top 50\n"
	for _, how := range []string{"newest at, top 50, backwards", "at before, newest at, top 50, backwards",
		"at after, oldest at, top 50"} {
		s := parse(t, "# @sheet s\n# @entity reading, 1000\n# @attribute reading.at, time, identity\n# @ask q, reading, "+how)
		if text := sheet.Write(s); !strings.Contains(text, want) {
			t.Errorf("%s is written as\n%s", how, text)
		}
	}
}

// What reads many lists can be a row for each reader that a write makes: the lines for that are a sheet.
func TestLinesForEachReaderTakeThePlaceOfManyLists(t *testing.T) {
	const kinds = "# @sheet s\n# @entity user, 1000\n# @attribute user.id, text 8, identity\n" +
		"# @entity follow, 50000 of user\n" +
		"# @attribute follow.followed, text 8, identity, 1000 values\n# @entity post, 100/day of user, kept 30d\n" +
		"# @attribute post.at, time, identity\n# @do publish, insert post\n"
	s, messages := sheet.Parse(kinds + "# @ask feed, 300/s, post by user in follow.followed, newest at, top 20\n")
	if len(messages) != 1 || messages[0].Code != sheet.FanOut || sheet.Failed(messages) {
		t.Fatalf("%+v", messages)
	}
	again, messages := sheet.Parse(kinds + strings.ReplaceAll(messages[0].Names[0], "; ", "\n"))
	const want = "# @ask feed, 300/s, feed by reader, newest post.at, top 20, with post\n"
	if text := sheet.Write(again); len(messages) > 0 || !strings.Contains(text, want) ||
		!strings.Contains(text, "# @do deliver, insert feed, for each follow by followed\n") {
		t.Errorf("%+v in\n%s", messages, text)
	}
	if n := sheet.EachOf(again, &again.Does[1]).Typical * s.Population(2); math.Abs(again.Population(3)/n-1) > 0.01 {
		t.Errorf("%v rows, want %v", again.Population(3), n)
	}
}

func TestWhatTheCallerKnowsMayRepeatItsWord(t *testing.T) {
	want := "# @ask q, 1/s, reading by device and at"
	for _, by := range []string{"by by device and at", "by the device and the at", "by by the device and by at"} {
		s, messages := sheet.Parse(marked + "# @ask q, 1/s, reading " + by)
		if len(messages) > 0 || !strings.Contains(sheet.Write(s), want) {
			t.Errorf("%s: %s\n%s", by, shorts(messages), sheet.Write(s))
		}
	}
	s, messages := sheet.Parse(head + "# @attribute user.the, text, identity\n# @ask q, 1/s, user by the in 20")
	if len(messages) > 0 || !strings.Contains(sheet.Write(s), "user by the in 20") {
		t.Errorf("an attribute of that name: %s\n%s", shorts(messages), sheet.Write(s))
	}
}
